// Owns what the schedule walker tells a clock: which phases happened, in order.
// Contract: values are already in place when a clock hears of a phase, so no clock can change them;
// compute and exchange alternate, an absent half is told as empty; repeat trips and host transfers
// come between supersteps.
#pragma once

#include <cstdint>
#include <span>

#include "arch/program/image.hpp"
#include "sim/engine/executor.hpp"
#include "sim/result.hpp"

namespace bspike::sim {

// The compute half of a superstep. `counts` is parallel to `work`.
struct ComputePhase {
  SuperstepRecord record;  // node, step, participants and bytes; cycles are the clock's to fill
  std::span<const arch::TileWork> work;
  std::span<const ComputeCounts> counts;
};

struct HostTransfer {
  std::uint64_t bytes_to_chip = 0;
  std::uint64_t bytes_from_chip = 0;
  std::uint32_t stream = 0;  // index into Image::streams
};

class PhaseClock {
 public:
  virtual ~PhaseClock() = default;
  virtual void repeat_trip(std::span<const arch::TileId> tiles) = 0;
  virtual void compute(const ComputePhase& phase) = 0;
  virtual void exchange(std::uint32_t plan) = 0;  // kNoIndex: none
  virtual void host(const HostTransfer& transfer) = 0;
  virtual void end_call(double host_seconds) = 0;  // the host awaited the step, at that cost
};

// Receives each superstep once its cycles are known, in order of execution.
class SuperstepSink {
 public:
  virtual ~SuperstepSink() = default;
  virtual void complete(const SuperstepRecord& record) = 0;
};

// The clock of a functional run: no cycles.
class UntimedClock final : public PhaseClock {
 public:
  explicit UntimedClock(SuperstepSink& sink) : sink_(sink) {}
  void repeat_trip(std::span<const arch::TileId>) override {}
  void compute(const ComputePhase& phase) override { sink_.complete(phase.record); }
  void exchange(std::uint32_t) override {}
  void host(const HostTransfer&) override {}
  void end_call(double) override {}

 private:
  SuperstepSink& sink_;
};

}  // namespace bspike::sim
