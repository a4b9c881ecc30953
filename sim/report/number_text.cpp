// Owns numbers in words.
#include "sim/report/number_text.hpp"

#include <charconv>

namespace bspike::sim {

namespace {

std::string scaled(double value, double base, const char* const* units, int last) {
  int unit = 0;
  for (; value >= base && unit < last; ++unit) value /= base;
  return decimal_text(value, unit == 0 ? 0 : 1) + ' ' + units[unit];
}

}  // namespace

std::string decimal_text(double value, int digits) {
  char text[64];
  const auto end =
      std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, digits).ptr;
  return {text, end};
}

std::string grouped_text(std::uint64_t value) {
  std::string text = std::to_string(value);
  for (std::size_t place = text.size(); place > 3;) text.insert(place -= 3, ",");
  return text;
}

std::string byte_text(std::uint64_t value) {
  static const char* const units[] = {"B", "KiB", "MiB", "GiB"};
  return scaled(static_cast<double>(value), 1024, units, 3);
}

std::string second_text(double value) {
  if (value >= 1) return decimal_text(value, 2) + " s";
  if (value >= 1e-3) return decimal_text(value * 1e3, 2) + " ms";
  return decimal_text(value * 1e6, 2) + " us";
}

}  // namespace bspike::sim
