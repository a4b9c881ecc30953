// Owns the tiles of a chip in SystemC: when they finish computing.
// Contract: one activation a compute phase, at the last arrival; never one a tile or instruction.
// Timing: a tile's compute takes its supervisor's cycles and, for each local sync, the slowest
// worker's issue slots times the issue period (a worker issues once a period whether or not others
// run). Source: [ISA] [poplibs], certain; numbers in the machine file.
#pragma once

#include <span>
#include <systemc>
#include <vector>

#include "sim/stats/timeline.hpp"
#include "sim/sync/phase_interfaces.hpp"

namespace bspike::sim {

class TileModule : public sc_core::sc_module {
 public:
  sc_core::sc_port<ArrivalInterface> out_arrival;

  TileModule(const sc_core::sc_module_name& name, Timeline& timeline, std::uint32_t issue_period);
  void start(const ComputePhase& phase);

 private:
  void arrive();

  Timeline& timeline_;
  std::uint32_t issue_period_cycles_;
  std::vector<TileCompute> work_;  // reused, so that a phase allocates nothing
  sc_core::sc_event ev_last_arrival_;
};

}  // namespace bspike::sim
