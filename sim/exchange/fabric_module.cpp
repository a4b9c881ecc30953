// Owns the exchange phase of a chip.
#include "sim/exchange/fabric_module.hpp"

#include "sim/exchange/plan_times.hpp"
#include "sim/tile/simulation_time.hpp"

namespace bspike::sim {

FabricModule::FabricModule(const sc_core::sc_module_name& name, Timeline& timeline,
                           const arch::Image& image, const arch::Machine& machine)
    : sc_module(name), timeline_(timeline), times_(times_of_plans(image, machine)) {
  SC_HAS_PROCESS(FabricModule);
  SC_METHOD(finish);
  sensitive << ev_last_word_;
  dont_initialize();
}

void FabricModule::start(std::uint32_t plan) {
  static const std::vector<ExchangeTime> nothing;
  const auto& times = plan == arch::kNoIndex ? nothing : times_.at(plan);
  ev_last_word_.notify(until(timeline_.exchange(times)));
}

void FabricModule::finish() { out_end->phase_ended(); }

}  // namespace bspike::sim
