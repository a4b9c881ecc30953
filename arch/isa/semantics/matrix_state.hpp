// Owns the state of the matrix unit: the weights that all workers of a tile share, and what each
// worker keeps of the row at hand. Contract: weights are 0 when a compute set begins, and what a
// worker keeps is 0 when its vertex begins.
#pragma once

#include <array>

#include "arch/isa/semantics/values.hpp"

namespace bspike::arch::isa::semantics {

inline constexpr u32 kMatrixOutputs = 16;
inline constexpr u32 kMatrixHalfInputs = 16;
inline constexpr u32 kMatrixFloatInputs = 8;
inline constexpr u32 kMatrixWeightBytes = 512;

// A number for each output.
using MatrixRow = std::array<F32x4, kMatrixOutputs / 4>;

// The 512 bytes as f32 [8 inputs][16 outputs] and as f16 [16 inputs][16 outputs], widened.
struct MatrixWeights {
  std::array<MatrixRow, kMatrixFloatInputs> floats{};
  std::array<MatrixRow, kMatrixHalfInputs> halves{};
};

inline constexpr MatrixWeights kZeroWeights{};

struct MatrixState {
  const MatrixWeights* weights = &kZeroWeights;
  MatrixRow sums{};      // of products so far
  MatrixRow partials{};  // that arrived with the steps of the row at hand
  MatrixRow results{};   // of the last whole row
};

[[nodiscard]] inline bool operator==(const MatrixState& x, const MatrixState& y) {
  const auto same = [](const MatrixRow& a, const MatrixRow& b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
  };
  return x.weights == y.weights && same(x.sums, y.sums) && same(x.partials, y.partials) &&
         same(x.results, y.results);
}

}  // namespace bspike::arch::isa::semantics
