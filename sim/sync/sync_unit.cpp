// Owns the barrier's releases.
#include "sim/sync/sync_unit.hpp"

#include "arch/exchange/topology.hpp"
#include "sim/tile/simulation_time.hpp"

namespace bspike::sim {

std::vector<std::uint64_t> sync_cycles(const arch::Machine& machine) {
  std::vector<std::uint64_t> cycles;
  for (const std::uint32_t skew : arch::release_skew_cycles(machine))
    cycles.push_back(std::uint64_t{machine.sync.barrier_cycles} + skew);
  return cycles;
}

SyncUnit::SyncUnit(const sc_core::sc_module_name& name, Timeline& timeline)
    : sc_module(name), timeline_(timeline) {
  in_arrival.bind(*this);
  SC_HAS_PROCESS(SyncUnit);
  SC_METHOD(release);
  sensitive << ev_first_release_;
  dont_initialize();
}

void SyncUnit::all_arrived() { ev_first_release_.notify(until(timeline_.release())); }

void SyncUnit::release() { out_release->phase_ended(); }

}  // namespace bspike::sim
