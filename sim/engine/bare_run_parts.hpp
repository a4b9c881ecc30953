// Owns what the two forms of a bare run share.
#pragma once

#include "arch/isa/semantics/registers.hpp"
#include "sim/engine/bare_run.hpp"

namespace bspike::sim {

[[nodiscard]] arch::isa::semantics::Registers from_bare(const BareRegisters& bare);
[[nodiscard]] BareRegisters to_bare(const arch::isa::semantics::Registers& registers);
[[nodiscard]] std::uint32_t entry_word(const arch::TileProgram& program,
                                       const std::string& codelet);

}  // namespace bspike::sim
