// Owns vectors of f16 for tests: their bits, and the floats that they stand for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arch/base/half.hpp"
#include "tests/codelets/codelet_run.hpp"

namespace bspike::test {

using Halves = std::vector<std::uint16_t>;

inline float rounded(float value) {
  return arch::base::float_from_half(arch::base::half_from_float(value));
}

inline Halves halves_of(const std::vector<float>& values) {
  Halves result;
  for (const float value : values) result.push_back(arch::base::half_from_float(value));
  return result;
}

inline std::vector<float> floats_of(const Halves& values) {
  std::vector<float> result;
  for (const std::uint16_t value : values) result.push_back(arch::base::float_from_half(value));
  return result;
}

// Reals that f16 holds.
inline std::vector<float> rounded_reals(Numbers& numbers, std::size_t count) {
  return floats_of(halves_of(numbers.reals(count)));
}

// A region of f16 or f32 with these values.
inline void typed_region(CodeletRun& run, const std::string& name, const std::vector<float>& values,
                         bool half) {
  if (half)
    run.region(name, halves_of(values));
  else
    run.region(name, values);
}

inline std::vector<float> read_typed(const CodeletRun& run, const std::string& name, bool half) {
  return half ? floats_of(run.read<std::uint16_t>(name)) : run.read<float>(name);
}

}  // namespace bspike::test
