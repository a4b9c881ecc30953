// Owns the supervisor of one compute set on one tile: a seventh context that starts workers.
// Timing (tile cycles, SupervisorSection): a compute set costs entry_cycles; an instruction costs
// straight_cycles, a taken branch branch_cycles, run and runall run_cycles, lsync
// local_sync_cycles; one that reads the register loaded by the instruction just before it costs
// load_use_cycles - straight_cycles more. Workers that a segment (the time between two lsyncs)
// starts run side by side: the segment takes the slots of the worker with most of them, and a
// worker started twice runs its vertices one after the other. Confidence A [poplibs], section 2.1
// of the hardware facts.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "arch/isa/instruction.hpp"
#include "arch/isa/semantics/registers.hpp"
#include "arch/machine/machine.hpp"
#include "arch/program/tile_program.hpp"
#include "sim/engine/checked_memory.hpp"
#include "sim/engine/interpreter_loop.hpp"

namespace bspike::sim {

// The supervisor's code, decoded once for a program.
struct SupervisorProgram {
  std::uint32_t entry_word = 0;
  std::vector<arch::isa::Instruction> instructions;  // word entry_word + index
};

[[nodiscard]] SupervisorProgram decode_supervisor(const arch::TileProgram& program);

// Runs one vertex on one worker: entry in bytes from the start of code, and the vertex base.
struct Start {
  std::uint32_t worker = 0;
  std::uint32_t entry_offset = 0;
  std::uint32_t vertex_base = 0;
  bool first_of_call = true;  // runall starts one call on many workers
};
using StartWorker = std::function<WorkerEnd(const Start&)>;

struct SupervisorInput {
  const SupervisorProgram& program;
  const arch::Machine& machine;
  const MemoryLayout& layout;
  std::uint32_t launch_address = 0;
  std::uint64_t instruction_limit = 0;
  CountDifferences* counts = nullptr;
  StartWorker start_worker;
  std::function<void()> segment_ended;
};

[[nodiscard]] Fault run_supervisor(const SupervisorInput& input, ComputeCounts& counts);

}  // namespace bspike::sim
