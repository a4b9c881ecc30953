// Owns the order of execution: walks a schedule, executes compute sets, copies exchanges, serves
// the host, and tells a clock about each phase.
// Contract: values depend on the Image and the host alone, not on the clock nor on the order of
// tiles or the number of threads: after a fault the phase's other tiles still run, the fault of the
// lowest tile is reported, and the walker does nothing more.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "sim/chip_memory.hpp"
#include "sim/engine/executor.hpp"
#include "sim/engine/thread_pool.hpp"
#include "sim/host/host_ledger.hpp"
#include "sim/phase_clock.hpp"
#include "sim/run.hpp"
#include "sim/run_plan.hpp"

namespace bspike::sim {

// What tiles did, by tile, without cycles.
struct TileWorkTotals {
  std::uint64_t issue_slots = 0;
  std::uint64_t instructions = 0;
};

struct WalkerInput {
  const arch::Image& image;
  const RunPlan& plan;
  const ChipMemory& memory;
  arch::HostPort& host;
  const Executor& executor;
  std::vector<std::unique_ptr<PreparedProgram>>& programs;
  ThreadPool& pool;
  std::uint64_t shuffle_seed = 0;
};

class ScheduleWalker {
 public:
  ScheduleWalker(const WalkerInput& input, PhaseClock& clock);

  // False if a fault ended it.
  bool walk_setup();
  bool walk_step(std::uint64_t step);
  void end_call(double host_seconds);

  [[nodiscard]] const FaultReport& fault() const { return fault_; }
  [[nodiscard]] const HostLedger& host() const { return host_; }
  [[nodiscard]] const std::vector<TileWorkTotals>& tiles() const { return tiles_; }
  [[nodiscard]] const std::vector<std::uint64_t>& exchange_counts() const {
    return exchange_counts_;
  }
  [[nodiscard]] std::uint64_t instructions() const { return instructions_; }
  [[nodiscard]] const HostTime& time() const { return time_; }

 private:
  bool walk(std::uint32_t node);
  template <class Tell>
  void tell(const Tell& what);
  bool walk_repeat(const arch::ScheduleNode& node);
  bool walk_trip(const arch::ScheduleNode& node, std::uint32_t trip);
  using SlowSlots = std::vector<std::vector<std::uint64_t>>;  // Executor::slow_slots, by program
  [[nodiscard]] SlowSlots slow_slots() const;
  void prepare_for(const SlowSlots& before, std::uint64_t trips);
  bool walk_superstep(std::uint32_t index);
  void walk_host(const arch::ScheduleNode& node);
  bool compute(std::uint32_t index);
  bool run_tiles(std::uint32_t index, const arch::ComputeSet& set);
  void run_tile(const arch::TileWork& work, std::size_t slot);
  void copy(std::uint32_t exchange) const;
  void copy_range(std::uint32_t exchange, std::size_t begin, std::size_t end) const;
  void copy_to(const arch::Transfer& transfer, arch::TileId tile) const;
  [[nodiscard]] std::size_t multicast(std::span<const arch::Transfer> transfers,
                                      const std::vector<arch::TileId>& tiles) const;
  void receive_stream(std::uint32_t stream);
  void send_stream(std::uint32_t stream);
  void shuffle(std::size_t count);
  [[nodiscard]] SuperstepRecord record_of(std::uint32_t index) const;
  void report(const Fault& fault, const arch::TileWork& work, std::uint32_t node);

  WalkerInput in_;
  PhaseClock& clock_;
  const arch::Schedule* schedule_ = nullptr;
  std::uint64_t step_ = 0;
  bool in_repeat_ = false;
  std::uint64_t compute_phases_ = 0;
  std::vector<std::uint32_t> order_;       // of a compute set's tiles
  std::vector<ComputeCounts> counts_;      // parallel to the compute set's work
  std::vector<Fault> faults_;              // the same
  std::vector<std::uint64_t> last_slots_;  // of all tiles in a compute set's last run, by set
  std::vector<std::byte> staging_;         // of a host stream
  std::vector<TileWorkTotals> tiles_;
  std::vector<std::uint64_t> exchange_counts_;  // executions, by plan
  std::uint64_t instructions_ = 0;
  HostLedger host_;
  HostTime time_;
  FaultReport fault_;
};

}  // namespace bspike::sim
