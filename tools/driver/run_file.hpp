// Owns the run file: its sections, how they are layered, and the resolved form that images and
// reports carry. Contract: read_run_file throws ConfigError with every problem of the top level;
// the machine, network and dataset sections are trees that their owners check.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "arch/base/document.hpp"
#include "arch/base/fields.hpp"
#include "kernels/compile.hpp"

namespace bspike::tools {

// The order in which training samples are taken.
enum class BatchOrder : int { kShuffled, kSequential };

// The run section.
struct RunSection {
  std::uint64_t steps = 0;
  int order = 0;  // BatchOrder
  std::uint64_t seed = 0;
  std::optional<double> call_overhead_seconds;  // present: the host awaits each step
};
void describe(arch::base::FieldVisitor& visit, RunSection& run);

struct RunFile {
  arch::base::NodePtr machine;
  arch::base::NodePtr network;
  arch::base::NodePtr dataset;
  kernels::Mapping mapping;
  RunSection run;
  arch::base::NodePtr root;  // all of the above as it was written, with the overrides laid over
};
void describe(arch::base::FieldVisitor& visit, RunFile& file);

// What the command line lays over a run file.
struct Overrides {
  std::string machine;            // name or path; empty: the file's
  std::vector<std::string> sets;  // "a.b=v", in order
  std::optional<std::uint64_t> steps;
};

[[nodiscard]] RunFile read_run_file(const std::filesystem::path& file, const Overrides& overrides);
// The same for text in memory, as images carry it.
[[nodiscard]] RunFile read_run_text(const std::string& text, const std::string& name,
                                    const Overrides& overrides);
// Markdown reference of the sections that this file owns.
[[nodiscard]] std::string document_run_file();

// A machine by name or path, with `extends` resolved.
[[nodiscard]] arch::base::NodePtr load_machine_tree(const std::string& name,
                                                    const arch::base::SourceLocation& where);

}  // namespace bspike::tools
