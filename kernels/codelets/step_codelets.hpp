// Owns the small elementwise codelets between projections, neurons and losses.
#pragma once

#include "kernels/codelets/codelet.hpp"

namespace bspike::kernels {

[[nodiscard]] Codelet count_spikes_codelet();
[[nodiscard]] Codelet spikes_from_history_codelet();
[[nodiscard]] Codelet spikes_from_history_f16_codelet();
[[nodiscard]] Codelet reduce_blocks_codelet();
[[nodiscard]] Codelet widen_slice_codelet();

[[nodiscard]] Codelet multiply_add_codelet();

// Of losses that look once.
[[nodiscard]] Codelet keep_highest_codelet();
[[nodiscard]] Codelet keep_first_spike_codelet();
[[nodiscard]] Codelet pick_step_codelet();

// Of trained numbers.
[[nodiscard]] Codelet spread_number_codelet();
[[nodiscard]] Codelet number_gradient_codelet();
[[nodiscard]] Codelet sum_lanes_codelet();

}  // namespace bspike::kernels
