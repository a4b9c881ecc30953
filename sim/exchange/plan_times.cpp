// Owns the application of the exchange law to all plans.
#include "sim/exchange/plan_times.hpp"

#include "sim/exchange/exchange_law.hpp"

namespace bspike::sim {

std::vector<std::vector<ExchangeTime>> times_of_plans(const arch::Image& image,
                                                      const arch::Machine& machine) {
  const ExchangeLaw law(machine);
  std::vector<std::vector<ExchangeTime>> times;
  for (const arch::ExchangePlan& plan : image.exchanges) {
    times.emplace_back();
    for (const TileExchange& tile : law.time(plan, image.groups).tiles)
      times.back().push_back({tile.tile, tile.exchange_cycles});
  }
  return times;
}

}  // namespace bspike::sim
