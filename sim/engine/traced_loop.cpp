// Owns the slow twin of the fast loop: decodes every word when it comes to it, and counts issue by
// issue. It shares the instructions' bodies with the fast loop and nothing else.
#include <algorithm>

#include "arch/isa/formats.hpp"
#include "sim/engine/bare_run.hpp"
#include "sim/engine/bare_run_parts.hpp"
#include "sim/engine/step_table.hpp"

namespace bspike::sim {
namespace {

namespace isa = arch::isa;
using Memory = CheckedMemory<false>;
using isa::semantics::Registers;

class TracedWorker {
 public:
  TracedWorker(const arch::TileProgram& program, const arch::Machine& machine, const BareRun& run)
      : program_(program),
        machine_(machine),
        run_(run),
        memory_(make_layout(machine, run.memory, run.code_base, program.code_bytes()), nullptr,
                run.worker),
        registers_(from_bare(run.registers)),
        word_(entry_word(program, run.codelet)) {}

  BareResult run(const std::function<void(const TraceStep&)>& on_step) {
    bool running = true;
    while (running) {
      const isa::Issue issue = isa::read_issue(program_.words, word_);
      const std::uint32_t pc = word_;
      if (run_.exact_limit && slots_ + memory_.conflict_slots() + price(issue) > run_.slot_limit) {
        fail({.kind = FaultKind::kNoProgress});
        break;
      }
      running = execute(issue);
      if (fault_.kind != FaultKind::kNone && fault_.kind != FaultKind::kNoProgress) break;
      slots_ += price(issue);
      instructions_ += count_of(issue);
      if (on_step) {
        const BareRegisters after = to_bare(registers_);
        on_step({pc, issue, after, slots_ + memory_.conflict_slots()});
      }
      if (jumped_ && slots_ > run_.slot_limit) {
        fault_.kind = FaultKind::kNoProgress;
        break;
      }
    }
    return result();
  }

 private:
  // False: the vertex has ended, or the issue faults.
  bool execute(const isa::Issue& issue) {
    const Registers before = registers_;
    const std::uint32_t next = word_ + (issue.bundled ? 2 : 1);
    jumped_ = false;
    const bool goes_on = execute_main(issue.first, next);
    if (fault_.kind != FaultKind::kNone) return false;
    if (issue.bundled) execute_aux(issue.aux, before);
    isa::semantics::restore_zeros(registers_);
    if (goes_on && !jumped_) word_ = loop_back(next);
    return goes_on;
  }

  // The AUX half sees the registers of before; only its result goes on.
  void execute_aux(const isa::Instruction& aux, const Registers& before) {
    Registers scratch = before;
    static_cast<void>(step_of<Memory>(aux.op).advance(scratch, aux, memory_));
    registers_.matrix = scratch.matrix;
    for (const isa::Operand& operand : isa::operands(isa::info(aux.op).format)) {
      if (operand.access == isa::Access::kRead) continue;
      const std::uint8_t first = isa::register_in(aux, operand.slot);
      std::copy_n(scratch.a.begin() + first, operand.width, registers_.a.begin() + first);
    }
  }

  bool execute_main(const isa::Instruction& main, std::uint32_t next) {
    const Step<Memory>& step = step_of<Memory>(main.op);
    if (step.branches != nullptr) {
      jumped_ = step.branches(registers_, main);
      if (jumped_) word_ = static_cast<std::uint32_t>(main.imm);
      return true;
    }
    if (step.advance != nullptr) {
      if (!step.advance(registers_, main, memory_)) fail(memory_.fault());
      return true;
    }
    if (isa::family_of(main.op) == isa::Family::kRepeat) {
      open_repeat(main, next);
      return true;
    }
    return command(main);
  }

  bool command(const isa::Instruction& main) {
    if (main.op == isa::Opcode::kNop) return true;
    if (main.op == isa::Opcode::kTrap) {
      fail({.kind = FaultKind::kTrap, .code = static_cast<std::uint32_t>(main.imm)});
    } else if (main.op != isa::Opcode::kExit) {
      fail({.kind = FaultKind::kSupervisor});
    }
    return false;
  }

  void open_repeat(const isa::Instruction& main, std::uint32_t next) {
    const std::uint32_t trips =
        main.op == isa::Opcode::kRpti ? static_cast<std::uint32_t>(main.imm) : registers_.m[main.a];
    const std::uint32_t end = next + 2 * static_cast<std::uint32_t>(main.imm2);
    if (trips > machine_.worker.repeat_limit) {
      fail({.kind = FaultKind::kRepeatLimit});
      return;
    }
    body_begin_ = next;
    body_end_ = end;
    trips_left_ = trips;
    if (trips == 0) skip_to_ = end;
  }

  std::uint32_t loop_back(std::uint32_t next) {
    if (skip_to_ != 0) {
      next = skip_to_;
      skip_to_ = 0;
      return next;
    }
    if (trips_left_ == 0 || next != body_end_) return next;
    return --trips_left_ != 0 ? body_begin_ : next;
  }

  [[nodiscard]] std::uint64_t price(const isa::Issue& issue) const {
    const auto unit = [&](const isa::Instruction& instruction) {
      return machine_.unit_slots[static_cast<std::size_t>(isa::info(instruction.op).unit)];
    };
    return issue.bundled ? std::max(unit(issue.first), unit(issue.aux)) : unit(issue.first);
  }

  static std::uint64_t count_of(const isa::Issue& issue) {
    std::uint64_t count = isa::is_no_op(issue.first) ? 0 : 1;
    if (issue.bundled && !isa::is_no_op(issue.aux)) ++count;
    return count;
  }

  void fail(Fault fault) {
    fault_ = fault;
    fault_.pc_word = word_;
  }

  BareResult result() {
    BareResult result;
    result.registers = to_bare(registers_);
    result.slots = slots_ + memory_.conflict_slots();
    result.instructions = instructions_;
    result.cycles = result.slots * machine_.worker.issue_period_cycles;
    result.fault = fault_;
    if (fault_.kind == FaultKind::kNoProgress) result.fault.pc_word = word_;
    result.fault.worker = run_.worker;
    return result;
  }

  const arch::TileProgram& program_;
  const arch::Machine& machine_;
  const BareRun& run_;
  Memory memory_;
  Registers registers_;
  std::uint32_t word_ = 0;
  std::uint64_t slots_ = 0;
  std::uint64_t instructions_ = 0;
  std::uint32_t body_begin_ = 0;
  std::uint32_t body_end_ = 0;
  std::uint32_t trips_left_ = 0;  // of the body at hand, this one included
  std::uint32_t skip_to_ = 0;     // behind a body repeated 0 times
  bool jumped_ = false;
  Fault fault_;
};

}  // namespace

BareResult run_bare_traced(const arch::TileProgram& program, const arch::Machine& machine,
                           const BareRun& run,
                           const std::function<void(const TraceStep&)>& on_step) {
  arch::base::DiagnosticSink sink;
  isa::check_program(program, sink);
  sink.throw_if_any<arch::base::AsmError>();
  return TracedWorker(program, machine, run).run(on_step);
}

}  // namespace bspike::sim
