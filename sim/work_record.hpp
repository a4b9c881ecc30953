// Owns what a run did, without its time: the phases in order, and what each working tile did in
// each. Contract: with the Image it is all that a timeline needs, so another machine's constants
// can be laid on it without executing again (retime.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "sim/phase_clock.hpp"

namespace bspike::sim {

// A tile in one compute set: cycles = launch_cycles + issue period * critical_slots.
struct TileCounts {
  std::uint32_t launch_cycles = 0;
  std::uint32_t critical_slots = 0;
};

struct RecordedPhase {
  enum class Kind : std::uint8_t { kRepeatTrip, kCompute, kExchange };
  Kind kind{};
  std::uint32_t index = 0;  // into repeat_tiles, into computes, or the exchange plan (or kNoIndex)
};

struct RecordedCompute {
  SuperstepRecord record;          // as the walker told it, without cycles
  std::vector<TileCounts> counts;  // parallel to the work of the superstep's compute set
};

struct WorkRecord {
  std::vector<RecordedPhase> phases;
  std::vector<RecordedCompute> computes;
  std::vector<std::vector<arch::TileId>> repeat_tiles;  // each set once
};

// Hands every phase on to another clock and writes it down.
class RecordingClock final : public PhaseClock {
 public:
  RecordingClock(PhaseClock& clock, WorkRecord& record) : clock_(clock), record_(record) {}
  void repeat_trip(std::span<const arch::TileId> tiles) override;
  void compute(const ComputePhase& phase) override;
  void exchange(std::uint32_t plan) override;
  void host(const HostTransfer& transfer) override { clock_.host(transfer); }
  void end_call(double host_seconds) override { clock_.end_call(host_seconds); }

 private:
  PhaseClock& clock_;
  WorkRecord& record_;
};

}  // namespace bspike::sim
