// Owns the codelets of populations with a spike list in layer-by-layer programs: who of a layer is
// sent and who carries gradient, and what that does to the gradient.
#pragma once

#include <vector>

#include "kernels/codelets/codelet.hpp"

namespace bspike::kernels {

// list_spikes_first, list_listed, list_dense: one a rule of models/neurons/spike_list.hpp.
[[nodiscard]] std::vector<Codelet> list_rule_codelets();
[[nodiscard]] Codelet mask_gradient_codelet();

}  // namespace bspike::kernels
