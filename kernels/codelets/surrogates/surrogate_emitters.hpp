// Owns what a surrogate derivative brings to the tiles: code that multiplies a pair of gradients by
// sigma'(U - threshold). Contract: the distance is threshold - U. Arguments of a surrogate begin
// with `surrogate_`, so that they never meet a parameter of a neuron model.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/codelets/arguments.hpp"
#include "kernels/emit/builder.hpp"

namespace bspike::kernels {

// The derivative in two parts, so that the first can run ahead of the gradient.
struct SurrogateCode {
  std::function<void(F2 distance)> shape;               // what needs the distance alone, in place
  std::function<void(F2 gradient, F2 distance)> apply;  // multiplies the gradient
};

struct SurrogateEmitter {
  std::string name;
  Arguments arguments;                   // as models' table names them, or derived from those
  bool needs_distance = true;            // else the membrane is not even loaded for it
  SurrogateCode (*prepare)(Builder& b);  // loads arguments; called before the loop
  std::vector<std::pair<arch::isa::ExecUnit, std::uint32_t>> bound;  // AUX, a pair
  std::string minimum;                                               // the bound in words
  std::uint32_t flops = 0;                                           // a neuron
};

[[nodiscard]] std::span<const SurrogateEmitter> surrogate_emitters();

// The rows, one file each.
[[nodiscard]] SurrogateEmitter fast_sigmoid_emitter();
[[nodiscard]] SurrogateEmitter straight_through_emitter();
[[nodiscard]] SurrogateEmitter atan_emitter();
[[nodiscard]] SurrogateEmitter sigmoid_emitter();
[[nodiscard]] SurrogateEmitter heaviside_emitter();
[[nodiscard]] SurrogateEmitter triangular_emitter();
[[nodiscard]] SurrogateEmitter spike_rate_escape_emitter();
[[nodiscard]] SurrogateEmitter sparse_fast_sigmoid_emitter();

}  // namespace bspike::kernels
