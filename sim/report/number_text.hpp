// Owns how the console says numbers: groups of digits, bytes and seconds with a fitting unit.
#pragma once

#include <cstdint>
#include <string>

namespace bspike::sim {

[[nodiscard]] std::string decimal_text(double value, int digits);
[[nodiscard]] std::string grouped_text(std::uint64_t value);  // 1,234,567
[[nodiscard]] std::string byte_text(std::uint64_t value);     // 1.5 MiB
[[nodiscard]] std::string second_text(double value);          // 1.50 ms

}  // namespace bspike::sim
