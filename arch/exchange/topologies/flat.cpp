// Owns the flat topology: one crossing between any two tiles, for studies without distance.
// Timing: L = route_offset_cycles for every pair. Source: an assumption by construction.
#include <algorithm>

#include "arch/exchange/topology_table.hpp"

namespace bspike::arch {

namespace {

std::int64_t latency(const Machine& machine, const TilePosition& /*source*/,
                     const TilePosition& /*target*/) {
  return machine.exchange.route_offset_cycles;
}

// All tiles hang on one spine; the whole latency is charged on the way to it.
void build(const Machine& machine, FabricGraph& fabric) {
  const auto exit = boost::add_vertex(FabricNode{FabricNodeKind::kSpineExit, 0, 0, 0}, fabric);
  const std::uint32_t cycles = std::max(machine.exchange.route_offset_cycles, 1u);
  for (TileId tile = 0; tile < machine.chip.tiles; ++tile) {
    const auto send = boost::add_vertex(FabricNode{FabricNodeKind::kSendPort, tile, 0, 0}, fabric);
    boost::add_edge(send, exit, FabricEdge{cycles}, fabric);
    const auto receive =
        boost::add_vertex(FabricNode{FabricNodeKind::kReceivePort, tile, 0, 0}, fabric);
    boost::add_edge(exit, receive, FabricEdge{0}, fabric);
  }
}

}  // namespace

TopologyRow flat_topology() {
  return {"flat", "One latency, route_offset_cycles, between any two tiles.", latency, build};
}

}  // namespace bspike::arch
