// Owns the written forms of a comparison: Markdown for people and documents, CSV, JSON.
// Contract: all three say the same; wall times stand in JSON's object `simulator` alone.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/validate/comparison.hpp"

namespace bspike::tools {

[[nodiscard]] std::string comparison_markdown(const Comparison& comparison);
[[nodiscard]] std::string comparison_csv(const Comparison& comparison);
[[nodiscard]] std::string comparison_json(const Comparison& comparison);

// SUITE.md, SUITE.csv and SUITE.json in `folder`, which is made if absent.
void write_comparison(const Comparison& comparison, const std::filesystem::path& folder);

// docs/validation.md of the Markdown forms: the head, then the suites.
[[nodiscard]] std::string validation_document(const std::vector<std::string>& suites);

// A number as people read it: four significant digits, or all of an integer.
[[nodiscard]] std::string short_number(double value);

}  // namespace bspike::tools
