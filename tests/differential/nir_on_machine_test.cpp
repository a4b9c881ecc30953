// Tests that networks from NIR files train and infer on the virtual machine as on the host: every
// file of tests/made/nir that can run, and so every type of node, at three tile counts.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "models/hdf5/hdf5_server.hpp"
#include "models/nir/nir_graph.hpp"
#include "models/nir/nir_node_table.hpp"
#include "tests/support/network_on_machine.hpp"

namespace bspike {
namespace {

const std::string kMade = BSPIKE_SOURCE_DIR "/tests/made/";

struct NirCase {
  const char* file;
  const char* loss = "ce_rate";
  bool quiet = false;  // its weights are too small for spikes of the first layer
};

void PrintTo(const NirCase& tested, std::ostream* out) { *out << tested.file; }

constexpr NirCase kCases[] = {{"two_layers", "ce_rate", true},
                              {"spread"},
                              {"vectors", "ce_rate", true},
                              {"betas"},
                              {"integrators"},
                              {"events"},
                              {"no_weights", "ce_rate", true},
                              {"nested", "ce_rate", true},
                              {"recurrent_lif"},
                              {"recurrent_cuba"},
                              {"cuba"},
                              {"readout", "mse_membrane"},
                              {"cuba_li", "ce_max_membrane"},
                              {"integrator", "mse_membrane"},
                              {"pictures"},
                              {"average"},
                              {"padding_same"},
                              {"sound"},
                              {"pooled"},
                              {"pool_alone"},
                              {"conv_dense"},
                              {"scaled", "ce_rate", true},
                              {"late"},
                              {"late_maps"},
                              {"sums"},
                              {"floor"},
                              {"floor_dense"}};

std::string file_of(const NirCase& tested) { return kMade + "nir/" + tested.file + ".nir"; }

models::Network network_of(const NirCase& tested) {
  const std::string section = "nir: " + file_of(tested) +
                              "\ndt: 1ms\ntime_steps: 8\nbatch: 3\ndefaults: {neuron: {surrogate: "
                              "{name: fast_sigmoid, slope: 2}}}\nloss: {name: " +
                              tested.loss + "}\noptimizer: {name: SGD, lr: 0.1}\n";
  return models::build_network(*arch::base::load_text(section, kMade + "run.yaml"));
}

// A silent network proves little.
void expect_spikes(const models::Network& network, const models::StepInput& input) {
  const auto step =
      models::reference_step<float>(network, input, models::initial_parameters(network));
  const bool spikes = network.layer(0).reset != models::Reset::kNone;
  EXPECT_GT(tests::largest(spikes ? step.spikes[0] : step.states[0].at("mem")), 0);
}

class NirOnMachine : public testing::TestWithParam<NirCase> {};

TEST_P(NirOnMachine, EqualsTheReference) {
  if (!models::hdf5_is_built()) GTEST_SKIP() << "built without libhdf5-dev";
  const models::Network network = network_of(GetParam());
  const models::StepInput input = tests::random_input(network, network.classes());
  if (!GetParam().quiet) expect_spikes(network, input);
  tests::expect_equals_reference(network, input, {1U, 3U, 9U});
}

INSTANTIATE_TEST_SUITE_P(Files, NirOnMachine, testing::ValuesIn(kCases),
                         [](const auto& tested) { return std::string(tested.param.file); });

void add_types(const models::NirGraph& graph, std::set<std::string>& types) {
  for (const models::NirNode& node : graph.nodes) {
    types.insert(node.type);
    for (const models::NirGraph& inner : node.graph) add_types(inner, types);
  }
}

TEST(NirFilesOnMachine, AreAllThere) {
  std::set<std::string> here, there;
  for (const NirCase& tested : kCases) here.insert(tested.file);
  for (const auto& entry : std::filesystem::directory_iterator(kMade + "nir")) {
    const std::string name = entry.path().stem().string();
    if (!name.starts_with("bad_")) there.insert(name);
  }
  EXPECT_EQ(here, there);
}

TEST(NirFilesOnMachine, EveryTypeOfNodeIsAmongTheFiles) {
  if (!models::hdf5_is_built()) GTEST_SKIP() << "built without libhdf5-dev";
  std::set<std::string> types;
  for (const NirCase& tested : kCases) add_types(models::read_nir(file_of(tested)).graph, types);
  for (const models::NirNodeType& type : models::nir_node_table())
    EXPECT_TRUE(types.contains(std::string(type.name))) << type.name;
}

}  // namespace
}  // namespace bspike
