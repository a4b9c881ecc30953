// Owns the small elementwise codelets between projections, neurons and losses.
#pragma once

#include "kernels/codelets/codelet.hpp"

namespace bspike::kernels {

[[nodiscard]] Codelet count_spikes_codelet();
[[nodiscard]] Codelet spikes_from_history_codelet();
[[nodiscard]] Codelet reduce_blocks_codelet();

}  // namespace bspike::kernels
