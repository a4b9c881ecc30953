// Owns the codelets of fully connected projections, forward and backward.
#pragma once

#include <vector>

#include "kernels/codelets/codelet.hpp"

namespace bspike::kernels {

[[nodiscard]] Codelet spike_forward_codelet();
[[nodiscard]] Codelet dense_forward_codelet();
[[nodiscard]] Codelet spike_weight_gradient_codelet();
[[nodiscard]] Codelet dense_weight_gradient_codelet();
[[nodiscard]] Codelet bias_gradient_codelet();
[[nodiscard]] Codelet dense_input_gradient_codelet();

// The twins with planes of four neurons: docs/half_precision.md.
[[nodiscard]] std::vector<Codelet> spike_forward_quad_codelets();
[[nodiscard]] std::vector<Codelet> spike_weight_gradient_quad_codelets();

}  // namespace bspike::kernels
