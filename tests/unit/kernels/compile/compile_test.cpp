// Tests compiled Images for what verify_image does not know: neurons placed once, shared programs,
// small tables, budget, refusals. compile() itself runs verify_image.
#include "kernels/compile.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "arch/base/diagnostics.hpp"
#include "models/neurons/neuron_table.hpp"
#include "tests/support/machines.hpp"
#include "tests/support/small_network.hpp"

namespace bspike::kernels {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

arch::Machine machine_with(std::uint32_t tiles) {
  return tests::machine_with_grid(tiles, tiles, 1, 1);
}

arch::Image compile_shape(const tests::NetworkShape& shape, std::uint32_t tiles,
                          Purpose purpose = Purpose::kTraining) {
  const models::Network network = tests::make_network(shape);
  return compile(network, models::initial_parameters(network), machine_with(tiles), {}, purpose);
}

std::uint64_t bytes_of(const arch::Image& image, const std::string& region) {
  std::uint64_t bytes = 0;
  for (const arch::TileImage& tile : image.tile_images) {
    for (const arch::MemoryRegion& candidate : tile.regions) {
      if (image.labels[candidate.name] == region) bytes += candidate.bytes;
    }
  }
  return bytes;
}

// Sizes x tile counts: one tile, an odd number, more tiles than neurons. 5, 3 neurons take 6 and 4
// lanes; 7 inputs make 7 rows, 5 neurons below make 6; each plane has its rows and a bias.
TEST(Compile, ParametersTakeTheirPaddedSizeOnAnyNumberOfTiles) {
  for (const std::uint32_t tiles : {1U, 2U, 3U, 64U}) {
    const arch::Image image = compile_shape({.sizes = {7, 5, 3}}, tiles);
    EXPECT_EQ(bytes_of(image, "layer0.parameters"), 3U * 8 * (7 + 1)) << tiles;
    EXPECT_EQ(bytes_of(image, "layer1.parameters"), 2U * 8 * (6 + 1)) << tiles;
    EXPECT_EQ(bytes_of(image, "layer0.gradient"), 6U * 3 * 8 * (7 + 1)) << tiles;
    EXPECT_EQ(bytes_of(image, "layer0.history"), 3U * 8 * 2 * (3 + 1)) << tiles;
  }
}

TEST(Compile, NamesWhatToolsReadAndWrite) {
  const arch::Image image = compile_shape({.sizes = {7, 5, 3}}, 3);
  std::set<std::string> tensors;
  for (const arch::TensorInfo& tensor : image.tensors) tensors.insert(tensor.name);
  for (const std::string name :
       {"fc0.weight", "fc0.bias", "fc1.weight.grad", "fc1.bias.exp_avg", "fc0.weight.exp_avg_sq",
        "n0.mem", "n1.mem", "output.count", "loss"}) {
    EXPECT_TRUE(tensors.contains(name)) << name;
  }
  std::vector<std::string> streams;
  for (const arch::StreamInfo& stream : image.streams) streams.push_back(stream.name);
  EXPECT_THAT(streams, UnorderedElementsAre("input.ids", "input.counts", "labels",
                                            "optimizer.scalars", "output.counts"));
  EXPECT_EQ(image.samples_per_step, 2);
  // 3 steps x 2 samples x 8 ids of 2 bytes, and a count of 4 bytes for each list
  EXPECT_EQ(image.streams[image.stream_index("input.ids")].total_bytes(), 96U);
  EXPECT_EQ(image.streams[image.stream_index("input.counts")].total_bytes(), 24U);
  EXPECT_EQ(image.streams[image.stream_index("output.counts")].total_bytes(), 24U);
}

TEST(Compile, InferenceKeepsNoHistoryAndLearnsNothing) {
  const arch::Image image = compile_shape({.sizes = {7, 5, 3}}, 3, Purpose::kInference);
  EXPECT_EQ(bytes_of(image, "layer0.history"), 3U * 8 * 2);
  EXPECT_EQ(bytes_of(image, "layer0.gradient"), 0U);
  EXPECT_EQ(image.stream_index("labels"), arch::kNoIndex);
  EXPECT_EQ(image.tensor_index("fc0.weight.grad"), arch::kNoIndex);
  EXPECT_NE(image.tensor_index("output.count"), arch::kNoIndex);
  EXPECT_TRUE(image.series.empty());
}

// A full chip: a handful of programs, tiles without work hold nothing, the time loop's input steps
// share plans between forward and backward.
TEST(Compile, FullChipIsSmall) {
  const tests::NetworkShape shape{.sizes = {784, 256, 10}, .time_steps = 20, .batch = 32};
  const arch::Image image = compile_shape(shape, 1472);
  // 128 + 5 pairs of neurons, an input tile a time step, the loss
  EXPECT_EQ(image.tile_images.size(), 128U + 5 + 20 + 1);
  EXPECT_LE(image.programs.size(), 4U);
  EXPECT_LT(image.data.size(), 2U << 20);
}

// One pair a layer: layer 0 on tile 0, layer 1 on tile 1, input of the steps on tiles 2 and 3, loss
// on tile 4. A tile stores each part once: a send is 1 instruction, a receive from a new source to
// a new address 2.
//   input from tile 2, and from tile 3     tiles 2 and 3: 1 each     tile 0: 2 + 2
//   spikes, forward and backward           tile 0: 1                 tile 1: 2
//   counts to the loss, gradient back      tile 1: 1, tile 4: 1      tile 4: 2, tile 1: 2
//   partials                               tile 1: 1                 tile 0: 2
TEST(Compile, ExchangeCodeIsStoredOnceForForwardAndBackward) {
  const arch::Image image = compile_shape({.sizes = {2, 2, 2}, .time_steps = 2, .batch = 1}, 6);
  std::vector<std::uint64_t> words(6, 0);
  for (const arch::TileImage& tile : image.tile_images) {
    for (const arch::MemoryRegion& region : tile.regions) {
      if (image.labels[region.name] == "exchange code") words[tile.tile] = region.bytes / 4;
    }
  }
  EXPECT_THAT(words, ElementsAre(7, 6, 1, 1, 3, 0));
}

TEST(Compile, StoresEqualProgramsOnce) {
  const arch::Image image = compile_shape({.sizes = {16, 16, 16, 4}}, 4);
  std::set<std::vector<std::uint32_t>> words;
  for (const arch::TileProgram& program : image.programs) words.insert(program.words);
  EXPECT_EQ(words.size(), image.programs.size());
}

// 20 pairs of neurons on two tiles: 10 planes of 41 pairs each, six times over as replicas.
TEST(Compile, RefusesWhatDoesNotFit) {
  const models::Network network = tests::make_network({.sizes = {40, 40, 4}});
  arch::Machine machine = machine_with(2);
  machine.sram.bytes = 16384 + machine.sram.reserved_bytes;
  try {
    (void)compile(network, models::initial_parameters(network), machine, {});
    FAIL() << "fits";
  } catch (const DoesNotFit& refusal) {
    EXPECT_EQ(refusal.tile, 0U);
    EXPECT_EQ(refusal.budget, 16384U);
    EXPECT_GT(refusal.bytes, refusal.budget);
    ASSERT_EQ(refusal.largest.size(), 5U);
    // six replicas of 10 planes x 41 pairs x 8 bytes
    EXPECT_EQ(refusal.largest[0].name, "layer0.gradient");
    EXPECT_EQ(refusal.largest[0].bytes, 19680U);
  }
}

TEST(Compile, RefusesANetworkBeyondAddresses) {
  models::Network network = tests::make_network({.sizes = {4, 4, 2}});
  network.batch = 1U << 30;
  network.time_steps = 1U << 10;
  EXPECT_THROW((void)compile(network, models::initial_parameters(network), machine_with(2), {}),
               DoesNotFit);
}

std::string refusal(const models::Network& network) {
  try {
    (void)compile(network, models::initial_parameters(network), machine_with(2), {});
  } catch (const arch::base::CompileError& error) {
    return error.what();
  }
  return "";
}

TEST(Compile, NamesTheCodeletThatIsMissing) {
  models::Network network = tests::make_network({});
  const auto rows = models::neuron_table();
  const auto ipu_leaky = std::find_if(rows.begin(), rows.end(), [](const models::NeuronRow& row) {
    return row.name == "IpuLeaky";
  });
  ASSERT_NE(ipu_leaky, rows.end());
  // Which no network file can ask for.
  network.graph[1].model = static_cast<std::uint32_t>(ipu_leaky - rows.begin());
  network.graph[1].reset_delay = false;
  EXPECT_THAT(refusal(network), HasSubstr("network.layer0: there is no codelet "
                                          "'ipuleaky_forward_subtract_immediate'"));
}

TEST(Compile, RefusesParametersOfAnotherNetwork) {
  const models::Network network = tests::make_network({.sizes = {4, 3, 2}});
  models::ParameterSet parameters = models::initial_parameters(network);
  parameters.erase("fc1.bias");
  parameters["fc0.weight"].pop_back();
  try {
    (void)compile(network, parameters, machine_with(2), {});
    FAIL() << "compiled";
  } catch (const arch::base::CompileError& error) {
    EXPECT_THAT(error.what(), HasSubstr("fc0.weight: this parameter has 11 values and needs 12"));
    EXPECT_THAT(error.what(), HasSubstr("fc1.bias: this parameter has no values"));
  }
}

}  // namespace
}  // namespace bspike::kernels
