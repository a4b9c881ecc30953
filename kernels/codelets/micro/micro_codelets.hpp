// Owns the codelets of the micro workloads: small loops whose times are published for real chips.
#pragma once

#include <vector>

#include "kernels/codelets/codelet.hpp"

namespace bspike::kernels {

[[nodiscard]] Codelet nothing_codelet();
[[nodiscard]] Codelet load_chain_codelet();
[[nodiscard]] Codelet copy_scalar_codelet();
[[nodiscard]] Codelet copy_paced_codelet();
[[nodiscard]] Codelet triad_f32_codelet();
[[nodiscard]] Codelet triad_f16_codelet();
[[nodiscard]] Codelet matvec_f32_codelet();

// All of them; a new one is a row here.
[[nodiscard]] std::vector<Codelet> micro_codelets();

}  // namespace bspike::kernels
