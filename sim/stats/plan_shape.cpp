// Owns the one pass over a plan's transfers.
#include "sim/stats/plan_shape.hpp"

#include <algorithm>

namespace bspike::sim {

namespace {

struct Receiver {
  arch::TileId source = 0;
  bool started = false;
  std::uint64_t changes = 0;
};

}  // namespace

PlanShape plan_shape(const arch::ExchangePlan& plan,
                     const std::vector<std::vector<arch::TileId>>& groups) {
  PlanShape shape;
  std::vector<Receiver> receivers;
  for (const arch::Transfer& transfer : plan.transfers) {
    shape.pieces += transfer.pieces();
    for (const arch::TileId tile : groups.at(transfer.group)) {
      if (tile >= receivers.size()) receivers.resize(tile + std::size_t{1});
      Receiver& receiver = receivers[tile];
      if (receiver.started && receiver.source != transfer.source) ++receiver.changes;
      receiver.started = true;
      receiver.source = transfer.source;
      shape.source_changes = std::max(shape.source_changes, receiver.changes);
    }
  }
  return shape;
}

}  // namespace bspike::sim
