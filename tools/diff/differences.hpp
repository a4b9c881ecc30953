// Owns what differs between two runs. Contract: everything of the reports is compared but what
// tells of the program itself (`simulator`); numbers differ if they are further apart than the
// tolerance, relative to the larger one.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tools/diff/run_files.hpp"

namespace bspike::tools {

struct Difference {
  std::string name;
  std::string unit;
  nlohmann::json a, b;  // null: not there
  std::string note;

  [[nodiscard]] std::optional<double> change() const;    // b - a
  [[nodiscard]] std::optional<double> relative() const;  // to a
};

struct DifferenceSection {
  std::string name;
  std::vector<Difference> differences;  // by unit, the largest first
};

// Sections without a difference are left out.
[[nodiscard]] std::vector<DifferenceSection> compare_runs(const RunFiles& a, const RunFiles& b,
                                                          double tolerance);

// At most `limit` of a section; the rest is counted.
[[nodiscard]] std::string differences_text(const RunFiles& a, const RunFiles& b,
                                           const std::vector<DifferenceSection>& sections,
                                           std::size_t limit);
[[nodiscard]] std::string differences_json(const RunFiles& a, const RunFiles& b,
                                           const std::vector<DifferenceSection>& sections,
                                           double tolerance);

}  // namespace bspike::tools
