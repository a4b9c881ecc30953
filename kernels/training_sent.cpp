// Owns the slots of those histories: of what was sent they begin with zeros, for the time steps
// before the first; of its gradients they end with zeros, for what nobody heard any more.
#include "kernels/training_sent.hpp"

#include <algorithm>

#include "kernels/layer_traits.hpp"

namespace bspike::kernels {
namespace {

using arch::MemoryCategory;

// The slot of time step 0, behind those of so many time steps before.
std::uint32_t take_history(const Job& job, const SliceLayout& slice, const std::string& name,
                           std::uint32_t before, const TakeFn& take) {
  const std::uint64_t slots = std::uint64_t{before} + job.network.time_steps;
  return take(name, MemoryCategory::kHistory, slots * slice.step_bytes) +
         word(before * slice.step_bytes);
}

}  // namespace

void allocate_sent(const Job& job, SliceLayout& slice, const TakeFn& take) {
  slice.delay = delay_above(job.network, slice.slice.layer);
  const bool late = slice.delay > 0;
  if (!keeps_sent(job.network, slice.slice.layer) || !(job.training() || late)) return;
  slice.sent_history = take_history(job, slice, "sent_history", std::max(1U, slice.delay), take);
  if (!late) return;
  slice.late_spikes = take("late_spikes", MemoryCategory::kExchangeBuffer, slice.step_bytes);
  if (job.training())
    slice.late_gradients = take_history(job, slice, "late_gradients", slice.delay, take);
}

}  // namespace bspike::kernels
