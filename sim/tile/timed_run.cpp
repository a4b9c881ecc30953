// Owns one SystemC simulation: context, elaboration, start, end.
#include "sim/tile/timed_run.hpp"

#include <atomic>
#include <stdexcept>
#include <systemc>

#include "sim/tile/chip_module.hpp"
#include "sim/tile/sanitizer_stack.hpp"

namespace bspike::sim {

namespace {

// SystemC elaborates once; a process that simulates again needs a fresh context. All modules of the
// last simulation are gone by then. `reset` belongs to the implementation, hence only here.
void renew_context() {
  if (sc_core::sc_get_status() != sc_core::SC_ELABORATION)
    sc_core::sc_get_curr_simcontext()->reset();
}

// SystemC's kernel is one a process: a second simulation at the same time is a caller's error.
class KernelLease {
 public:
  KernelLease() {
    if (taken_.exchange(true))
      throw std::logic_error("a timed run is under way in this process already");
  }
  ~KernelLease() { taken_ = false; }
  KernelLease(const KernelLease&) = delete;
  KernelLease& operator=(const KernelLease&) = delete;

 private:
  static inline std::atomic<bool> taken_{false};
};

}  // namespace

TimedResult run_on_system_c(const TimedInput& input, const std::function<void(PhaseClock&)>& walk) {
  const KernelLease lease;
  renew_context();
  const ChipModule chip("chip", input, walk);
  sc_core::sc_start();
  return_to_thread_stack();
  return chip.result();
}

}  // namespace bspike::sim
