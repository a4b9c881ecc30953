// Owns the fast loop: a worker's vertex from entry to exit by computed goto, one handler an
// instruction, generated from isa.def.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "arch/isa/formats.hpp"
#include "arch/isa/semantics/execute.hpp"
#include "sim/engine/checked_memory.hpp"
#include "sim/engine/micro_program.hpp"

// Handlers live in the loop's one function, except where instrumentation would make that function
// take minutes to compile.
#if !defined(__OPTIMIZE__) || defined(__SANITIZE_ADDRESS__)
#define BSPIKE_HANDLER [[gnu::noinline]]
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(undefined_behavior_sanitizer) || \
    __has_feature(thread_sanitizer)
#define BSPIKE_HANDLER [[gnu::noinline]]
#endif
#endif
#if !defined(BSPIKE_HANDLER)
#define BSPIKE_HANDLER [[gnu::always_inline]]
#endif

namespace bspike::sim {

// Differences of execution counts by word: a straight run of words adds 1 at its first word and
// takes it away behind its last, so that counting costs nothing between jumps.
using CountDifferences = std::vector<std::int64_t>;

// How a vertex ended.
struct WorkerEnd {
  std::uint64_t slots = 0;
  std::uint64_t instructions = 0;
  Fault fault;
};

template <bool kRaces>
struct WorkerRun {
  WorkerRun(const MicroProgram& micro_program, CheckedMemory<kRaces> checked_memory)
      : program(micro_program), memory(std::move(checked_memory)) {}

  arch::isa::semantics::Registers registers;
  const MicroProgram& program;
  CheckedMemory<kRaces> memory;
  std::uint64_t slots = 0;         // less the prefix sum at the current word
  std::uint64_t instructions = 0;  // the same
  std::uint64_t slot_limit = 0;
  std::uint32_t repeat_limit = 0;
  std::uint32_t trips_left = 0;  // of the repeat body at hand, behind this one
  const MicroOp* repeat = nullptr;
  std::uint32_t stopped_word = 0;  // everything before it counts
  Fault fault;
  MicroOp stop;
  CountDifferences* counts = nullptr;  // if lines are profiled

  [[nodiscard]] const MicroProgram::Mark& mark(const MicroOp* op) const {
    return program.marks[static_cast<std::size_t>(op - program.ops.data())];
  }

  // Each leads the loop to its end.
  [[nodiscard]] const MicroOp* exit_behind(const MicroOp* op) {
    stopped_word = mark(op).next_word;
    return &stop;
  }
  [[nodiscard]] const MicroOp* fault_at(std::uint32_t word, Fault why) {
    fault = why;
    fault.pc_word = word;
    stopped_word = word;
    return &stop;
  }
  [[nodiscard]] const MicroOp* fault_at(const MicroOp* op, Fault why) {
    return fault_at(mark(op).word, why);
  }
};

namespace interpreter {

using arch::isa::Family;
using arch::isa::Opcode;

template <class Run>
[[gnu::always_inline]] inline const MicroOp* take_branch(Run& run, const MicroOp* op) {
  const auto cost = std::bit_cast<BranchCost>(op[1]);
  run.slots += static_cast<std::uint64_t>(std::int64_t{cost.slots});
  run.instructions += static_cast<std::uint64_t>(std::int64_t{cost.instructions});
  if (run.counts != nullptr) {
    --(*run.counts)[run.mark(op).next_word];
    ++(*run.counts)[cost.target_word];
  }
  const MicroOp* target = op + op->imm;
  if (run.slots + cost.slots_at_target > run.slot_limit) [[unlikely]] {
    return run.fault_at(cost.target_word, {.kind = FaultKind::kNoProgress});
  }
  return target;
}

template <class Run>
[[gnu::always_inline]] inline const MicroOp* repeat(Run& run, const MicroOp* op,
                                                    std::uint32_t trips) {
  if (trips > run.repeat_limit) [[unlikely]] {
    return run.fault_at(op, {.kind = FaultKind::kRepeatLimit});
  }
  const auto cost = std::bit_cast<RepeatCost>(op[1]);
  const std::uint64_t more = std::uint64_t{trips} - 1;  // one trip is in the prefix sums
  run.slots += more * cost.body_slots;
  run.instructions += more * cost.body_instructions;
  if (run.counts != nullptr) {
    const std::uint32_t begin = run.mark(op).next_word;
    (*run.counts)[begin] += static_cast<std::int64_t>(more);
    (*run.counts)[begin + cost.body_words] -= static_cast<std::int64_t>(more);
  }
  if (trips == 0) return op + op->imm;
  run.trips_left = trips - 1;
  run.repeat = op;
  return op + 2;
}

// Instructions of Family::kEngine.
template <Opcode opcode, class Run>
[[gnu::always_inline]] inline const MicroOp* engine_step(Run& run, const MicroOp* op) {
  if constexpr (opcode == Opcode::kNop) return op + 1;
  if constexpr (opcode == Opcode::kExit) return run.exit_behind(op);
  if constexpr (opcode == Opcode::kTrap) {
    return run.fault_at(op,
                        {.kind = FaultKind::kTrap, .code = static_cast<std::uint32_t>(op->imm)});
  }
  return run.fault_at(op, {.kind = FaultKind::kSupervisor});
}

template <Opcode opcode, class Run>
BSPIKE_HANDLER inline const MicroOp* step(Run& run, const MicroOp* op) {
  namespace semantics = arch::isa::semantics;
  constexpr Family family = arch::isa::family_of(opcode);
  if constexpr (family == Family::kEngine) {
    return engine_step<opcode>(run, op);
  } else if constexpr (family == Family::kBranch) {
    if (semantics::branches<opcode>(run.registers, *op)) return take_branch(run, op);
    return op + 2;
  } else if constexpr (family == Family::kRepeat) {
    if constexpr (opcode == Opcode::kRpti) {
      return repeat(run, op, std::bit_cast<RepeatCost>(op[1]).trips);
    } else {
      return repeat(run, op, run.registers.m[op->a]);
    }
  } else {
    if (!semantics::advance<opcode>(run.registers, *op, run.memory)) [[unlikely]] {
      return run.fault_at(op, run.memory.fault());
    }
    return op + 1;
  }
}

// At the end of a repeat body: back to its start, or on.
template <class Run>
[[gnu::always_inline]] inline const MicroOp* loop_end(Run& run, const MicroOp* op) {
  if (run.trips_left == 0) return op + 1;
  --run.trips_left;
  return op + op->imm;
}

// The last micro-op of a repeat body, with the loop end behind it.
template <Opcode opcode, class Run>
BSPIKE_HANDLER inline const MicroOp* last_step(Run& run, const MicroOp* op) {
  constexpr Family family = arch::isa::family_of(opcode);
  if constexpr (family == Family::kEngine || family == Family::kBranch ||
                family == Family::kRepeat) {
    return step<opcode>(run, op);  // never stands in a body
  } else {
    if (!arch::isa::semantics::advance<opcode>(run.registers, *op, run.memory)) [[unlikely]] {
      return run.fault_at(op, run.memory.fault());
    }
    return loop_end(run, op + 1);
  }
}

template <class Run>
inline void save_pair(Run& run, const MicroOp* op) {
  namespace semantics = arch::isa::semantics;
  semantics::set_float_view(run.registers, semantics::kShadow,
                            semantics::float_view<semantics::Bits64>(run.registers, op->a));
}

// Runs from `op` until the stop handler; with a null run, gives the handlers' offsets instead.
// Not inlined or cloned: the offsets are those of this one body.
template <class Run>
#if defined(__clang__)
__attribute__((noinline))
#else
__attribute__((noinline, noclone))
#endif
void loop(Run* run, const MicroOp* op, std::int32_t* handlers) {
#define BSPIKE_OFFSET(label)                                    \
  static_cast<std::int32_t>(static_cast<const char*>(&&label) - \
                            static_cast<const char*>(&&at_start))
#define BSPIKE_NEXT() goto*(static_cast<const char*>(&&at_start) + op->handler)
  if (run == nullptr) {
    for (std::size_t i = 0; i < kHandlers; ++i) handlers[i] = BSPIKE_OFFSET(at_kStop);
#define BSPIKE_INSTR(enumerator, mnemonic, opcode, pipe, format, unit, sentence) \
  handlers[opcode] = BSPIKE_OFFSET(at_##enumerator);                             \
  handlers[kLastInBody + opcode] = BSPIKE_OFFSET(last_##enumerator);
#include "arch/isa/isa.def"
#undef BSPIKE_INSTR
    handlers[static_cast<std::size_t>(Helper::kLoopEnd)] = BSPIKE_OFFSET(at_kLoopEnd);
    handlers[static_cast<std::size_t>(Helper::kRestoreZeros)] = BSPIKE_OFFSET(at_kRestoreZeros);
    handlers[static_cast<std::size_t>(Helper::kSavePair)] = BSPIKE_OFFSET(at_kSavePair);
    return;
  }
at_start:
  BSPIKE_NEXT();
#define BSPIKE_INSTR(enumerator, mnemonic, opcode, pipe, format, unit, sentence) \
  at_##enumerator : op = step<Opcode::enumerator>(*run, op);                     \
  BSPIKE_NEXT();
#include "arch/isa/isa.def"
#undef BSPIKE_INSTR
#define BSPIKE_INSTR(enumerator, mnemonic, opcode, pipe, format, unit, sentence) \
  last_##enumerator : op = last_step<Opcode::enumerator>(*run, op);              \
  BSPIKE_NEXT();
#include "arch/isa/isa.def"
#undef BSPIKE_INSTR
at_kLoopEnd:
  op = loop_end(*run, op);
  BSPIKE_NEXT();
at_kRestoreZeros:
  arch::isa::semantics::restore_zeros(run->registers);
  ++op;
  BSPIKE_NEXT();
at_kSavePair:
  save_pair(*run, op);
  ++op;
  BSPIKE_NEXT();
at_kStop:
  return;
#undef BSPIKE_NEXT
#undef BSPIKE_OFFSET
#undef BSPIKE_HANDLER
}

// What the counters say at the place where the run stopped.
template <class Run>
[[nodiscard]] WorkerEnd settle(Run& run) {
  const std::uint32_t word = run.stopped_word;
  if (run.trips_left != 0) {  // a fault inside a repeat body: these trips never ran
    const auto cost = std::bit_cast<RepeatCost>(run.repeat[1]);
    run.slots -= std::uint64_t{run.trips_left} * cost.body_slots;
    run.instructions -= std::uint64_t{run.trips_left} * cost.body_instructions;
    if (run.counts != nullptr) {
      const std::uint32_t begin = run.mark(run.repeat).next_word;
      (*run.counts)[begin] -= run.trips_left;
      (*run.counts)[begin + cost.body_words] += run.trips_left;
    }
  }
  if (run.counts != nullptr) --(*run.counts)[word];
  WorkerEnd end;
  end.slots = run.slots + run.program.slots_before[word] + run.memory.conflict_slots();
  end.instructions = run.instructions + run.program.instructions_before[word];
  end.fault = run.fault;
  return end;
}

}  // namespace interpreter

// Runs a vertex whose registers are set, from an entry word where an issue starts.
template <class Run>
[[nodiscard]] WorkerEnd run_vertex(Run& run, std::uint32_t entry_word, std::int32_t stop_handler) {
  run.stop.handler = stop_handler;
  run.slots = 0 - std::uint64_t{run.program.slots_before[entry_word]};
  run.instructions = 0 - std::uint64_t{run.program.instructions_before[entry_word]};
  if (run.counts != nullptr) ++(*run.counts)[entry_word];
  const MicroOp* op = run.program.ops.data() + run.program.op_of_word[entry_word];
  interpreter::loop(&run, op, nullptr);
  return interpreter::settle(run);
}

}  // namespace bspike::sim
