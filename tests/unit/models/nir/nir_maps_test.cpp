// Owns the tests of NIR networks with maps and readouts: each node computed by itself, as its
// definition says, against the network that the file becomes.
#include <gtest/gtest.h>

#include "models/hdf5/hdf5_server.hpp"
#include "models/nir/nir_layers.hpp"
#include "models/reference/reference.hpp"
#include "tests/unit/models/inputs/damage.hpp"

namespace bspike::models {
namespace {

using Values = std::vector<double>;

std::string file_named(const std::string& name) { return test::kMade + "nir/" + name + ".nir"; }

std::string section(const std::string& name, const std::string& loss) {
  return "nir: " + file_named(name) +
         "\ndt: 1ms\ntime_steps: 30\nbatch: 1\ndefaults: {neuron: {surrogate: {name: "
         "fast_sigmoid}}}\nloss: {name: " +
         loss + "}\noptimizer: {name: SGD, lr: 0.1}\n";
}

Network network_of(const std::string& name, const std::string& loss = "ce_rate") {
  return build_network(*arch::base::load_text(section(name, loss), test::kMade + "run.yaml"));
}

// A map as [channels][rows][columns].
struct Map {
  MapShape shape;
  Values values;

  [[nodiscard]] double at(std::int64_t channel, std::int64_t row, std::int64_t column) const {
    if (row < 0 || row >= shape.rows || column < 0 || column >= shape.columns) return 0;
    return values[static_cast<std::size_t>((channel * shape.rows + row) * shape.columns + column)];
  }
};

// Rows and columns; of a Conv1d rows are `alone`.
std::pair<std::int64_t, std::int64_t> both(const NirNode& node, const char* field,
                                           std::int64_t alone) {
  const Values& values = node.find(field)->values;
  const auto last = static_cast<std::int64_t>(values.back());
  if (node.type == "Conv1d") return {alone, last};
  return {static_cast<std::int64_t>(values.front()), last};
}

std::uint32_t steps(std::int64_t size, std::int64_t window, std::int64_t step) {
  return static_cast<std::uint32_t>((size - window) / step + 1);
}

Map convolved(const NirNode& node, const Map& in) {
  const auto& shape = node.find("weight")->shape;
  const Values& weight = node.find("weight")->values;
  const bool one_row = node.type == "Conv1d";
  const auto rows = static_cast<std::int64_t>(one_row ? 1 : shape[2]);
  const auto columns = static_cast<std::int64_t>(shape.back());
  const auto [down, across] = both(node, "stride", 1);
  const auto [apart_down, apart] = both(node, "dilation", 1);
  const bool same = node.texts.contains("padding");
  const auto [top, left] = same ? std::pair{rows / 2, columns / 2} : both(node, "padding", 0);
  const auto groups = static_cast<std::int64_t>(node.find("groups")->values[0]);
  const auto inputs = static_cast<std::int64_t>(shape[1]);
  Map out{{static_cast<std::uint32_t>(shape[0]),
           steps(in.shape.rows + 2 * top, (rows - 1) * apart_down + 1, down),
           steps(in.shape.columns + 2 * left, (columns - 1) * apart + 1, across)},
          {}};
  for (std::int64_t o = 0; o < out.shape.channels; ++o)
    for (std::int64_t r = 0; r < out.shape.rows; ++r)
      for (std::int64_t c = 0; c < out.shape.columns; ++c) {
        double sum = node.find("bias")->values[static_cast<std::size_t>(o)];
        for (std::int64_t i = 0; i < inputs; ++i)
          for (std::int64_t u = 0; u < rows; ++u)
            for (std::int64_t v = 0; v < columns; ++v)
              sum += weight[static_cast<std::size_t>(((o * inputs + i) * rows + u) * columns + v)] *
                     in.at(o / (out.shape.channels / groups) * inputs + i,
                           r * down + u * apart_down - top, c * across + v * apart - left);
        out.values.push_back(sum);
      }
  return out;
}

Map pooled(const NirNode& node, const Map& in) {
  const auto [rows, columns] = both(node, "kernel_size", 1);
  const auto [down, across] = both(node, "stride", 1);
  const auto [top, left] = both(node, "padding", 0);
  Map out{{in.shape.channels, steps(in.shape.rows + 2 * top, rows, down),
           steps(in.shape.columns + 2 * left, columns, across)},
          {}};
  const double factor = node.type == "AvgPool2d" ? 1 / static_cast<double>(rows * columns) : 1;
  for (std::int64_t k = 0; k < in.shape.channels; ++k)
    for (std::int64_t r = 0; r < out.shape.rows; ++r)
      for (std::int64_t c = 0; c < out.shape.columns; ++c) {
        double sum = 0;
        for (std::int64_t u = 0; u < rows; ++u)
          for (std::int64_t v = 0; v < columns; ++v)
            sum += in.at(k, r * down + u - top, c * across + v - left);
        out.values.push_back(sum * factor);
      }
  return out;
}

Map through_matrix(const NirNode& node, const Map& in) {
  const NirTensor& weight = *node.find("weight");
  Map out{{static_cast<std::uint32_t>(weight.shape[0]), 1, 1}, {}};
  for (std::size_t r = 0; r < weight.shape[0]; ++r) {
    double sum = node.type == "Affine" ? node.find("bias")->values[r] : 0;
    for (std::size_t c = 0; c < in.values.size(); ++c)
      sum += weight.values[r * in.values.size() + c] * in.values[c];
    out.values.push_back(sum);
  }
  return out;
}

// Neurons of a node over time: IF, LIF, I and LI.
class Neurons {
 public:
  // Spikes, or of I and LI the membranes.
  Values step(const NirNode& node, const Values& current) {
    v_.resize(current.size(), 0);
    Values out(current.size());
    for (std::size_t i = 0; i < current.size(); ++i) {
      const bool leaks = node.find("tau") != nullptr;
      const double share = leaks ? 0.001 / number(node, "tau", i) : 1;
      const double rest = leaks ? number(node, "v_leak", i) - v_[i] : 0;
      v_[i] += share * (rest + number(node, "r", i) * current[i]);
      if (node.find("v_threshold") == nullptr) {
        out[i] = v_[i];
      } else if (v_[i] > number(node, "v_threshold", i)) {
        out[i] = 1;
        v_[i] = 0;
      }
    }
    return out;
  }

 private:
  static double number(const NirNode& node, const char* field, std::size_t i) {
    const Values& values = node.find(field)->values;
    return values[values.size() == 1 ? 0 : i];
  }
  Values v_;
};

// The nodes from the input on, by the edges.
std::vector<const NirNode*> chain_of(const NirGraph& graph) {
  std::vector<const NirNode*> chain;
  std::string name = "input";
  while (true) {
    for (const NirEdge& edge : graph.edges)
      if (edge.from == name) {
        name = edge.to;
        break;
      }
    if (name == "output") return chain;
    chain.push_back(graph.find(name));
  }
}

Map input_at(const MapShape& shape, std::uint32_t step, std::vector<std::uint32_t>& ids) {
  Map map{shape, Values(shape.size(), 0)};
  for (std::uint32_t i = 0; i < map.values.size(); ++i) {
    if ((step * 7 + i * 3 + i / 5) % 5 >= 2) continue;
    map.values[i] = 1;
    ids.push_back(i);
  }
  return map;
}

bool has_state(const NirNode& node) { return node.find("r") != nullptr; }

struct Simulation {
  StepInput input;
  std::vector<Values> records;  // of each node with neurons: [step][neuron]
};

Simulation simulate(const NirGraph& graph, const MapShape& shape, std::uint32_t time_steps) {
  const auto chain = chain_of(graph);
  std::vector<Neurons> neurons(chain.size());
  Simulation result;
  result.input.targets = {0};
  for (std::uint32_t t = 0; t < time_steps; ++t) {
    Map map = input_at(shape, t, result.input.ids.emplace_back());
    std::size_t layer = 0;
    for (std::size_t k = 0; k < chain.size(); ++k) {
      const NirNode& node = *chain[k];
      if (node.type.starts_with("Conv")) map = convolved(node, map);
      if (node.type.ends_with("Pool2d")) map = pooled(node, map);
      if (node.type == "Linear" || node.type == "Affine") map = through_matrix(node, map);
      if (!has_state(node)) continue;
      map.values = neurons[k].step(node, map.values);
      if (result.records.size() == layer) result.records.emplace_back();
      Values& record = result.records[layer++];
      record.insert(record.end(), map.values.begin(), map.values.end());
    }
  }
  return result;
}

MapShape input_shape(const NirGraph& graph) {
  const Values& shape = graph.find("input")->find("shape")->values;
  const auto at = [&](std::size_t i) { return static_cast<std::uint32_t>(shape[i]); };
  return shape.size() == 3 ? MapShape{at(0), at(1), at(2)} : MapShape{at(0), 1, at(1)};
}

class NirMaps : public testing::TestWithParam<const char*> {};

TEST_P(NirMaps, GiveTheSpikesOfTheirNodes) {
  if (!hdf5_is_built()) GTEST_SKIP() << "built without libhdf5-dev";
  const Network network = network_of(GetParam());
  const NirFile file = read_nir(file_named(GetParam()));
  const Simulation wanted = simulate(file.graph, input_shape(file.graph), network.time_steps);
  ASSERT_EQ(wanted.records.size(), network.layers());
  const auto found = reference_step<float>(network, wanted.input, initial_parameters(network));
  for (std::uint32_t l = 0; l < network.layers(); ++l) {
    const Values spikes(found.spikes[l].begin(), found.spikes[l].end());
    EXPECT_EQ(spikes, wanted.records[l]) << network.layer(l).name;
    double total = 0;
    for (const double spike : spikes) total += spike;
    EXPECT_GT(total, 3) << network.layer(l).name;
  }
}

INSTANTIATE_TEST_SUITE_P(Files, NirMaps,
                         testing::Values("pictures", "average", "padding_same", "sound", "pooled",
                                         "pool_alone", "conv_dense", "floor", "floor_dense"),
                         [](const auto& named) { return std::string(named.param); });

class NirReadouts : public testing::Test {
 protected:
  void SetUp() override {
    if (!hdf5_is_built()) GTEST_SKIP() << "built without libhdf5-dev";
  }
};

// What is handed on is the membrane as NIR has it, whatever the gain.
TEST_F(NirReadouts, HandOnTheMembrane) {
  const Network network = network_of("readout", "ce_max_membrane");
  EXPECT_EQ(network.layer(1).reset, Reset::kNone);
  const NirFile file = read_nir(file_named("readout"));
  const Simulation wanted = simulate(file.graph, {3, 1, 1}, network.time_steps);
  const auto found = reference_step<double>(network, wanted.input, [&] {
    Parameters<double> wide;
    for (const auto& [name, values] : initial_parameters(network))
      wide[name].assign(values.begin(), values.end());
    return wide;
  }());
  const Values& membranes = found.states[1].at("mem");
  double largest = 0;
  for (std::size_t i = 0; i < membranes.size(); ++i) {
    EXPECT_NEAR(membranes[i], wanted.records[1][i], 1e-7) << i;
    largest = std::max(largest, std::abs(membranes[i]));
  }
  EXPECT_GT(largest, 0.001);
}

std::string message_of(const std::string& name, const std::string& loss = "ce_rate") {
  const std::string file = file_named(name);
  const std::string message = test::message_of([&] { (void)network_of(name, loss); });
  return message.starts_with(file) ? message.substr(file.size() + 2) : message;
}

TEST_F(NirReadouts, AskForALossOfMembranes) {
  for (const char* name : {"readout", "integrator", "cuba_li"}) {
    const std::string message = message_of(name);
    EXPECT_NE(message.find("hands on its membrane, but the loss ce_rate looks at spikes"),
              std::string::npos)
        << message;
    EXPECT_EQ(network_of(name, "mse_membrane").layer(0).reset == Reset::kNone, name[0] != 'r');
  }
}

TEST_F(NirReadouts, WhatCannotRunIsNamedWithItsReason) {
  const std::pair<const char*, const char*> wanted[] = {
      {"bad_two_convs",
       "node \"conv2\": there are no neurons between it and the convolution before it"},
      {"bad_overlap",
       "node \"pool\": behind a convolution only windows side by side, without padding, can be "
       "run"},
      {"bad_pad_pooled",
       "node \"conv3\": it pads a pooled map whose windows overlap, are padded or do not fill the "
       "map below"},
      {"bad_channels", "node \"conv\": its weight takes 3 channels in 1 groups, but 2 come"},
      {"bad_kernel",
       "node \"conv\": a kernel of 9 x 9 does not fit into a map of 8 x 8, padding included"},
      {"bad_gains",
       "node \"if\": its neurons differ in gain within a channel, which has one kernel"},
      {"bad_no_map", "node \"conv\": the neurons below have dense weights, so they are no map"},
      {"bad_readout",
       "node \"li\": it hands on its membrane instead of spikes, which only the last node before "
       "the output may"}};
  for (const auto& [name, message] : wanted) EXPECT_EQ(message_of(name), message) << name;
}

}  // namespace
}  // namespace bspike::models
