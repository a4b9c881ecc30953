// Owns the chip's barrier in SystemC.
// Contract: one activation a barrier, at the first release.
// Timing: release(tile) = last arrival + barrier_cycles + skew(tile); skew by row and column, 0 at
// the earliest tile. Source: barrier assumed (30 of a range 20-150), skew inferred from the route
// tables of [stack]; numbers in the machine file.
#pragma once

#include <systemc>

#include "sim/stats/timeline.hpp"
#include "sim/sync/phase_interfaces.hpp"
#include "sim/sync/sync_cycles.hpp"

namespace bspike::sim {

class SyncUnit : public sc_core::sc_module, public ArrivalInterface {
 public:
  sc_core::sc_export<ArrivalInterface> in_arrival;
  sc_core::sc_port<PhaseEndInterface> out_release;

  SyncUnit(const sc_core::sc_module_name& name, Timeline& timeline);
  void all_arrived() override;

 private:
  void release();

  Timeline& timeline_;
  sc_core::sc_event ev_first_release_;
};

}  // namespace bspike::sim
