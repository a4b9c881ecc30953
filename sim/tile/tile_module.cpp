// Owns the compute phase of all tiles.
#include "sim/tile/tile_module.hpp"

#include "sim/tile/simulation_time.hpp"

namespace bspike::sim {

TileModule::TileModule(const sc_core::sc_module_name& name, Timeline& timeline,
                       std::uint32_t issue_period)
    : sc_module(name), timeline_(timeline), issue_period_cycles_(issue_period) {
  SC_HAS_PROCESS(TileModule);
  SC_METHOD(arrive);
  sensitive << ev_last_arrival_;
  dont_initialize();
}

void TileModule::start(const ComputePhase& phase) {
  work_.clear();
  for (std::size_t i = 0; i < phase.work.size(); ++i) {
    const ComputeCounts& counts = phase.counts[i];
    work_.push_back({phase.work[i].tile,
                     counts.launch_cycles + issue_period_cycles_ * counts.critical_slots,
                     counts.launch_cycles});
  }
  ev_last_arrival_.notify(until(timeline_.arrive(phase.record, work_)));
}

void TileModule::arrive() { out_arrival->all_arrived(); }

}  // namespace bspike::sim
