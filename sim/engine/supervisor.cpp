// Owns the supervisor's loop and its prices.
#include "sim/engine/supervisor.hpp"

#include <algorithm>
#include <boost/container/small_vector.hpp>

#include "arch/isa/assembly.hpp"
#include "arch/isa/program_problems.hpp"

namespace bspike::sim {
namespace {

namespace isa = arch::isa;
using Memory = CheckedMemory<false>;

std::uint16_t bit_of(std::uint8_t number) {
  return static_cast<std::uint16_t>(1u << number & ~(1u << isa::kMainZero));
}

SupervisorOp decode(const isa::Instruction& instruction) {
  SupervisorOp op;
  op.instruction = instruction;
  op.step = step_of<Memory>(instruction.op);
  for (const isa::Operand& operand : isa::operands(isa::info(instruction.op).format)) {
    if (operand.kind == isa::OperandKind::kMain && operand.access != isa::Access::kWrite) {
      op.reads |= bit_of(isa::register_in(instruction, operand.slot));
    }
  }
  if (isa::info(instruction.op).is_load) op.loads = bit_of(instruction.d);
  op.is_no_op = isa::is_no_op(instruction);
  return op;
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
    if (index >= input_.program.ops.size()) {
      fail(FaultKind::kSupervisor);
      return;
    }
    if (++executed_ > input_.instruction_limit) {
      fail(FaultKind::kNoProgress);
      return;
    }
    const SupervisorOp& op = input_.program.ops[index];
    std::uint32_t next = word_ + 1;
    std::uint64_t cycles = execute(op, next);
    if (fault_.kind != FaultKind::kNone) return;
    if ((loaded_ & op.reads) != 0) cycles += prices_.load_use_cycles - prices_.straight_cycles;
    loaded_ = op.loads;
    counts_.launch_cycles += cycles;
    if (!op.is_no_op) ++counts_.instructions;
    if (input_.counts != nullptr) {
      ++(*input_.counts)[word_];
      --(*input_.counts)[word_ + 1];
    }
    word_ = next;
  }

  // The instruction's own price.
  std::uint64_t execute(const SupervisorOp& op, std::uint32_t& next) {
    const isa::Instruction& instruction = op.instruction;
    const Step<Memory>& step = op.step;
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
      case isa::Opcode::kLdw128:
        return load_weights(instruction);
      case isa::Opcode::kDone:
        if (running_) fail(FaultKind::kSupervisor);
        done_ = true;
        return prices_.straight_cycles;
      default:
        fail(FaultKind::kSupervisor);
        return 0;
    }
  }

  // Workers that were not waited for may be in the middle of a row.
  std::uint64_t load_weights(const isa::Instruction& instruction) {
    if (running_) {
      fail(FaultKind::kSupervisor);
      return 0;
    }
    const std::uint64_t before = memory_.conflict_slots();
    const std::uint32_t base = registers_.m[instruction.a];
    if (!isa::semantics::load_weights(weights_, base, instruction, memory_)) fail(memory_.fault());
    return prices_.straight_cycles * (1 + memory_.conflict_slots() - before);
  }

  void start(const isa::Instruction& instruction, std::uint32_t worker, bool first_of_call) {
    if (fault_.kind != FaultKind::kNone) return;
    if (worker >= worker_slots_.size()) {
      fail(FaultKind::kSupervisor);
      return;
    }
    const WorkerEnd end =
        input_.workers.start({worker, registers_.m[instruction.a], registers_.m[instruction.b],
                              first_of_call, &weights_});
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
    input_.workers.segment_ended();
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
  isa::semantics::MatrixWeights weights_;
  boost::container::small_vector<std::uint64_t, 8> worker_slots_;  // of the segment at hand
  std::uint32_t word_ = input_.program.entry_word;
  std::uint64_t executed_ = 0;
  std::uint16_t loaded_ = 0;  // the register loaded by the instruction before
  bool running_ = false;      // workers were started and not waited for
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
      result.ops.push_back(decode(isa::read_issue(program.words, word).first));
    }
  }
  return result;
}

Fault run_supervisor(const SupervisorInput& input, ComputeCounts& counts) {
  return Supervisor(input, counts).run();
}

}  // namespace bspike::sim
