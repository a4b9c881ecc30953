// Owns the tests of the host streams' bytes, against layouts written out by hand.
#include "tools/driver/host_streams.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "arch/base/document.hpp"

namespace bspike::tools {
namespace {

models::Network small_network() {
  const auto section = arch::base::load_text(
      "input: {size: 3}\ntime_steps: 2\nbatch: 2\n"
      "defaults: {neuron: {model: Leaky, beta: 0.9, threshold: 1, surrogate: {name: atan}}}\n"
      "layers: [{size: 2}]\nloss: {name: ce_count}\noptimizer: {name: SGD, lr: 0.5}\n",
      "network");
  return models::build_network(*section);
}

arch::Image image_with_streams() {
  arch::Image image;
  for (const char* name : {"input.ids", "input.counts", "labels"}) {
    image.streams.push_back({name, true, {}});
  }
  image.streams.push_back({"output.counts", false, {}});
  return image;
}

models::StepInput two_samples(std::uint64_t step) {
  models::StepInput input;
  input.ids = {{0, 2}, {1}, {}, {0, 1, 2}};  // t 0: samples 0 and 1, then t 1
  input.targets = {1, static_cast<std::uint32_t>(step)};
  return input;
}

template <class T>
std::vector<T> filled(HostStreams& host, std::uint32_t stream, std::uint64_t step,
                      std::size_t count) {
  std::vector<T> values(count, static_cast<T>(77));
  host.fill(stream, step, std::as_writable_bytes(std::span(values)));
  return values;
}

TEST(HostStreams, FillsListsCountsAndLabels) {
  const models::Network network = small_network();
  HostStreams host(image_with_streams(), network, two_samples);
  // Capacity of a list: 3 inputs rounded up to 4; unused places are 0.
  EXPECT_EQ(filled<std::uint16_t>(host, 0, 0, 16),
            (std::vector<std::uint16_t>{0, 2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0}));
  EXPECT_EQ(filled<std::uint32_t>(host, 1, 0, 4), (std::vector<std::uint32_t>{2, 1, 0, 3}));
  EXPECT_EQ(filled<std::uint32_t>(host, 2, 0, 2), (std::vector<std::uint32_t>{1, 0}));
}

TEST(HostStreams, StepsGoOnFromTheFirst) {
  const models::Network network = small_network();
  HostStreams host(image_with_streams(), network, two_samples, 5);
  EXPECT_EQ(filled<std::uint32_t>(host, 2, 1, 2), (std::vector<std::uint32_t>{1, 6}));
}

TEST(HostStreams, PredictsFromCountsAndLeavesPaddingOut) {
  const models::Network network = small_network();
  HostStreams host(image_with_streams(), network, [](std::uint64_t) {
    models::StepInput input = two_samples(0);
    input.targets = {1};  // the second place is padding
    return input;
  });
  const std::vector<float> counts = {0, 2, 9, 1};
  host.take(3, 0, std::as_bytes(std::span(counts)));
  ASSERT_EQ(host.outcomes().size(), 1u);
  EXPECT_EQ(host.outcomes()[0].predictions, std::vector<std::uint32_t>{1});
}

models::Network constant_network(std::uint32_t inputs) {
  const auto section = arch::base::load_text(
      "input: {size: " + std::to_string(inputs) +
          ", signal: constant}\ntime_steps: 2\nbatch: 2\n"
          "defaults: {neuron: {model: Leaky, beta: 0.9, threshold: 1, surrogate: {name: atan}}}\n"
          "layers: [{size: 4}]\nloss: {name: ce_count, classes: 2}\n"
          "optimizer: {name: SGD, lr: 0.5}\n",
      "network");
  return models::build_network(*section);
}

arch::Image image_with_constant_input() {
  arch::Image image;
  image.streams.push_back({"input.constant", true, {}});
  image.streams.push_back({"output.spikes", false, {}});
  image.streams.push_back({"output.loss", false, {}});
  return image;
}

// 17 inputs are two blocks of 16; in each both samples, as f16: 0x3800 is 0.5, 0x3400 0.25.
TEST(HostStreams, FillsConstantInputsInBlocks) {
  const models::Network network = constant_network(17);
  HostStreams host(image_with_constant_input(), network, [](std::uint64_t) {
    models::StepInput input;
    input.values.assign(34, 0.0F);
    input.values[2] = 0.5F;         // sample 0, input 2
    input.values[17 + 16] = 0.25F;  // sample 1, input 16
    input.targets = {0, 1};
    return input;
  });
  std::vector<std::uint16_t> wanted(64, 0);
  wanted[2] = 0x3800;
  wanted[32 + 16] = 0x3400;
  EXPECT_EQ(filled<std::uint16_t>(host, 0, 0, 64), wanted);
}

// Two time steps, two samples, four outputs in two classes. Sample 0: outputs 0 and 1 spike once
// each, output 2 twice; so both classes have 2 and the lower wins. Sample 1: output 3
// alone.
TEST(HostStreams, ClassesOfAPopulationCountTheirBlockOfReturnedSpikes) {
  const models::Network network = constant_network(3);
  HostStreams host(image_with_constant_input(), network, [](std::uint64_t) {
    models::StepInput input;
    input.targets = {0, 1};
    return input;
  });
  const std::vector<float> spikes = {1, 0, 1, 0, 0, 0, 0, 1,   // t 0: samples 0 and 1
                                     0, 1, 1, 0, 0, 0, 0, 0};  // t 1
  host.take(1, 0, std::as_bytes(std::span(spikes)));
  host.take(2, 0, std::as_bytes(std::span(spikes).first(2)));
  ASSERT_EQ(host.outcomes().size(), 1u);
  EXPECT_EQ(host.outcomes()[0].predictions, (std::vector<std::uint32_t>{0, 1}));
}

TEST(HostStreams, RefusesAStreamThatNobodyKnows) {
  arch::Image image;
  image.streams.push_back({"weather", true, {}});
  const models::Network network = small_network();
  EXPECT_THROW(HostStreams(image, network, two_samples), std::logic_error);
}

}  // namespace
}  // namespace bspike::tools
