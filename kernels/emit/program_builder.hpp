// Owns the compilation of one codelet and of the supervisor that calls codelets.
#pragma once

#include "arch/machine/machine.hpp"
#include "kernels/codelets/codelet.hpp"
#include "kernels/emit/layout.hpp"

namespace bspike::kernels {

[[nodiscard]] EmitContext emit_context(const arch::Machine& machine);

// Emit, schedule, allocate, lay out.
[[nodiscard]] CompiledCodelet compile_codelet(const Codelet& codelet, const arch::Machine& machine);

// The supervisor's program. It walks the launch table that m12 points to: each multi-worker vertex
// on all workers with a local sync behind it, then single-worker vertices round-robin, then a sync.
// Vertices whose entry is at `matrix_entry_bytes` or behind are matrix passes.
inline constexpr std::uint32_t kNoMatrixPasses = 0xffffffff;
[[nodiscard]] CompiledCodelet compile_supervisor(
    std::uint32_t workers, std::uint32_t matrix_entry_bytes = kNoMatrixPasses);

}  // namespace bspike::kernels
