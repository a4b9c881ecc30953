// Owns the one source of randomness: counter-based, a pure function of (stream, indices), so draws
// need no order.
#pragma once

#include <cstdint>

namespace bspike::arch::base {

// One step of splitmix64: adds the golden gamma, then mixes.
[[nodiscard]] constexpr std::uint64_t splitmix64(std::uint64_t state) {
  std::uint64_t z = state + 0x9E3779B97F4A7C15ull;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

// h = f(stream); then h = f(h ^ index) for each index in turn.
template <class... Index>
[[nodiscard]] constexpr std::uint64_t random_bits(std::uint64_t stream, Index... index) {
  std::uint64_t h = splitmix64(stream);
  ((h = splitmix64(h ^ static_cast<std::uint64_t>(index))), ...);
  return h;
}

// The top 53 bits as a double in [0, 1).
[[nodiscard]] constexpr double to_unit(std::uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1.0p-53;
}

}  // namespace bspike::arch::base
