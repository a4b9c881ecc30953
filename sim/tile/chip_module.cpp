// Owns the wiring of a chip and its controller process.
#include "sim/tile/chip_module.hpp"

#include <stdexcept>

#include "sim/tile/simulation_time.hpp"

namespace bspike::sim {

ChipModule::ChipModule(const sc_core::sc_module_name& name, const TimedInput& input,
                       const std::function<void(PhaseClock&)>& walk)
    : sc_module(name),
      repeat_cycles_(input.machine.supervisor.repeat_cycles),
      walk_(walk),
      timeline_(input.machine.chip.tiles, input.plan.active_tiles, sync_cycles(input.machine),
                input.sink, input.watcher),
      tiles_("tiles", timeline_, input.machine.worker.issue_period_cycles),
      sync_("sync", timeline_),
      fabric_("fabric", timeline_, input.image, input.machine),
      host_("host") {
  in_phase_end_.bind(*this);
  tiles_.out_arrival.bind(sync_.in_arrival);
  sync_.out_release.bind(in_phase_end_);
  fabric_.out_end.bind(in_phase_end_);
  host_.out_end.bind(in_phase_end_);
  SC_HAS_PROCESS(ChipModule);
  SC_THREAD(control);
}

// An exception must not cross SystemC's frames: it is kept and thrown again outside.
void ChipModule::control() {
  try {
    walk_(*this);
  } catch (const sc_core::sc_unwind_exception&) {
    throw;  // SystemC's own way to end a process
  } catch (...) {
    error_ = std::current_exception();
  }
  total_cycles_ = timeline_.finish();
  if (error_ == nullptr) wait(until(total_cycles_));
  ended_ = true;
}

void ChipModule::repeat_trip(std::span<const arch::TileId> tiles) {
  timeline_.charge(tiles, repeat_cycles_);
}

void ChipModule::compute(const ComputePhase& phase) {
  tiles_.start(phase);
  wait(ev_phase_end_);
}

void ChipModule::exchange(std::uint32_t plan) {
  fabric_.start(plan);
  wait(ev_phase_end_);
}

void ChipModule::host(const HostTransfer&) {
  host_.start();
  wait(ev_phase_end_);
}

TimedResult ChipModule::result() const {
  if (error_ != nullptr) std::rethrow_exception(error_);
  if (!ended_) throw std::logic_error("the simulated chip came to rest before its schedule ended");
  return {total_cycles_, timeline_.tail_cycles(), timeline_.tiles()};
}

}  // namespace bspike::sim
