// Owns the table of fabric topologies. A new one is a file in topologies/, named as its row, and
// the row's two lines here.
#include "arch/exchange/topology_table.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <vector>

#include "arch/exchange/topology.hpp"

namespace bspike::arch {

// One file each in topologies/.
TopologyRow ipu_columns_topology();
TopologyRow flat_topology();

namespace {

std::vector<std::string> column_of_table(const char* TopologyRow::*member) {
  std::vector<std::string> texts;
  for (const TopologyRow& row : topology_table()) texts.emplace_back(row.*member);
  return texts;
}

}  // namespace

std::span<const TopologyRow> topology_table() {
  static const std::array rows{
      ipu_columns_topology(),
      flat_topology(),
  };
  return rows;
}

const TopologyRow& topology_of(const Machine& machine) {
  const auto rows = topology_table();
  const auto index = static_cast<std::size_t>(machine.exchange.topology);
  if (index >= rows.size()) throw std::out_of_range("no such exchange topology");
  return rows[index];
}

const std::vector<std::string>& topology_names() {
  static const std::vector<std::string> names = column_of_table(&TopologyRow::name);
  return names;
}

const std::vector<std::string>& topology_sentences() {
  static const std::vector<std::string> sentences = column_of_table(&TopologyRow::sentence);
  return sentences;
}

std::uint32_t route_latency_cycles(const Machine& machine, const TilePosition& source,
                                   const TilePosition& destination) {
  const std::int64_t cycles = topology_of(machine).latency(machine, source, destination);
  return static_cast<std::uint32_t>(std::max<std::int64_t>(cycles, 1));
}

std::uint32_t route_latency_cycles(const Machine& machine, TileId source, TileId destination) {
  return route_latency_cycles(machine, position(machine, source), position(machine, destination));
}

FabricGraph fabric_graph(const Machine& machine) {
  FabricGraph fabric;
  topology_of(machine).build(machine, fabric);
  return fabric;
}

}  // namespace bspike::arch
