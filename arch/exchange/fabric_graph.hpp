// Owns the exchange fabric as a Boost graph, to look at and to check the closed form against.
// Contract: an edge's latency is measured from phase clock to phase clock, and the shortest path
// from a tile's send port to a tile's receive port takes route_latency_cycles.
#pragma once

#include <boost/graph/adjacency_list.hpp>
#include <cstdint>
#include <string>

#include "arch/machine/machine.hpp"

namespace bspike::arch {

enum class FabricNodeKind : std::uint8_t { kSendPort, kSpineExit, kSpineEntry, kReceivePort };

struct FabricNode {
  FabricNodeKind kind{};
  std::uint32_t tile = 0;    // of a port: the logical tile
  std::uint32_t column = 0;  // of a spine
  std::uint32_t sub = 0;     // of a spine: which tile of each supertile it serves
};

struct FabricEdge {
  std::uint32_t latency_cycles = 0;
};

using FabricGraph =
    boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, FabricNode, FabricEdge>;

[[nodiscard]] FabricGraph fabric_graph(const Machine& machine);
[[nodiscard]] std::string node_name(const FabricNode& node);
// Graphviz text, in vertex order.
[[nodiscard]] std::string fabric_dot(const FabricGraph& graph);

}  // namespace bspike::arch
