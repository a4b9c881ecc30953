// Owns small conditions, "KEY op VALUE": on the settings of a point, or on its results.
// Contract: parsing throws ConfigError at the given place; a key without a value fulfils nothing.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arch/base/diagnostics.hpp"

namespace bspike::tools {

enum class Comparison { kLess, kLessEqual, kEqual, kNotEqual, kGreaterEqual, kGreater };

struct Condition {
  std::string key;
  Comparison comparison = Comparison::kEqual;
  std::string value;  // a number with or without a unit, a word, or another key
  arch::base::SourceLocation where;
};

// Several conditions are joined by "and".
[[nodiscard]] std::vector<Condition> parse_conditions(const std::string& text,
                                                      const arch::base::SourceLocation& where);

// The text of a key's value, or nothing.
using Lookup = std::function<std::optional<std::string>(const std::string&)>;
[[nodiscard]] bool holds(const Condition& condition, const Lookup& lookup);
[[nodiscard]] bool all_hold(const std::vector<Condition>& conditions, const Lookup& lookup);

// "64", "624KiB", "30cycles", ... in base units; nothing for a word.
[[nodiscard]] std::optional<double> number_in(const std::string& text);
// The unit of such a text: "number", "bytes", "cycles", ...; "text" for a word.
[[nodiscard]] std::string unit_in(const std::string& text);

}  // namespace bspike::tools
