// Owns the codelets of optimisers: elementwise updates of parameters and their states.
#pragma once

#include <vector>

#include "kernels/codelets/codelet.hpp"

namespace bspike::kernels {

[[nodiscard]] std::vector<Codelet> optimizer_codelets();

// The rows, one file each.
[[nodiscard]] Codelet sgd_update_codelet();
[[nodiscard]] Codelet sgd_update_stateless_codelet();
[[nodiscard]] Codelet adam_update_codelet();
[[nodiscard]] Codelet adam_decay_update_codelet();
[[nodiscard]] Codelet adamw_update_codelet();

}  // namespace bspike::kernels
