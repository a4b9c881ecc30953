// Owns RunResult: the one structure from which console, JSON, CSV and later views are written.
// Contract: integers are cycles, bytes or counts and never negative; a ratio whose denominator is 0
// is absent (null in JSON).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arch/machine/machine.hpp"
#include "arch/program/image.hpp"
#include "sim/host_time.hpp"

namespace bspike::sim {

// One row a superstep kind, layer, kernel or phase.
struct CycleBreakdown {
  std::uint64_t compute_cycles = 0;  // along the critical tiles
  std::uint64_t launch_cycles = 0;   // the supervisor's part of compute
  std::uint64_t sync_cycles = 0;
  std::uint64_t exchange_cycles = 0;
  [[nodiscard]] std::uint64_t total() const {
    return compute_cycles + sync_cycles + exchange_cycles;
  }
};

struct SuperstepKindRow {
  std::string phase, layer, kind;
  std::uint64_t count = 0;
  std::uint64_t min_cycles = 0, median_cycles = 0, max_cycles = 0;
  arch::TileId critical_tile = 0;  // critical most often; lowest id on a tie
  CycleBreakdown cycles;
  std::uint64_t wait_cycles = 0;      // for the last arrival, summed over active tiles
  std::uint64_t exchange_bytes = 0;   // sent
  std::uint64_t exchange_pieces = 0;  // sent, runs of neighbouring bytes
  std::uint64_t source_changes = 0;   // the most at one receiver in one superstep
  std::uint64_t tiles = 0;            // that take part, at most
};

// One executed superstep, in order (supersteps.csv). Along the critical path each one starts where
// the one before ends: start + compute + sync + exchange = start of the next, or the end.
struct SuperstepRecord {
  std::uint32_t node = 0;         // schedule node
  bool setup = false;             // of Image::setup, else of Image::step
  std::uint64_t step = 0;         // training step; 0 in setup
  std::uint64_t start_cycle = 0;  // the critical tile begins to compute
  std::uint64_t compute_cycles = 0, launch_cycles = 0, sync_cycles = 0,
                exchange_cycles = 0;  // of the critical path
  std::uint64_t wait_cycles = 0;      // for the last arrival, summed over active tiles
  arch::TileId critical_tile = 0;
  std::uint32_t participants = 0;
  std::uint64_t exchange_bytes = 0;
};

struct WorkRecord;

// Where each tile's time went. compute + wait + sync + exchange = elapsed.
struct TileTimes {
  bool active = false;  // takes part in the run; idle tiles cost nothing and have zeros
  std::uint64_t compute_cycles = 0, launch_cycles = 0, wait_cycles = 0, sync_cycles = 0,
                exchange_cycles = 0;
  std::uint64_t issue_slots = 0;  // of all workers
  std::uint64_t instructions = 0;
  std::uint64_t bytes_sent = 0, bytes_received = 0;
};

struct KernelRow {
  std::string codelet;
  std::uint64_t calls = 0;  // vertices, all tiles
  std::uint64_t issue_slots = 0;
  std::uint64_t instructions = 0;
};

struct HotLine {
  std::string program, codelet, text;
  std::uint32_t line = 0;
  std::uint64_t executions = 0;
};

struct MemoryRow {  // one a tile that holds anything (memory.csv)
  arch::TileId tile = 0;
  std::map<std::string, std::uint64_t> by_category;
  std::uint64_t total_bytes = 0;
};

struct SimulatorFacts {  // the only part of a report that may differ between two equal runs
  double wall_seconds = 0;
  std::uint64_t instructions = 0;
  double mips = 0;
  std::uint64_t peak_rss_bytes = 0;
  std::uint32_t threads = 1;
  HostTime time;  // parts of the wall time
  std::string engine, compiler, build_type;
};

struct FaultReport {  // empty kind: none
  std::string kind, message, codelet, source_line, superstep;
  arch::TileId tile = 0;
  std::uint32_t worker = 0, pc_word = 0;
  std::uint64_t step = 0;
};

struct RunResult {
  bool timed = true;
  bool interrupted = false;
  std::uint64_t steps = 0;  // completed
  std::uint64_t total_cycles = 0;
  std::uint64_t host_phases = 0;
  std::uint64_t host_calls = 0;      // steps that the host awaited, one by one
  double call_overhead_seconds = 0;  // of the host's own, each call
  double host_seconds = 0;
  std::uint64_t host_bytes_in = 0, host_bytes_out = 0;
  CycleBreakdown phases;                // along the critical tiles; total() = total_cycles
  std::vector<SuperstepKindRow> kinds;  // in order of first execution
  std::map<std::string, CycleBreakdown> by_phase, by_layer;
  std::vector<KernelRow> kernels;
  std::vector<SuperstepRecord> supersteps;  // all steps; capped by RunOptions::superstep_records
  std::uint64_t supersteps_total = 0;
  std::vector<TileTimes> tiles;  // by tile, all tiles of the chip
  std::vector<MemoryRow> memory;
  std::uint64_t memory_budget_bytes = 0;
  std::uint64_t exchange_bytes_sent = 0,
                exchange_bytes_received = 0;             // multicast once sent, many received
  std::map<std::string, std::uint64_t> instruction_mix;  // executed, by mnemonic
  std::vector<HotLine> hot_lines;
  std::map<std::string, std::vector<double>> series;  // one value a step
  std::uint64_t instructions = 0;
  FaultReport fault;
  std::shared_ptr<const WorkRecord> work;  // with RunOptions::record_work, else empty
  SimulatorFacts simulator;
};

}  // namespace bspike::sim
