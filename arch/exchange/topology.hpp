// Owns the exchange fabric as software sees it: where a tile sits, and how long a word travels.
// Contract: latencies are positive, depend on the machine and the pair of tiles alone, and equal
// the path latency in fabric_graph (fabric_graph.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arch/machine/machine.hpp"

namespace bspike::arch {

// Names of the topology table, in the order of ExchangeSection::topology.
[[nodiscard]] const std::vector<std::string>& topology_names();
// A sentence for each name.
[[nodiscard]] const std::vector<std::string>& topology_sentences();

// Place of a logical tile on the grid. The numbering of the C600 [stack], for any grid: tiles are
// taken in pairs (the two lanes of a supertile); pairs fill a column upwards, then the column's
// other half downwards, then the next column.
[[nodiscard]] TilePosition position(const Machine& machine, TileId tile);

// Cycles from the issue of a send on the source's phase clock to the write of the word in the
// destination's memory on the destination's phase clock. A phase clock starts at the tile's own
// sync release, so the release skew between the two is already in the number.
[[nodiscard]] std::uint32_t route_latency_cycles(const Machine& machine, TileId source,
                                                 TileId destination);
// The same from positions known already, for callers that ask about many pairs.
[[nodiscard]] std::uint32_t route_latency_cycles(const Machine& machine, const TilePosition& source,
                                                 const TilePosition& destination);

// Cycles from the first sync release on the chip to the release of each tile; the earliest has 0.
[[nodiscard]] std::vector<std::uint32_t> release_skew_cycles(const Machine& machine);

}  // namespace bspike::arch
