// Owns the codelets of convolutions and poolings. Maps lie as [sample][plane][position][2], a plane
// two channels; offsets of windows and kernels stand in tables, so that any size, stride and
// padding is the same code. docs/training_step.md, "Convolutions".
#pragma once

#include <vector>

#include "kernels/codelets/codelet.hpp"

namespace bspike::kernels {

[[nodiscard]] std::vector<Codelet> conv_codelets();

[[nodiscard]] Codelet scatter_spikes_codelet();
[[nodiscard]] Codelet copy_runs_codelet();
[[nodiscard]] Codelet conv_forward_codelet();
[[nodiscard]] Codelet conv_weight_gradient_codelet();
[[nodiscard]] Codelet conv_bias_gradient_codelet();
[[nodiscard]] Codelet conv_input_gradient_codelet();
[[nodiscard]] Codelet pool_max_forward_codelet();
[[nodiscard]] Codelet pool_max_backward_codelet();
[[nodiscard]] Codelet pool_sum_forward_codelet();
[[nodiscard]] Codelet pool_sum_backward_codelet();

}  // namespace bspike::kernels
