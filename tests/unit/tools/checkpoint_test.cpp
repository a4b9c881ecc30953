// Owns the tests of checkpoint files: round trip, damage, mismatch.
#include "tools/driver/checkpoint.hpp"

#include <gtest/gtest.h>

#include "arch/base/diagnostics.hpp"

namespace bspike::tools {
namespace {

using arch::ElementType;
using arch::TensorRole;
using arch::base::ConfigError;
using arch::base::FormatError;

Checkpoint sample() {
  Checkpoint checkpoint;
  checkpoint.steps = 7;
  checkpoint.tensors.push_back({"fc0.weight",
                                TensorRole::kParameter,
                                ElementType::kF32,
                                {1, 2},
                                std::vector<std::byte>(8, std::byte{0x40})});
  checkpoint.tensors.push_back({"fc0.weight.exp_avg",
                                TensorRole::kOptimizerState,
                                ElementType::kF32,
                                {1, 2},
                                std::vector<std::byte>(8, std::byte{0x01})});
  return checkpoint;
}

arch::Image image_with(std::vector<std::uint64_t> shape) {
  arch::Image image;
  image.tensors.push_back({"fc0.weight", TensorRole::kParameter, ElementType::kF32, shape, {}});
  return image;
}

TEST(Checkpoint, RoundTripKeepsEverything) {
  const Checkpoint read = parse_checkpoint(serialize_checkpoint(sample()), "x");
  EXPECT_EQ(read.steps, 7u);
  ASSERT_EQ(read.tensors.size(), 2u);
  EXPECT_EQ(read.tensors[1].name, "fc0.weight.exp_avg");
  EXPECT_EQ(read.tensors[1].role, TensorRole::kOptimizerState);
  EXPECT_EQ(read.tensors[0].shape, (std::vector<std::uint64_t>{1, 2}));
  EXPECT_EQ(read.tensors[0].data, sample().tensors[0].data);
}

TEST(Checkpoint, EveryPrefixIsRefused) {
  const std::string bytes = serialize_checkpoint(sample());
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_THROW((void)parse_checkpoint(bytes.substr(0, length), "x"), FormatError) << length;
  }
}

TEST(Checkpoint, EveryFlippedByteIsRefused) {
  const std::string bytes = serialize_checkpoint(sample());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x20);
    EXPECT_THROW((void)parse_checkpoint(damaged, "x"), FormatError) << at;
  }
}

TEST(Checkpoint, InferenceImageTakesParametersAndLeavesOptimizerState) {
  EXPECT_NO_THROW(check_matches(sample(), image_with({1, 2}), "x"));
}

TEST(Checkpoint, OtherShapeIsRefused) {
  EXPECT_THROW(check_matches(sample(), image_with({2, 1}), "x"), ConfigError);
}

TEST(Checkpoint, MissingTensorIsRefused) {
  arch::Image image = image_with({1, 2});
  image.tensors.push_back({"fc0.bias", TensorRole::kParameter, ElementType::kF32, {1}, {}});
  EXPECT_THROW(check_matches(sample(), image, "x"), ConfigError);
}

TEST(Checkpoint, ParameterThatTheNetworkLacksIsRefused) {
  EXPECT_THROW(check_matches(sample(), arch::Image{}, "x"), ConfigError);
}

}  // namespace
}  // namespace bspike::tools
