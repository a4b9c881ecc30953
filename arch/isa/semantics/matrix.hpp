// Owns the bodies of the matrix unit. A step multiplies its inputs by their rows of the weights and
// adds the products to the sums of the row, input by input, each product and each sum rounded to
// f32 (products of two f16 are exact); the first step starts from +0. The partials of a step are
// those of outputs `lanes * i` and up. The last step adds partials and sums, rounded to f32, and
// these are the results until the next last step. A step hands out the results of the step behind
// it, the last one those of step 0, so that they follow their partials by one row less one step.
#pragma once

#include "arch/isa/semantics/matrix_state.hpp"

namespace bspike::arch::isa::semantics {

template <Opcode op>
inline constexpr bool kUsesMatrix = is_one_of<op, kF16v4amp, kF16v2amp, kF32amp>;

inline void add_products(MatrixRow& sums, float input, const MatrixRow& weights) {
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += input * weights[i];
}

template <class Lanes>
inline void set_lanes(MatrixRow& row, u32 index, Lanes lanes) {
  std::memcpy(reinterpret_cast<char*>(&row) + index * sizeof lanes, &lanes, sizeof lanes);
}

template <class Lanes>
[[nodiscard]] inline Lanes lanes_of(const MatrixRow& row, u32 index) {
  Lanes lanes;
  std::memcpy(&lanes, reinterpret_cast<const char*>(&row) + index * sizeof lanes, sizeof lanes);
  return lanes;
}

// Step `index` of `kSteps`: inputs are the unit's `first` and up.
template <u32 kSteps, class Inputs, class Lanes, class Weights>
[[nodiscard]] inline Lanes matrix_step(MatrixState& state, u32 index, const Inputs& inputs,
                                       Lanes partials, const Weights& weights) {
  if (index == 0) state.sums = {};
  for (u32 i = 0; i < inputs.size(); ++i) {
    add_products(state.sums, inputs[i], weights[index * inputs.size() + i]);
  }
  set_lanes(state.partials, index, partials);
  if (index == kSteps - 1) {
    for (std::size_t i = 0; i < state.sums.size(); ++i) {
      state.results[i] = state.partials[i] + state.sums[i];
    }
  }
  return lanes_of<Lanes>(state.results, (index + 1) % kSteps);
}

inline Half4 body(Is<kF16v4amp>, MatrixState& state, Half4 a, Half4 b, i32 step) {
  const auto inputs = std::bit_cast<std::array<float, 4>>(widen(a));
  return narrow(
      matrix_step<4>(state, static_cast<u32>(step), inputs, widen(b), state.weights->halves));
}
inline F32x2 body(Is<kF16v2amp>, MatrixState& state, Half2 a, F32x2 b, i32 step) {
  const auto inputs = std::bit_cast<std::array<float, 2>>(widen(a));
  return matrix_step<8>(state, static_cast<u32>(step), inputs, b, state.weights->halves);
}
inline F32x2 body(Is<kF32amp>, MatrixState& state, float a, F32x2 b, i32 step) {
  return matrix_step<8>(state, static_cast<u32>(step), std::array<float, 1>{a}, b,
                        state.weights->floats);
}

// The supervisor's load of weights. False: a fault, noted by the memory.
template <class Fields, class Memory>
[[nodiscard]] inline bool load_weights(MatrixWeights& weights, u32 base, const Fields& fields,
                                       Memory& memory) {
  constexpr u32 kBytes = 16;
  const auto place = static_cast<u32>(fields.imm);
  const u32 from = base + kBytes * place;
  const auto* bytes = memory.template read<kBytes>(from);
  if (bytes == nullptr || !memory.together(from, from + kBytes / 2)) return false;
  std::array<u64, 2> words;
  std::memcpy(&words, bytes, kBytes);
  weights.floats[place / 4][place % 4] = std::bit_cast<F32x4>(words);
  MatrixRow& halves = weights.halves[place / 2];
  halves[place % 2 * 2] = widen(Half4{words[0]});
  halves[place % 2 * 2 + 1] = widen(Half4{words[1]});
  return true;
}

}  // namespace bspike::arch::isa::semantics
