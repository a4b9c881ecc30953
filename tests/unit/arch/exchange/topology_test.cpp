// Tests the grid numbering, the route law and the release skew against the published statistics of
// the C600's route tables.
#include "arch/exchange/topology.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arch/exchange/fabric_graph.hpp"
#include "tests/support/machines.hpp"

namespace bspike::arch {
namespace {

using tests::c600_like_machine;
using tests::machine_with_grid;

int topology_index(const std::string& name) {
  const auto& names = topology_names();
  return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
}

std::vector<TilePosition> all_positions(const Machine& machine) {
  std::vector<TilePosition> places;
  for (TileId tile = 0; tile < machine.chip.tiles; ++tile)
    places.push_back(position(machine, tile));
  return places;
}

// The published closed form in its own terms: physical tile numbers and bits, C600 only.
int published_latency(std::uint32_t source, std::uint32_t target) {
  const auto fold = [](int c) { return c < 8 ? c : 15 - c; };
  const int s = static_cast<int>(source), d = static_cast<int>(target);
  const int sub_d = d & 3, col_s = (s >> 2) & 15, col_d = (d >> 2) & 15, row_s = s >> 6;
  const int o = sub_d > 1 ? ((col_d >> 3) == (d & 1) ? 2 : 4) : ((col_d >> 3) == sub_d ? 1 : 5);
  const int big_d = 6 * (fold(col_d) - fold(col_s) - ((col_s >> 3) ^ (s & 1))) + o;
  const int turn = (col_s >> 3) == (col_d >> 3) ? (col_s & 7) + 1 : 16 - (col_s & 7);
  return 2 * row_s + 4 * (fold(col_s) - fold(col_d)) + (col_s & 8) - col_d + turn +
         std::abs(big_d) + 21;
}

// Latencies doubled, so that the mean of two directions stays an integer.
struct Pairs {
  std::vector<std::uint32_t> forward;    // 2 * L(s,d)
  std::vector<std::uint32_t> skew_free;  // L(s,d) + L(d,s)
};

template <class Keep>
Pairs latencies(const Machine& machine, Keep keep) {
  const auto places = all_positions(machine);
  Pairs pairs;
  for (TileId s = 0; s < places.size(); ++s) {
    for (TileId d = 0; d < places.size(); ++d) {
      if (s == d || !keep(s, d)) continue;
      const auto there = route_latency_cycles(machine, places[s], places[d]);
      pairs.forward.push_back(2 * there);
      pairs.skew_free.push_back(there + route_latency_cycles(machine, places[d], places[s]));
    }
  }
  return pairs;
}

double at(const std::vector<std::uint32_t>& sorted, double percent) {
  return sorted[static_cast<std::size_t>(percent / 100 * static_cast<double>(sorted.size() - 1))] /
         2.0;
}

double mean(const std::vector<std::uint32_t>& values) {
  const auto sum = std::accumulate(values.begin(), values.end(), std::uint64_t{0});
  return static_cast<double>(sum) / 2 / static_cast<double>(values.size());
}

struct Statistics {
  double min, p5, p25, median, mean, p75, p95, p99, max;
};

void expect_statistics(std::vector<std::uint32_t> values, const Statistics& expected) {
  std::sort(values.begin(), values.end());
  EXPECT_EQ(at(values, 0), expected.min);
  EXPECT_EQ(at(values, 5), expected.p5);
  EXPECT_EQ(at(values, 25), expected.p25);
  EXPECT_EQ(at(values, 50), expected.median);
  EXPECT_NEAR(mean(values), expected.mean, 0.05);
  EXPECT_EQ(at(values, 75), expected.p75);
  EXPECT_EQ(at(values, 95), expected.p95);
  EXPECT_EQ(at(values, 99), expected.p99);
  EXPECT_EQ(at(values, 100), expected.max);
}

struct Relation {
  double min, mean, max;
};

template <class Keep>
void expect_relation(const Machine& machine, Keep keep, const Relation& expected) {
  auto values = latencies(machine, keep).skew_free;
  std::sort(values.begin(), values.end());
  ASSERT_FALSE(values.empty());
  EXPECT_EQ(at(values, 0), expected.min);
  EXPECT_NEAR(mean(values), expected.mean, 0.051);
  EXPECT_EQ(at(values, 100), expected.max);
}

TEST(Topology, TableNamesAreUniqueAndExplained) {
  const std::set<std::string> names(topology_names().begin(), topology_names().end());
  EXPECT_EQ(names.size(), topology_names().size());
  EXPECT_TRUE(names.contains("ipu_columns"));
  EXPECT_TRUE(names.contains("flat"));
  ASSERT_EQ(topology_sentences().size(), topology_names().size());
  for (const auto& sentence : topology_sentences()) EXPECT_TRUE(sentence.ends_with("."));
}

TEST(Topology, EveryFileHasItsRowAndItsParagraph) {
  namespace fs = std::filesystem;
  const fs::path root(BSPIKE_SOURCE_DIR);
  std::set<std::string> files;
  for (const auto& entry : fs::directory_iterator(root / "arch/exchange/topologies"))
    if (entry.path().extension() == ".cpp") files.insert(entry.path().stem().string());
  EXPECT_EQ(files, std::set<std::string>(topology_names().begin(), topology_names().end()));
  std::ifstream stream(root / "docs/timing.md");
  const std::string laws((std::istreambuf_iterator<char>(stream)), {});
  for (const std::string& name : topology_names())
    EXPECT_NE(laws.find("`" + name + "`"), std::string::npos) << name << " has no law in docs";
}

// p = row*64 + (block//2)*4 + (block&1) + 2*lane with block = pair//23, odd blocks upside down.
TEST(Topology, NumberingIsTheC600s) {
  const Machine machine = c600_like_machine();
  EXPECT_EQ(position(machine, 0).physical, 0u);
  EXPECT_EQ(position(machine, 1).physical, 2u);             // the other lane of the same supertile
  EXPECT_EQ(position(machine, 2).physical, 64u);            // one row up
  EXPECT_EQ(position(machine, 45).physical, 22u * 64 + 2);  // top of block 0
  EXPECT_EQ(position(machine, 46).physical, 22u * 64 + 1);  // block 1 runs downwards
  EXPECT_EQ(position(machine, 91).physical, 3u);
  EXPECT_EQ(position(machine, 92).physical, 4u);  // next column
  EXPECT_EQ(position(machine, 1471).physical, 15u * 4 + 3);
  const TilePosition place = position(machine, 46);
  EXPECT_EQ(place.row, 22u);
  EXPECT_EQ(place.column, 0u);
  EXPECT_EQ(place.sub, 1u);
}

TEST(Topology, ColumnsLawIsThePublishedFormula) {
  const Machine machine = c600_like_machine();
  const auto places = all_positions(machine);
  for (const TilePosition& s : places)
    for (const TilePosition& d : places)
      ASSERT_EQ(route_latency_cycles(machine, s, d),
                static_cast<std::uint32_t>(published_latency(s.physical, d.physical)));
}

TEST(Topology, ColumnsLawHasThePublishedStatistics) {
  const auto pairs = latencies(c600_like_machine(), [](TileId, TileId) { return true; });
  ASSERT_EQ(pairs.forward.size(), 1472u * 1471u);
  expect_statistics(pairs.forward, {18, 31, 47, 62, 64.1, 77, 108, 130, 164});
  expect_statistics(pairs.skew_free, {23, 40.5, 53, 63, 64.1, 74.5, 91, 102.5, 128});
}

TEST(Topology, RelationsHaveThePublishedLatencies) {
  const Machine machine = c600_like_machine();
  const auto places = all_positions(machine);
  const auto supertile = [&](TileId t) { return places[t].physical / 4; };
  expect_relation(machine, [](TileId s, TileId d) { return s / 2 == d / 2; }, {23.5, 45.5, 67.5});
  expect_relation(machine, [&](TileId s, TileId d) { return supertile(s) == supertile(d); },
                  {23.5, 47.5, 71});
  expect_relation(machine,
                  [&](TileId s, TileId d) {
                    return places[s].column == places[d].column && supertile(s) != supertile(d);
                  },
                  {24, 47.0, 70});
  expect_relation(machine,
                  [&](TileId s, TileId d) {
                    return places[s].row == places[d].row && places[s].column != places[d].column;
                  },
                  {23, 65.3, 128});
}

TEST(Topology, LogicalDistancesHaveThePublishedLatencies) {
  const std::map<TileId, Relation> by_distance{{1, {23.5, 45.6, 70.5}}, {46, {45, 47.3, 54}},
                                               {184, {30, 56.3, 86}},   {368, {30, 66.7, 100}},
                                               {736, {30, 76.0, 128}},  {1104, {30, 64.0, 100}}};
  const Machine machine = c600_like_machine();
  for (const auto& row : by_distance) {
    const TileId distance = row.first;
    SCOPED_TRACE(distance);
    expect_relation(
        machine, [distance](TileId s, TileId d) { return d == s + distance; }, row.second);
  }
}

TEST(Topology, EveryGridPlacesTilesOnceAndHasPositiveLatencies) {
  const std::vector<ChipGeometry> grids{{1, 1, 1, 1},  {7, 3, 3, 1},      {16, 4, 2, 2},
                                        {30, 5, 3, 2}, {1216, 16, 19, 4}, {5888, 32, 46, 4},
                                        {90, 3, 5, 6}, {36, 4, 3, 3},     {1000, 16, 23, 4}};
  for (const ChipGeometry& grid : grids) {
    SCOPED_TRACE(grid.tiles);
    const Machine machine =
        machine_with_grid(grid.tiles, grid.columns, grid.rows, grid.tiles_per_supertile);
    const auto places = all_positions(machine);
    std::set<std::uint32_t> physical;
    for (const TilePosition& place : places) {
      physical.insert(place.physical);
      ASSERT_LT(place.row, grid.rows);
      ASSERT_LT(place.column, grid.columns);
      ASSERT_LT(place.sub, grid.tiles_per_supertile);
    }
    EXPECT_EQ(physical.size(), grid.tiles);
    std::uint32_t least = 1000;
    for (TileId s = 0; s < grid.tiles; s += 1 + grid.tiles / 97)
      for (const TilePosition& d : places)
        least = std::min(least, route_latency_cycles(machine, places[s], d));
    EXPECT_GE(least, 15u);
    EXPECT_LT(least, 40u);
  }
}

TEST(Topology, FlatIsTheOffsetAlone) {
  Machine machine = c600_like_machine();
  machine.exchange.topology = topology_index("flat");
  machine.exchange.route_offset_cycles = 64;
  EXPECT_EQ(route_latency_cycles(machine, TileId{0}, TileId{1}), 64u);
  EXPECT_EQ(route_latency_cycles(machine, TileId{1471}, TileId{3}), 64u);
  machine.exchange.route_offset_cycles = 0;
  EXPECT_EQ(route_latency_cycles(machine, TileId{1471}, TileId{3}), 1u) << "a word takes time";
}

TEST(Topology, TilesBeyondTheChipAreRefused) {
  const Machine machine = c600_like_machine();
  EXPECT_THROW((void)position(machine, 1472), std::out_of_range);
}

// Rows add 1 each; columns -31 .. +5, so tile 0 (row 0, column 0) is the earliest and row 22 of
// column 8 the latest: 22 + 5 + 31.
TEST(Topology, ReleaseSkewStartsAtZero) {
  const Machine machine = c600_like_machine();
  const auto skew = release_skew_cycles(machine);
  ASSERT_EQ(skew.size(), 1472u);
  EXPECT_EQ(skew[0], 0u);
  EXPECT_EQ(skew[2], 1u);
  EXPECT_EQ(skew[92], 5u);  // column 1, row 0
  EXPECT_EQ(*std::max_element(skew.begin(), skew.end()), 58u);
}

// Skew explains the asymmetry of the route law: L(s,d) - L(d,s) is nearly twice the difference of
// the two releases.
TEST(Topology, ReleaseSkewExplainsTheAsymmetryOfRoutes) {
  const Machine machine = c600_like_machine();
  const auto places = all_positions(machine);
  const auto skew = release_skew_cycles(machine);
  double error = 0;
  std::size_t pairs = 0;
  for (TileId s = 0; s < 1472; s += 7) {
    for (TileId d = 0; d < 1472; d += 5) {
      const double asymmetry =
          static_cast<double>(route_latency_cycles(machine, places[s], places[d])) -
          static_cast<double>(route_latency_cycles(machine, places[d], places[s]));
      const double releases = static_cast<double>(skew[s]) - static_cast<double>(skew[d]);
      error += std::abs(asymmetry / 2 - releases);
      ++pairs;
    }
  }
  EXPECT_LT(error / static_cast<double>(pairs), 4.0);
}

void expect_paths_equal_law(const Machine& machine, TileId stride) {
  const FabricGraph graph = fabric_graph(machine);
  std::map<TileId, std::size_t> receive;
  std::map<TileId, std::size_t> send;
  for (std::size_t v = 0; v < boost::num_vertices(graph); ++v) {
    if (graph[v].kind == FabricNodeKind::kSendPort) send[graph[v].tile] = v;
    if (graph[v].kind == FabricNodeKind::kReceivePort) receive[graph[v].tile] = v;
  }
  ASSERT_EQ(send.size(), machine.chip.tiles);
  ASSERT_EQ(receive.size(), machine.chip.tiles);
  for (TileId s = 0; s < machine.chip.tiles; s += stride) {
    std::vector<std::uint32_t> distance(boost::num_vertices(graph));
    boost::dijkstra_shortest_paths(
        graph, send[s],
        boost::weight_map(boost::get(&FabricEdge::latency_cycles, graph))
            .distance_map(boost::make_iterator_property_map(
                distance.begin(), boost::get(boost::vertex_index, graph))));
    for (const auto& [tile, vertex] : receive)
      ASSERT_EQ(distance[vertex], route_latency_cycles(machine, s, tile)) << s << " " << tile;
  }
}

TEST(FabricGraph, PathsOfEveryTopologyEqualItsLaw) {
  for (std::size_t row = 0; row < topology_names().size(); ++row) {
    SCOPED_TRACE(topology_names()[row]);
    Machine machine = c600_like_machine();
    machine.exchange.topology = static_cast<int>(row);
    expect_paths_equal_law(machine, 61);
    machine = machine_with_grid(30, 5, 3, 2);
    machine.exchange.topology = static_cast<int>(row);
    expect_paths_equal_law(machine, 1);
  }
}

// 1472 send and receive ports; 16 columns x 4 places of exits and of entries; a climb and a way
// down a tile and one crossing an ordered pair of spines.
TEST(FabricGraph, HasTheSpinesOfTheC600) {
  const FabricGraph graph = fabric_graph(c600_like_machine());
  EXPECT_EQ(boost::num_vertices(graph), 2u * 1472 + 2u * 64);
  EXPECT_EQ(boost::num_edges(graph), 2u * 1472 + 64u * 64);
}

// One tile: no climb, 1 for the turn, 1 for the near half, 21 of offset.
TEST(FabricGraph, DotNamesEveryVertex) {
  const std::string dot = fabric_dot(fabric_graph(machine_with_grid(1, 1, 1, 1)));
  EXPECT_EQ(dot,
            "digraph fabric {\n  exit_0_0;\n  entry_0_0;\n  send_0;\n  receive_0;\n"
            "  exit_0_0 -> entry_0_0 [label=23];\n  entry_0_0 -> receive_0 [label=0];\n"
            "  send_0 -> exit_0_0 [label=0];\n}\n");
}

}  // namespace
}  // namespace bspike::arch
