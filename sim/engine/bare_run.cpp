// Owns the fast bare run.
#include "sim/engine/bare_run.hpp"

#include <algorithm>

#include "sim/engine/bare_run_parts.hpp"
#include "sim/engine/interpreter_loop.hpp"

namespace bspike::sim {
namespace {

using Run = WorkerRun<false>;

// Gives the handler that ends the loop.
std::int32_t link(MicroProgram& program) {
  std::array<std::int32_t, kHandlers> handlers{};
  interpreter::loop<Run>(nullptr, nullptr, handlers.data());
  program.link(handlers);
  return handlers[static_cast<std::size_t>(Helper::kStop)];
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

BareVertex bare_vertex(const arch::TileProgram& program, const arch::Machine& machine,
                       const BareRun& run) {
  return {predecode(program, machine),
          make_layout(machine, run.memory, run.code_base, program.code_bytes()),
          entry_word(program, run.codelet)};
}

BareResult bare_result(const arch::Machine& machine, const BareRun& run,
                       const arch::isa::semantics::Registers& registers, const WorkerEnd& end) {
  BareResult result;
  result.registers = to_bare(registers);
  result.slots = end.slots;
  result.instructions = end.instructions;
  result.cycles = end.slots * machine.worker.issue_period_cycles;
  result.fault = end.fault;
  result.fault.worker = run.worker;
  return result;
}

BareResult run_bare(const arch::TileProgram& program, const arch::Machine& machine,
                    const BareRun& run) {
  BareVertex vertex = bare_vertex(program, machine, run);
  const std::int32_t stop_handler = link(vertex.micro);
  Run worker(vertex.micro, CheckedMemory<false>(vertex.layout, nullptr, run.worker));
  worker.registers = from_bare(run.registers);
  worker.repeat_limit = machine.worker.repeat_limit;
  worker.slot_limit = run.slot_limit;
  const WorkerEnd end = run_vertex(worker, vertex.entry_word, stop_handler);
  return bare_result(machine, run, worker.registers, end);
}

}  // namespace bspike::sim
