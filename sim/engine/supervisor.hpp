// Owns the supervisor of one compute set on one tile: a seventh context that starts workers.
// Contract: run_supervisor ends with `done` or with the first fault; vertices run, one after the
// other, in the order in which they are started.
// Timing (tile cycles, SupervisorSection): a compute set costs entry_cycles; an instruction costs
// straight_cycles, a taken branch branch_cycles, run and runall run_cycles, lsync
// local_sync_cycles; one that reads the register loaded by the instruction just before it costs
// load_use_cycles - straight_cycles more. A load of matrix weights is an ordinary instruction; if
// both its halves lie in one memory element, it takes as long as worker.element_conflict more.
// Workers that a segment (the time between two lsyncs) starts run side by side: the segment takes
// the slots of the worker with most of them, and a worker started twice runs its vertices one after
// the other. Confidence A [poplibs], section 2.1 of the hardware facts.
#pragma once

#include <cstdint>
#include <vector>

#include "arch/isa/instruction.hpp"
#include "arch/isa/semantics/registers.hpp"
#include "arch/machine/machine.hpp"
#include "arch/program/tile_program.hpp"
#include "sim/engine/checked_memory.hpp"
#include "sim/engine/interpreter_loop.hpp"
#include "sim/engine/step_table.hpp"

namespace bspike::sim {

// The supervisor's code, decoded once for a program.
struct SupervisorOp {
  arch::isa::Instruction instruction;
  Step<CheckedMemory<false>> step;
  std::uint16_t reads = 0;  // MAIN registers, a bit each
  std::uint16_t loads = 0;  // the register that a load writes
  bool is_no_op = false;
};
struct SupervisorProgram {
  std::uint32_t entry_word = 0;
  std::vector<SupervisorOp> ops;  // word entry_word + index
};

[[nodiscard]] SupervisorProgram decode_supervisor(const arch::TileProgram& program);

// Runs one vertex on one worker: entry in bytes from the start of code, and the vertex base.
struct Start {
  std::uint32_t worker = 0;
  std::uint32_t entry_offset = 0;
  std::uint32_t vertex_base = 0;
  bool first_of_call = true;  // runall starts one call on many workers
  const arch::isa::semantics::MatrixWeights* weights = nullptr;
};

// What the supervisor of a tile commands.
class WorkerStarter {
 public:
  virtual ~WorkerStarter() = default;
  virtual WorkerEnd start(const Start& start) = 0;
  virtual void segment_ended() = 0;
};

struct SupervisorInput {
  const SupervisorProgram& program;
  const arch::Machine& machine;
  const MemoryLayout& layout;
  std::uint32_t launch_address = 0;
  std::uint64_t instruction_limit = 0;
  CountDifferences* counts = nullptr;
  WorkerStarter& workers;
};

[[nodiscard]] Fault run_supervisor(const SupervisorInput& input, ComputeCounts& counts);

}  // namespace bspike::sim
