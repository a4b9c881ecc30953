// Owns parsing and deciding conditions.
#include "tools/sweep/condition.hpp"

#include <array>
#include <sstream>
#include <utility>
#include <variant>

#include "arch/base/quantity.hpp"

namespace bspike::tools {

using arch::base::ConfigError;
using arch::base::SourceLocation;
using arch::base::Unit;

namespace {

constexpr std::array<std::pair<const char*, Comparison>, 6> kOperators = {
    {{"<", Comparison::kLess},
     {"<=", Comparison::kLessEqual},
     {"==", Comparison::kEqual},
     {"!=", Comparison::kNotEqual},
     {">=", Comparison::kGreaterEqual},
     {">", Comparison::kGreater}}};

constexpr std::array kUnits = {Unit::kNone,          Unit::kBytes,         Unit::kHertz,
                               Unit::kCycles,        Unit::kSlots,         Unit::kSeconds,
                               Unit::kBytesPerCycle, Unit::kBytesPerSecond};

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

[[noreturn]] void refuse(const std::string& text, const SourceLocation& where) {
  arch::base::raise<ConfigError>(
      where, "", "found the condition \"" + text + "\", expected KEY op VALUE",
      "op is one of < <= == != >= >, with spaces around it; join several by `and`");
}

Comparison comparison_of(const std::string& word, const std::string& text,
                         const SourceLocation& where) {
  for (const auto& [name, comparison] : kOperators)
    if (word == name) return comparison;
  refuse(text, where);
}

template <class T>
bool compare(const T& a, const T& b, Comparison comparison) {
  switch (comparison) {
    case Comparison::kLess:
      return a < b;
    case Comparison::kLessEqual:
      return a <= b;
    case Comparison::kEqual:
      return a == b;
    case Comparison::kNotEqual:
      return a != b;
    case Comparison::kGreaterEqual:
      return a >= b;
    case Comparison::kGreater:
      return a > b;
  }
  return false;
}

}  // namespace

std::optional<double> number_in(const std::string& text) {
  for (const Unit unit : kUnits) {
    const auto parsed = arch::base::parse_real(text, unit);
    if (const double* value = std::get_if<double>(&parsed)) return *value;
  }
  return std::nullopt;
}

std::string unit_in(const std::string& text) {
  for (const Unit unit : kUnits) {
    if (!std::holds_alternative<double>(arch::base::parse_real(text, unit))) continue;
    return unit == Unit::kNone ? "number" : arch::base::unit_title(unit);
  }
  return "text";
}

std::vector<Condition> parse_conditions(const std::string& text, const SourceLocation& where) {
  const std::vector<std::string> words = words_of(text);
  std::vector<Condition> conditions;
  for (std::size_t at = 0;; at += 4) {
    if (at + 3 > words.size()) refuse(text, where);
    conditions.push_back(
        {words[at], comparison_of(words[at + 1], text, where), words[at + 2], where});
    if (at + 3 == words.size()) return conditions;
    if (words[at + 3] != "and") refuse(text, where);
  }
}

bool holds(const Condition& condition, const Lookup& lookup) {
  const std::optional<std::string> left = lookup(condition.key);
  if (!left) return false;
  const std::string right = lookup(condition.value).value_or(condition.value);
  const std::optional<double> a = number_in(*left);
  const std::optional<double> b = number_in(right);
  if (a && b) return compare(*a, *b, condition.comparison);
  return compare(*left, right, condition.comparison);
}

bool all_hold(const std::vector<Condition>& conditions, const Lookup& lookup) {
  for (const Condition& condition : conditions)
    if (!holds(condition, lookup)) return false;
  return true;
}

}  // namespace bspike::tools
