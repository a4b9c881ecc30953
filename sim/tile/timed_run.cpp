// Owns one SystemC simulation: context, elaboration, start, end.
#include "sim/tile/timed_run.hpp"

#include <systemc>

#include "sim/tile/chip_module.hpp"

namespace bspike::sim {

namespace {

// SystemC elaborates once; a process that simulates again needs a fresh context. All modules of the
// last simulation are gone by then. `reset` belongs to the implementation, hence only here.
void renew_context() {
  if (sc_core::sc_get_status() != sc_core::SC_ELABORATION)
    sc_core::sc_get_curr_simcontext()->reset();
}

}  // namespace

TimedResult run_on_system_c(const TimedInput& input, const std::function<void(PhaseClock&)>& walk) {
  renew_context();
  const ChipModule chip("chip", input, walk);
  sc_core::sc_start();
  return chip.result();
}

}  // namespace bspike::sim
