// Owns the fast bare run.
#include "sim/engine/bare_run.hpp"

#include <algorithm>

#include "sim/engine/bare_run_parts.hpp"
#include "sim/engine/interpreter_loop.hpp"

namespace bspike::sim {
namespace {

using Run = WorkerRun<false>;

struct Linked {
  MicroProgram program;
  std::int32_t stop_handler = 0;
};

Linked predecode_and_link(const arch::TileProgram& program, const arch::Machine& machine) {
  Linked linked;
  linked.program = predecode(program, machine);
  std::array<std::int32_t, kHandlers> handlers{};
  interpreter::loop<Run>(nullptr, nullptr, handlers.data());
  linked.program.link(handlers);
  linked.stop_handler = handlers[static_cast<std::size_t>(Helper::kStop)];
  return linked;
}

}  // namespace

BareRegisters bare_start(const arch::Machine& machine, std::uint32_t worker,
                         std::uint32_t vertex_base, std::uint32_t scratch_base) {
  BareRegisters registers;
  registers.m[arch::isa::kVertexBase] = vertex_base;
  registers.m[arch::isa::kScratchBase] =
      scratch_base + worker * static_cast<std::uint32_t>(machine.worker.stack_bytes);
  registers.m[arch::isa::kWorkerIndex] = worker;
  return registers;
}

arch::isa::semantics::Registers from_bare(const BareRegisters& bare) {
  arch::isa::semantics::Registers registers;
  registers.m = bare.m;
  std::ranges::copy(bare.a, registers.a.begin());
  arch::isa::semantics::restore_zeros(registers);
  return registers;
}

BareRegisters to_bare(const arch::isa::semantics::Registers& registers) {
  BareRegisters bare;
  bare.m = registers.m;
  std::copy_n(registers.a.begin(), bare.a.size(), bare.a.begin());
  return bare;
}

std::uint32_t entry_word(const arch::TileProgram& program, const std::string& codelet) {
  for (const arch::CodeletEntry& entry : program.codelets) {
    if (codelet.empty() || entry.name == codelet) return entry.entry_word;
  }
  arch::base::Diagnostic diagnostic;
  diagnostic.message = codelet.empty()
                           ? "program " + program.name + " has no codelet"
                           : "program " + program.name + " has no codelet \"" + codelet + "\"";
  throw arch::base::CompileError(std::vector<arch::base::Diagnostic>(1, diagnostic));
}

BareResult run_bare(const arch::TileProgram& program, const arch::Machine& machine,
                    const BareRun& run) {
  const Linked linked = predecode_and_link(program, machine);
  const MemoryLayout layout = make_layout(machine, run.memory, run.code_base, program.code_bytes());
  Run worker(linked.program, CheckedMemory<false>(layout, nullptr, run.worker));
  worker.registers = from_bare(run.registers);
  worker.repeat_limit = machine.worker.repeat_limit;
  worker.slot_limit = run.slot_limit;
  const WorkerEnd end = run_vertex(worker, entry_word(program, run.codelet), linked.stop_handler);
  BareResult result;
  result.registers = to_bare(worker.registers);
  result.slots = end.slots;
  result.instructions = end.instructions;
  result.cycles = end.slots * machine.worker.issue_period_cycles;
  result.fault = end.fault;
  result.fault.worker = run.worker;
  return result;
}

}  // namespace bspike::sim
