// Owns the route law of an IPU: tiles hang on column spines, columns on a folded crossing.
// Timing: L = climb + crossing, from send issue to memory write, each end on its own phase clock.
//   climb    = 2 cycles for each row of the source
//   crossing = 4*(fold(cs) - fold(cd)) + side(cs)*H - cd + turn + |D| + route_offset_cycles
//     H = columns of one side (half of the columns, rounded up), side(c) = c >= H, both sides fold
//         onto each other: fold(c) = c on the first, columns - 1 - c on the second
//     turn = cs mod H + 1 on the same side, else columns - cs mod H
//     D = 6*(fold(cd) - fold(cs) - (side(cs) xor half(s))) + o
//     o = 1 or 5 for the first lane of a supertile, 2 or 4 for the second; the smaller if the
//         receiver's half of the supertile is the side its column is on
// The receiver's row is not in the sum: its later release hides its longer spine.
// Source: derived from the route tables of [stack] and exact there for the C600 (confidence A);
// GC200 and Bow have the same grid (C); other grids, and all of Mk1, generalise it (C).
#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

#include "arch/exchange/topology.hpp"
#include "arch/exchange/topology_table.hpp"

namespace bspike::arch {

namespace {

// Cycles of the law above, all from the C600's route tables [stack].
constexpr std::int64_t kCyclesPerRow = 2;
constexpr std::int64_t kCyclesPerFold = 4;
constexpr std::int64_t kCyclesPerSegment = 6;
constexpr std::array<std::int64_t, 2> kNearCycles{1, 2};  // o by lane, half and side agree
constexpr std::array<std::int64_t, 2> kFarCycles{5, 4};

// A column spine as the crossing sees it; `lane` and `half` say which tile of the supertile.
struct Spine {
  std::int64_t column = 0;
  std::int64_t index_on_side = 0;
  std::int64_t fold = 0;
  std::uint32_t side = 0;
  std::uint32_t half = 0;
  std::uint32_t lane = 0;
};

Spine spine_of(const ChipGeometry& chip, std::uint32_t column, std::uint32_t sub) {
  const std::uint32_t side_columns = (chip.columns + 1) / 2;
  const std::uint32_t halves =
      chip.tiles_per_supertile % 2 == 0 ? chip.tiles_per_supertile / 2 : chip.tiles_per_supertile;
  Spine spine;
  spine.side = column >= side_columns ? 1 : 0;
  spine.column = column;
  spine.index_on_side = column % side_columns;
  spine.fold = spine.side == 0 ? column : chip.columns - 1 - column;
  spine.half = sub % halves % 2;
  spine.lane = sub / halves;
  return spine;
}

std::int64_t crossing(const Machine& machine, const Spine& from, const Spine& to) {
  const std::int64_t columns = machine.chip.columns;
  const std::int64_t side_columns = (columns + 1) / 2;
  const std::int64_t turn =
      from.side == to.side ? from.index_on_side + 1 : columns - from.index_on_side;
  const std::int64_t o = to.side == to.half ? kNearCycles[to.lane] : kFarCycles[to.lane];
  const std::int64_t segments = to.fold - from.fold - (from.side ^ from.half);
  return kCyclesPerFold * (from.fold - to.fold) + from.side * side_columns - to.column + turn +
         std::abs(kCyclesPerSegment * segments + o) + machine.exchange.route_offset_cycles;
}

std::int64_t latency(const Machine& machine, const TilePosition& source,
                     const TilePosition& target) {
  return kCyclesPerRow * source.row + crossing(machine,
                                               spine_of(machine.chip, source.column, source.sub),
                                               spine_of(machine.chip, target.column, target.sub));
}

// Vertices: a send and a receive port a tile; an exit and an entry a spine, where a spine serves
// the tiles of one column with one place in their supertile. Edges: the climb from a port to its
// exit, one crossing an ordered pair of spines, the way down (0, as the law has no such term).
// What the real crossing is made of inside is not public; one edge stands for all of it.
class ColumnGraph {
 public:
  ColumnGraph(const Machine& machine, FabricGraph& fabric) : machine_(machine), fabric_(fabric) {
    for (TileId tile = 0; tile < machine.chip.tiles; ++tile) add_tile(tile);
    add_crossings();
  }

 private:
  using Vertex = FabricGraph::vertex_descriptor;
  struct Ends {
    Vertex exit;
    Vertex entry;
  };
  using Place = std::pair<std::uint32_t, std::uint32_t>;  // column, sub

  const Ends& ends_of(Place place) {
    const auto found = spines_.find(place);
    if (found != spines_.end()) return found->second;
    const auto [column, sub] = place;
    const Ends ends{
        boost::add_vertex(FabricNode{FabricNodeKind::kSpineExit, 0, column, sub}, fabric_),
        boost::add_vertex(FabricNode{FabricNodeKind::kSpineEntry, 0, column, sub}, fabric_)};
    return spines_.emplace(place, ends).first->second;
  }

  void add_tile(TileId tile) {
    const TilePosition place = position(machine_, tile);
    const Ends ends = ends_of({place.column, place.sub});
    const auto climb = static_cast<std::uint32_t>(kCyclesPerRow * place.row);
    const Vertex send =
        boost::add_vertex(FabricNode{FabricNodeKind::kSendPort, tile, 0, 0}, fabric_);
    boost::add_edge(send, ends.exit, FabricEdge{climb}, fabric_);
    const Vertex receive =
        boost::add_vertex(FabricNode{FabricNodeKind::kReceivePort, tile, 0, 0}, fabric_);
    boost::add_edge(ends.entry, receive, FabricEdge{0}, fabric_);
  }

  void add_crossings() {
    for (const auto& [from, from_ends] : spines_)
      for (const auto& [to, to_ends] : spines_)
        boost::add_edge(from_ends.exit, to_ends.entry, FabricEdge{crossing_cycles(from, to)},
                        fabric_);
  }

  [[nodiscard]] std::uint32_t crossing_cycles(Place from, Place to) const {
    const std::int64_t cycles = crossing(machine_, spine_of(machine_.chip, from.first, from.second),
                                         spine_of(machine_.chip, to.first, to.second));
    return static_cast<std::uint32_t>(std::max<std::int64_t>(cycles, 1));
  }

  const Machine& machine_;
  FabricGraph& fabric_;
  std::map<Place, Ends> spines_;
};

void build(const Machine& machine, FabricGraph& fabric) { ColumnGraph(machine, fabric); }

}  // namespace

TopologyRow ipu_columns_topology() {
  return {"ipu_columns", "Column spines on a folded crossing: the route law derived for the C600.",
          latency, build};
}

}  // namespace bspike::arch
