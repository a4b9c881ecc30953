// Owns the order of a training step: host-in, supersteps in their loops over time, host-out.
#pragma once

#include <vector>

#include "arch/program/image.hpp"

namespace bspike::kernels {

// Supersteps as schedule nodes, each ready to be placed as often as the loops say.
struct StepNodes {
  std::vector<arch::ScheduleNode> start;  // before `zero`
  arch::ScheduleNode zero;
  std::vector<arch::ScheduleNode> prepare;      // behind `zero`, before the time steps
  std::vector<arch::ScheduleNode> slice_input;  // by input tile
  std::vector<arch::ScheduleNode> forward, loss_step, final_loss;
  std::vector<arch::ScheduleNode> slice_backward;  // by input tile; empty for inference
  std::vector<arch::ScheduleNode> backward;        // by layer
  std::vector<arch::ScheduleNode> update;          // one, or none
};

// The loop over time steps: its counter and who keeps it.
struct TimeLoop {
  std::uint32_t time_steps = 0;
  std::uint32_t counter_address = 0;
  std::uint32_t group = 0;
};

[[nodiscard]] arch::Schedule step_schedule(const StepNodes& nodes, const TimeLoop& loop,
                                           const std::vector<arch::StreamInfo>& streams);
[[nodiscard]] arch::Schedule empty_schedule();

}  // namespace bspike::kernels
