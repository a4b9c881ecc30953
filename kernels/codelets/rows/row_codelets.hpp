// Owns the codelets of projections whose weights lie neuron by neuron, each neuron's row of
// presynaptic weights contiguous, in f32 or f16; and what narrows and sums gradients around them:
// docs/half_precision.md.
#pragma once

#include <vector>

#include "kernels/codelets/codelet.hpp"

namespace bspike::kernels {

// Every row of this folder.
[[nodiscard]] std::vector<Codelet> row_codelets();

// The rows, one file a group.
[[nodiscard]] std::vector<Codelet> row_copy_codelets();
[[nodiscard]] std::vector<Codelet> row_forward_codelets();
[[nodiscard]] std::vector<Codelet> row_product_codelets();
[[nodiscard]] Codelet input_rows_f16_codelet();
[[nodiscard]] std::vector<Codelet> half_gradient_codelets();

}  // namespace bspike::kernels
