// Owns the codelets of optimisers: elementwise updates of parameters and their states.
#pragma once

#include <vector>

#include "kernels/codelets/codelet.hpp"

namespace bspike::kernels {

[[nodiscard]] std::vector<Codelet> optimizer_codelets();

// The rows, one file each: for every type of parameters and gradients, f32 first.
[[nodiscard]] std::vector<Codelet> sgd_update_codelets();
[[nodiscard]] std::vector<Codelet> adam_update_codelets();
[[nodiscard]] std::vector<Codelet> adam_decay_update_codelets();
[[nodiscard]] std::vector<Codelet> adamw_update_codelets();

}  // namespace bspike::kernels
