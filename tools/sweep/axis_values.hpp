// Owns the values of an axis: a list, or a range from one number to another.
#pragma once

#include "arch/base/document.hpp"
#include "arch/base/fields.hpp"
#include "tools/sweep/sweep_file.hpp"

namespace bspike::tools {

// One entry of `axes`: a key with values, a key with a range, or axes that are zipped.
struct AxisEntry {
  std::string key;
  arch::base::NodePtr values;
  arch::base::NodePtr from;
  arch::base::NodePtr to;
  int spacing = 0;  // Spacing
  arch::base::NodePtr step;
  std::uint64_t count = 0;
  arch::base::NodePtr zip;
};
void describe(arch::base::FieldVisitor& visit, AxisEntry& entry);

enum class Spacing : int { kLinear, kLog2, kLog10 };

// The group that an entry of `axes` describes; problems go to the sink.
[[nodiscard]] AxisGroup read_axis_group(const arch::base::Node& entry,
                                        arch::base::DiagnosticSink& sink);

}  // namespace bspike::tools
