// Owns the supervisor's loop and its prices.
#include "sim/engine/supervisor.hpp"

#include <algorithm>

#include "arch/isa/assembly.hpp"
#include "arch/isa/program_problems.hpp"
#include "sim/engine/step_table.hpp"

namespace bspike::sim {
namespace {

namespace isa = arch::isa;
using Memory = CheckedMemory<false>;

bool reads_main(const isa::Instruction& instruction, std::uint8_t number) {
  for (const isa::Operand& operand : isa::operands(isa::info(instruction.op).format)) {
    if (operand.kind == isa::OperandKind::kMain && operand.access != isa::Access::kWrite &&
        isa::register_in(instruction, operand.slot) == number) {
      return true;
    }
  }
  return false;
}

class Supervisor {
 public:
  Supervisor(const SupervisorInput& input, ComputeCounts& counts)
      : input_(input),
        prices_(input.machine.supervisor),
        counts_(counts),
        memory_(input.layout, nullptr, input.machine.worker.contexts),
        worker_slots_(input.machine.worker.contexts, 0) {
    registers_.m[isa::kVertexBase] = input.launch_address;
  }

  Fault run() {
    counts_.launch_cycles += prices_.entry_cycles;
    while (!done_ && fault_.kind == FaultKind::kNone) step();
    close_segment();
    return fault_;
  }

 private:
  void step() {
    const std::size_t index = word_ - input_.program.entry_word;
    if (index >= input_.program.instructions.size()) {
      fail(FaultKind::kSupervisor);
      return;
    }
    if (++executed_ > input_.instruction_limit) {
      fail(FaultKind::kNoProgress);
      return;
    }
    const isa::Instruction& instruction = input_.program.instructions[index];
    std::uint32_t next = word_ + 1;
    std::uint64_t cycles = execute(instruction, next);
    if (fault_.kind != FaultKind::kNone) return;
    if (loaded_ != isa::kMainZero && reads_main(instruction, loaded_)) {
      cycles += prices_.load_use_cycles - prices_.straight_cycles;
    }
    loaded_ = isa::info(instruction.op).is_load ? instruction.d : isa::kMainZero;
    counts_.launch_cycles += cycles;
    if (!isa::is_no_op(instruction)) ++counts_.instructions;
    if (input_.counts != nullptr) {
      ++(*input_.counts)[word_];
      --(*input_.counts)[word_ + 1];
    }
    word_ = next;
  }

  // The instruction's own price.
  std::uint64_t execute(const isa::Instruction& instruction, std::uint32_t& next) {
    const Step<Memory>& step = step_of<Memory>(instruction.op);
    if (step.branches != nullptr) {
      const bool taken = step.branches(registers_, instruction);
      isa::semantics::restore_zeros(registers_);
      if (taken) next = static_cast<std::uint32_t>(instruction.imm);
      return taken ? prices_.branch_cycles : prices_.straight_cycles;
    }
    if (step.advance != nullptr) {
      if (!step.advance(registers_, instruction, memory_)) fail(memory_.fault());
      isa::semantics::restore_zeros(registers_);
      return prices_.straight_cycles;
    }
    return command(instruction);
  }

  std::uint64_t command(const isa::Instruction& instruction) {
    switch (instruction.op) {
      case isa::Opcode::kNop:
        return prices_.straight_cycles;
      case isa::Opcode::kTrap:
        fail({.kind = FaultKind::kTrap, .code = static_cast<std::uint32_t>(instruction.imm)});
        return 0;
      case isa::Opcode::kRun:
        start(instruction, static_cast<std::uint32_t>(instruction.imm), true);
        return prices_.run_cycles;
      case isa::Opcode::kRunall:
        for (std::uint32_t worker = 0; worker < worker_slots_.size(); ++worker) {
          start(instruction, worker, worker == 0);
        }
        return prices_.run_cycles;
      case isa::Opcode::kLsync:
        close_segment();
        return prices_.local_sync_cycles;
      case isa::Opcode::kDone:
        if (running_) fail(FaultKind::kSupervisor);
        done_ = true;
        return prices_.straight_cycles;
      default:
        fail(FaultKind::kSupervisor);
        return 0;
    }
  }

  void start(const isa::Instruction& instruction, std::uint32_t worker, bool first_of_call) {
    if (fault_.kind != FaultKind::kNone) return;
    if (worker >= worker_slots_.size()) {
      fail(FaultKind::kSupervisor);
      return;
    }
    const WorkerEnd end = input_.start_worker(
        {worker, registers_.m[instruction.a], registers_.m[instruction.b], first_of_call});
    running_ = true;
    worker_slots_[worker] += end.slots;
    counts_.issue_slots += end.slots;
    counts_.instructions += end.instructions;
    if (end.fault.kind != FaultKind::kNone) {
      fault_ = end.fault;
      fault_.worker = worker;
    }
  }

  void close_segment() {
    const auto slowest = std::ranges::max_element(worker_slots_);
    if (slowest != worker_slots_.end()) counts_.critical_slots += *slowest;
    std::ranges::fill(worker_slots_, 0);
    running_ = false;
    if (input_.segment_ended) input_.segment_ended();
  }

  void fail(FaultKind kind) { fail(Fault{.kind = kind}); }
  void fail(Fault fault) {
    fault_ = fault;
    fault_.worker = input_.machine.worker.contexts;
    fault_.pc_word = word_;
  }

  const SupervisorInput& input_;
  const arch::SupervisorSection& prices_;
  ComputeCounts& counts_;
  isa::semantics::Registers registers_;
  Memory memory_;
  std::vector<std::uint64_t> worker_slots_;  // of the segment at hand
  std::uint32_t word_ = input_.program.entry_word;
  std::uint64_t executed_ = 0;
  std::uint8_t loaded_ = isa::kMainZero;  // register loaded by the instruction before
  bool running_ = false;                  // workers were started and not waited for
  bool done_ = false;
  Fault fault_;
};

}  // namespace

SupervisorProgram decode_supervisor(const arch::TileProgram& program) {
  SupervisorProgram result;
  result.entry_word = program.supervisor_entry_word;
  for (const isa::Section& section : isa::sections_of(program)) {
    if (!section.supervisor()) continue;
    for (std::uint32_t word = section.entry_word; word < section.end_word; ++word) {
      result.instructions.push_back(isa::read_issue(program.words, word).first);
    }
  }
  return result;
}

Fault run_supervisor(const SupervisorInput& input, ComputeCounts& counts) {
  return Supervisor(input, counts).run();
}

}  // namespace bspike::sim
