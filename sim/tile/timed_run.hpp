// Owns the door to the SystemC machine: a walk over a schedule, timed. No SystemC in this header.
// Contract: `walk` runs in a SystemC process and tells the clock its phases; an exception that
// leaves it comes out of run_on_system_c. One run at a time in a process; later ones are fine.
#pragma once

#include <functional>

#include "sim/phase_clock.hpp"
#include "sim/result.hpp"
#include "sim/run_plan.hpp"

namespace bspike::sim {

class TimelineWatcher;

struct TimedInput {
  const arch::Image& image;
  const arch::Machine& machine;
  const RunPlan& plan;
  SuperstepSink& sink;
  TimelineWatcher* watcher = nullptr;
};

struct TimedResult {
  std::uint64_t total_cycles = 0;
  std::uint64_t tail_cycles = 0;  // compute behind the last superstep, on the critical path
  std::vector<TileTimes> tiles;
};

[[nodiscard]] TimedResult run_on_system_c(const TimedInput& input,
                                          const std::function<void(PhaseClock&)>& walk);

}  // namespace bspike::sim
