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

TEST(HostStreams, RefusesAStreamThatNobodyKnows) {
  arch::Image image;
  image.streams.push_back({"weather", true, {}});
  const models::Network network = small_network();
  EXPECT_THROW(HostStreams(image, network, two_samples), std::logic_error);
}

}  // namespace
}  // namespace bspike::tools
