// Owns numbers with units: how they are written, and what they are in base units.
// Contract: locale-independent; parsing is strict (the whole text, finite, in range of the type);
// what `format_*` writes, `parse_*` reads back to the same number.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "arch/base/fields.hpp"

namespace bspike::arch::base {

// What is wrong with a text that should be a quantity. `found` begins the sentence.
struct QuantityError {
  std::string found;
  std::string hint;
};

[[nodiscard]] std::variant<double, QuantityError> parse_real(std::string_view text, Unit unit);
// Whole numbers in the base unit; `negative` and the 64 magnitude bits.
struct Whole {
  bool negative = false;
  std::uint64_t magnitude = 0;
};
[[nodiscard]] std::variant<Whole, QuantityError> parse_whole(std::string_view text, Unit unit);

// A whole or real number in the largest unit that holds it exactly.
[[nodiscard]] std::string format_real(double value, Unit unit);
[[nodiscard]] std::string format_whole(Whole value, Unit unit);

// "bytes such as 624KiB", "a number", ...
[[nodiscard]] std::string describe_unit(Unit unit, bool whole);
// Short name for tables: "bytes", "hertz", ...
[[nodiscard]] std::string unit_title(Unit unit);

}  // namespace bspike::arch::base
