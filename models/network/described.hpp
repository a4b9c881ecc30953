// Owns what sections share whose keys depend on a table row: reading the row first, describing
// nested mappings at run time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arch/base/fields.hpp"

namespace bspike::models {

// A nested mapping whose keys are known only at run time.
struct DescribedSection {
  arch::base::DescribeFn fields;
};
inline void describe(arch::base::FieldVisitor& visit, DescribedSection& section) {
  section.fields(visit);
}

template <class Row>
[[nodiscard]] std::vector<std::string> row_names(std::span<const Row> table) {
  std::vector<std::string> names;
  for (const Row& row : table) names.emplace_back(row.name);
  return names;
}

// The key that chooses a row of a table.
void describe_row(arch::base::FieldVisitor& visit, std::string_view key, std::uint32_t& row,
                  const std::vector<std::string>& names, std::string_view doc);

// Reads that key alone, before the rest, since the row decides which other keys there are. Nothing,
// with the problem gathered, if it names no row.
[[nodiscard]] std::optional<std::uint32_t> read_row(const arch::base::Node& node,
                                                    arch::base::DiagnosticSink& sink,
                                                    std::string_view key,
                                                    const std::vector<std::string>& names,
                                                    std::string_view doc);

}  // namespace bspike::models
