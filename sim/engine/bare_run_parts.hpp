// Owns what the forms of a bare run share.
#pragma once

#include "arch/isa/semantics/registers.hpp"
#include "sim/engine/bare_run.hpp"
#include "sim/engine/checked_memory.hpp"
#include "sim/engine/interpreter_loop.hpp"
#include "sim/engine/micro_program.hpp"

namespace bspike::sim {

[[nodiscard]] arch::isa::semantics::Registers from_bare(const BareRegisters& bare);
[[nodiscard]] BareRegisters to_bare(const arch::isa::semantics::Registers& registers);

// A codelet about to run. Throws as run_bare does.
struct BareVertex {
  MicroProgram micro;
  MemoryLayout layout;
  std::uint32_t entry_word = 0;
};
[[nodiscard]] BareVertex bare_vertex(const arch::TileProgram& program, const arch::Machine& machine,
                                     const BareRun& run);
[[nodiscard]] BareResult bare_result(const arch::Machine& machine, const BareRun& run,
                                     const arch::isa::semantics::Registers& registers,
                                     const WorkerEnd& end);
[[nodiscard]] std::uint32_t entry_word(const arch::TileProgram& program,
                                       const std::string& codelet);

}  // namespace bspike::sim
