// Owns the exchange fabric in SystemC: when the last word of a planned exchange has arrived.
// Contract: one activation an exchange; a plan's times are worked out once, as schedules are
// static.
// Timing: as exchange_law.hpp; each tile counts from its own release, and is ready for its next
// compute as soon as its own last word is sent and received.
#pragma once

#include <systemc>
#include <vector>

#include "sim/stats/timeline.hpp"
#include "sim/sync/phase_interfaces.hpp"

namespace bspike::sim {

class FabricModule : public sc_core::sc_module {
 public:
  sc_core::sc_port<PhaseEndInterface> out_end;

  FabricModule(const sc_core::sc_module_name& name, Timeline& timeline, const arch::Image& image,
               const arch::Machine& machine);
  void start(std::uint32_t plan);  // kNoIndex: nothing moves

 private:
  void finish();

  Timeline& timeline_;
  std::vector<std::vector<ExchangeTime>> times_;  // by plan
  sc_core::sc_event ev_last_word_;
};

}  // namespace bspike::sim
