// Owns the list of surrogates with code.
#include <array>

#include "kernels/codelets/surrogates/surrogate_emitters.hpp"

namespace bspike::kernels {

std::span<const SurrogateEmitter> surrogate_emitters() {
  static const std::array kRows{
      fast_sigmoid_emitter(),      straight_through_emitter(),   atan_emitter(),
      sigmoid_emitter(),           heaviside_emitter(),          triangular_emitter(),
      spike_rate_escape_emitter(), sparse_fast_sigmoid_emitter()};
  return kRows;
}

}  // namespace bspike::kernels
