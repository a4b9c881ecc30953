// Owns the tests of convolutions in a network section: geometry, dump, parameters, and what a user
// is told about sections that cannot be.
#include "models/network/convolution.hpp"

#include <gtest/gtest.h>

#include "models/network/network.hpp"

namespace bspike::models {
namespace {

std::string section(const std::string& input, const std::string& projection,
                    const std::string& more = "") {
  return "input: " + input +
         "\ntime_steps: 5\nbatch: 2\n"
         "defaults: {neuron: {model: Leaky, beta: 0.5, surrogate: {name: atan}}}\n"
         "layers:\n  - {projection: " +
         projection + more +
         "}\n  - {size: 10}\n"
         "loss: {name: ce_rate}\noptimizer: {name: SGD, lr: 0.1}\n";
}

Network build(const std::string& text) {
  return build_network(*arch::base::load_text(text, "n.yaml"));
}

// snnTorch's first convolution: 28 x 28 pixels, 24 x 24 sums, 12 x 12 neurons of each channel.
TEST(ConvolutionSection, GivesTheNeuronsAMap) {
  const Network network =
      build(section("{shape: [1, 28, 28]}",
                    "{kind: conv2d, channels: 8, kernel: 5, pool: {kind: max, size: 2}}"));
  EXPECT_EQ(network.input().size, 784u);
  const Projection& projection = network.projection(0);
  EXPECT_EQ(projection.name, "conv0");
  EXPECT_EQ(projection.convolution.map(), (MapShape{8, 24, 24}));
  EXPECT_EQ(network.layer(0).shape, (MapShape{8, 12, 12}));
  EXPECT_EQ(network.layer(0).size, 1152u);
  EXPECT_EQ(network.weight_rows(0), 8u);
  EXPECT_EQ(network.fan_in(0), 25u);
  EXPECT_EQ(network.projection(1).name, "fc1");
  EXPECT_EQ(network.fan_in(1), 1152u);
  const auto tensors = trained_tensors(network);
  EXPECT_EQ(tensors[0].name, "conv0.weight");
  EXPECT_EQ(tensors[0].shape, (std::vector<std::uint32_t>{8, 1, 5, 5}));
  EXPECT_EQ(tensors[1].shape, (std::vector<std::uint32_t>{8}));
  EXPECT_EQ(initial_parameters(network).at("conv0.weight").size(), 200u);
}

// Rows: (9 + 2 - 3) / 2 + 1 = 5. Columns: (8 - 2) / 3 + 1 = 3.
TEST(ConvolutionSection, TakesRowsAndColumnsApart) {
  const Network network = build(section(
      "{shape: [2, 9, 8]}",
      "{kind: conv2d, channels: 3, kernel: [3, 2], stride: [2, 3], padding: [1, 0], bias: false, "
      "pool: {kind: sum, size: [5, 1]}}"));
  EXPECT_EQ(network.projection(0).convolution.map(), (MapShape{3, 5, 3}));
  EXPECT_EQ(network.layer(0).shape, (MapShape{3, 1, 3}));
  const std::string once = dump_network(network);
  EXPECT_EQ(dump_network(build(once)), once);
  EXPECT_NE(once.find("kernel: [3, 2]"), std::string::npos) << once;
}

TEST(ConvolutionSection, DumpReadsBackWithoutPooling) {
  const std::string once =
      dump_network(build(section("{shape: [1, 4, 4]}", "{kind: conv2d, channels: 2, kernel: 3}")));
  EXPECT_EQ(dump_network(build(once)), once);
  EXPECT_EQ(once.find("pool"), std::string::npos) << once;
}

TEST(Pool, AveragesByTheSizeOfItsWindow) {
  EXPECT_EQ((Pool{PoolKind::kAverage, {2, 4}}.factor()), 0.125);
  EXPECT_EQ((Pool{PoolKind::kSum, {2, 4}}.factor()), 1);
}

struct BadConvolution {
  std::string input, projection, more, message;
};

class BadConvolutions : public testing::TestWithParam<BadConvolution> {};

TEST_P(BadConvolutions, AreRefusedAtTheirPlace) {
  const BadConvolution& bad = GetParam();
  try {
    (void)build(section(bad.input, bad.projection, bad.more));
    FAIL() << "no error";
  } catch (const arch::base::ConfigError& error) {
    EXPECT_EQ(std::string(error.what()), bad.message);
  }
}

constexpr const char* kMap = "{shape: [1, 8, 8]}";
const std::string kPlace = "n.yaml:6:18: layers[0].projection: ";

INSTANTIATE_TEST_SUITE_P(
    Table, BadConvolutions,
    testing::Values(
        BadConvolution{"{size: 64}", "{kind: conv2d, channels: 2, kernel: 3}", "",
                       kPlace + "a convolution needs a map, and \"input\" below it is none\n"
                                "  hint: give the input a shape: [channels, rows, columns]"},
        BadConvolution{kMap, "{kind: conv2d, channels: 2, kernel: 9}", "",
                       kPlace + "a kernel of 9 x 9 does not fit into a map of 8 x 8, padding "
                                "included"},
        BadConvolution{kMap, "{kind: conv2d, channels: 2, kernel: 3, stride: 0}", "",
                       "n.yaml:6:65: layers[0].projection.stride: found \"0\", expected 1 to "
                       "1048576\n  hint: conv2d: by which the kernel steps."},
        BadConvolution{kMap, "{kind: conv2d, channels: 2, kernel: [3, 3, 3]}", "",
                       kPlace + "kernel, stride and pool size are two numbers above 0, rows and "
                                "columns, or one for both"},
        BadConvolution{
            kMap, "{kind: conv2d, channels: 2, kernel: 2, pool: {kind: max, size: [2, 8]}}", "",
            kPlace + "windows of 2 x 8 do not fit into the convolution's map of 7 x 7"},
        BadConvolution{kMap, "{kind: conv2d, channels: 2, kernel: 3, pool: {kind: mean, size: 2}}",
                       "",
                       "n.yaml:6:70: layers[0].projection.pool.kind: found \"mean\", expected one "
                       "of: max, average, sum"},
        BadConvolution{kMap, "{kind: conv2d, kernel: 3}", "",
                       kPlace + "missing key \"channels\"\n"
                                "  hint: conv2d: maps that come out, each from all that come in."},
        BadConvolution{kMap, "{kind: conv2d, channels: 2, kernel: 3}", ", size: 71",
                       kPlace + "the layer's size is 71, but the convolution gives 2 x 6 x 6 = 72 "
                                "neurons\n  hint: leave size out"},
        BadConvolution{kMap, "{kind: conv2d, channels: 40000, kernel: 3}", "",
                       kPlace + "its 1440000 neurons are more than 1048576"},
        BadConvolution{
            "{shape: [8, 8]}", "{kind: conv2d, channels: 2, kernel: 3}", "",
            "n.yaml:1:8: input: a shape is [channels, rows, columns], of at most 1048576 "
            "neurons"},
        BadConvolution{"{size: 63, shape: [1, 8, 8]}", "{kind: conv2d, channels: 2, kernel: 3}", "",
                       "n.yaml:1:8: input: the shape has 64 neurons, the size says otherwise\n"
                       "  hint: leave size out"},
        BadConvolution{kMap, "{kernel: 3}", ", size: 4",
                       "n.yaml:6:19: layers[0].projection.kernel: unknown key \"kernel\"\n"
                       "  hint: keys here: kind, bias, delay"}));

// A convolution above neurons that are no map.
TEST(ConvolutionSection, NeedsAMapBelow) {
  std::string text = section(kMap, "{kind: dense}", ", size: 16");
  text.replace(text.find("{size: 10}"), 10, "{projection: {kind: conv2d, channels: 2, kernel: 3}}");
  try {
    (void)build(text);
    FAIL() << "no error";
  } catch (const arch::base::ConfigError& error) {
    EXPECT_EQ(std::string(error.what()),
              "n.yaml:7:18: layers[1].projection: a convolution needs a map, and \"layer0\" below "
              "it is none\n  hint: maps are an input with a shape and layers of conv2d");
  }
}

}  // namespace
}  // namespace bspike::models
