// Owns what a topology has to provide; the rows stand in topology_table.cpp.
// Contract: `build` makes a graph whose paths take what `latency` says.
#pragma once

#include <cstdint>
#include <span>

#include "arch/exchange/fabric_graph.hpp"
#include "arch/machine/machine.hpp"

namespace bspike::arch {

struct TopologyRow {
  const char* name;
  const char* sentence;
  std::int64_t (*latency)(const Machine&, const TilePosition& source, const TilePosition& target);
  void (*build)(const Machine&, FabricGraph& empty);
};

[[nodiscard]] std::span<const TopologyRow> topology_table();
[[nodiscard]] const TopologyRow& topology_of(const Machine& machine);

}  // namespace bspike::arch
