// Owns the list of the codelets of convolutions.
#include "kernels/codelets/conv/conv_codelets.hpp"

namespace bspike::kernels {

std::vector<Codelet> conv_codelets() {
  return {scatter_spikes_codelet(),     copy_runs_codelet(),
          conv_forward_codelet(),       conv_weight_gradient_codelet(),
          conv_bias_gradient_codelet(), conv_input_gradient_codelet(),
          pool_max_forward_codelet(),   pool_max_backward_codelet(),
          pool_sum_forward_codelet(),   pool_sum_backward_codelet()};
}

}  // namespace bspike::kernels
