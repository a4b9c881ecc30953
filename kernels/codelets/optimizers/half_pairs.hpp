// Owns how an update reads and writes pairs whose tensors may be f16: parameters and gradients by
// themselves; states and arithmetic are f32.
#pragma once

#include <string>
#include <vector>

#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"

namespace bspike::kernels {

struct UpdateTypes {
  bool half_weights = false;
  bool half_gradients = false;  // scaled; what is not finite counts as 0

  // Behind the codelet's name.
  [[nodiscard]] std::string suffix() const;
  [[nodiscard]] std::uint64_t weight_bytes() const { return half_weights ? 4 : 8; }  // of a pair
  [[nodiscard]] std::uint64_t gradient_bytes() const { return half_gradients ? 4 : 8; }
};

// Both f32 first.
[[nodiscard]] std::vector<UpdateTypes> update_types();

// The way from the first pair to this worker's first.
[[nodiscard]] Int pair_offset(Builder& b, const PairShare& share, bool half);

// A pair in f32; the pointer steps, or stays.
void load_pair(Builder& b, F2 pair, Int pointer, bool half);
void peek_pair(Builder& b, F2 pair, Int pointer, bool half);
// The pair's register is used up.
void store_pair(Builder& b, F2 pair, Int pointer, bool half);

// A gradient pair: unscaled, and 0 where it is not finite, if it is f16. `scratch` is used up.
void load_gradient(Builder& b, const UpdateTypes& types, F2 gradient, F2 scratch, Int pointer);

// What gradients in f16 add to an update's arguments, operations and words.
void add_gradient_argument(Arguments& arguments, const UpdateTypes& types);
[[nodiscard]] std::uint32_t gradient_ops(const UpdateTypes& types);
[[nodiscard]] std::uint32_t conversions(const UpdateTypes& types);

}  // namespace bspike::kernels
