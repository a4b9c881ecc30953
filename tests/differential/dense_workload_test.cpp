// Tests what the published dense workload adds to the program matrix_unit: constant inputs and
// their hoisted product, a loss of membrane sums, population codes, returned spikes.
#include "tests/support/dense_runs.hpp"
#include "tests/support/small_network.hpp"

namespace bspike {
namespace {

using tests::expect_near;
using tests::half_parameters;
using tests::machine_of;
using tests::matrix_mapping;
using tests::Values;

// Numbers between 0 and 1 that f16 holds.
models::StepInput constant_input(const models::Network& network) {
  models::StepInput input;
  for (std::uint64_t i = 0; i < std::uint64_t{network.batch} * network.input().size; ++i) {
    input.values.push_back(static_cast<float>(arch::base::random_bits(3, 1, i) % 257) / 256);
  }
  for (std::uint32_t b = 0; b < network.batch; ++b) {
    input.targets.push_back(static_cast<std::uint32_t>(arch::base::random_bits(3, 2, b)) %
                            network.classes());
  }
  return input;
}

models::Network dense_network(std::vector<std::uint32_t> sizes, std::uint32_t batch,
                              const char* loss, std::uint32_t classes = 0) {
  return tests::make_network({.sizes = std::move(sizes),
                              .time_steps = 4,
                              .batch = batch,
                              .model = "IpuLeaky",
                              .loss = loss,
                              .classes = classes,
                              .signal = models::InputSignal::kConstant});
}

kernels::Mapping mapping_of(int type, bool hoisted, int returned = kernels::kReturnedCounts) {
  kernels::Mapping mapping = matrix_mapping(type);
  mapping.hoist_constant_input = hoisted;
  mapping.returned = returned;
  return mapping;
}

double tolerance_of(int type) { return type == kernels::kMatrixF32 ? 5e-5 : 4e-3; }

double sum_of(const Values& values) {
  double sum = 0;
  for (const float value : values) sum += value;
  return sum;
}

class DenseWorkload : public testing::TestWithParam<int> {
 protected:
  // Membranes, loss and gradients of a step against the reference.
  void expect_step(const models::Network& network, std::uint32_t tiles) const {
    const models::StepInput input = constant_input(network);
    const models::ParameterSet parameters = half_parameters(network);
    const auto expected = models::reference_step<float>(network, input, parameters);
    const arch::Machine machine = machine_of(tiles);
    const auto found = tests::tensors_of(
        kernels::compile(network, parameters, machine, mapping_of(GetParam(), false)), network,
        input, machine, 1);
    EXPECT_NEAR(sum_of(found.at("loss")), expected.loss, tolerance_of(GetParam()) * expected.loss);
    for (const auto& [name, gradient] : expected.gradients) {
      expect_near(name, found.at(name + ".grad"), gradient, tolerance_of(GetParam()));
    }
    for (std::uint32_t layer = 0; layer < network.layers(); ++layer) {
      expect_near("mem", found.at("n" + std::to_string(layer) + ".mem"),
                  expected.states[layer].at("mem"), 1e-5);
    }
  }
};

struct Shape {
  std::vector<std::uint32_t> sizes;
  std::uint32_t batch;
  const char* loss;
  std::uint32_t classes = 0;
};

TEST_P(DenseWorkload, StepsEqualTheReference) {
  const std::vector<Shape> shapes{{{37, 50, 3}, 21, "ce_count_membrane"},
                                  {{20, 18, 34}, 9, "ce_count_membrane", 2},
                                  {{37, 50, 20}, 35, "mse_count", 5},
                                  {{5, 3}, 1, "ce_count_membrane"},
                                  {{49, 20, 40}, 16, "ce_count", 4}};
  for (const Shape& shape : shapes) {
    const models::Network network =
        dense_network(shape.sizes, shape.batch, shape.loss, shape.classes);
    for (const std::uint32_t tiles : {1U, 3U, 40U}) {
      SCOPED_TRACE(std::string(shape.loss) + " on " + std::to_string(tiles));
      ASSERT_NO_FATAL_FAILURE(expect_step(network, tiles));
    }
  }
}

// The same products and sums, so the same bits, over steps that update the weights.
TEST_P(DenseWorkload, HoistingChangesNoBit) {
  for (const char* loss : {"ce_count_membrane", "ce_rate"}) {
    const models::Network network = dense_network({37, 50, 3}, 21, loss);
    const models::StepInput input = constant_input(network);
    const models::ParameterSet parameters = models::initial_parameters(network);
    for (const std::uint32_t tiles : {1U, 40U}) {
      const arch::Machine machine = machine_of(tiles);
      const auto run = [&](bool hoisted) {
        return tests::tensors_of(
            kernels::compile(network, parameters, machine, mapping_of(GetParam(), hoisted)),
            network, input, machine, 3);
      };
      EXPECT_EQ(run(true), run(false)) << loss << " on " << tiles;
    }
  }
}

TEST_P(DenseWorkload, EnginesAgree) {
  if (!sim::has_code_generator()) GTEST_SKIP() << "built without a code generator";
  const models::Network network = dense_network({37, 50, 20}, 21, "ce_count_membrane", 5);
  const models::StepInput input = constant_input(network);
  const arch::Machine machine = machine_of(7);
  const arch::Image image =
      kernels::compile(network, models::initial_parameters(network), machine,
                       mapping_of(GetParam(), false, kernels::kReturnedSpikes));
  EXPECT_EQ(tests::tensors_of(image, network, input, machine, 2, sim::Engine::kInterpreter),
            tests::tensors_of(image, network, input, machine, 2, sim::Engine::kCompiled));
}

// Adam on one batch, as the published script trains.
TEST_P(DenseWorkload, LossFalls) {
  const models::Network network = dense_network({37, 50, 20}, 21, "ce_count_membrane", 5);
  const models::StepInput input = constant_input(network);
  const arch::Machine machine = machine_of(7);
  const arch::Image image = kernels::compile(network, models::initial_parameters(network), machine,
                                             mapping_of(GetParam(), false));
  tools::HostStreams host(image, network, [&](std::uint64_t) { return input; });
  sim::RunOptions options;
  options.steps = 12;
  options.timed = false;
  const std::vector<double> losses =
      sim::run(image, machine, host, options).series.at("training.loss");
  ASSERT_EQ(losses.size(), 12U);
  EXPECT_LT(losses.back(), 0.7 * losses.front());
}

// Keeps what the chip returns.
class KeepingHost final : public arch::HostPort {
 public:
  KeepingHost(const arch::Image& image, const models::Network& network,
              const models::StepInput& input)
      : image_(image), streams_(image, network, [&input](std::uint64_t) { return input; }) {}

  void fill(std::uint32_t stream, std::uint64_t step, std::span<std::byte> bytes) override {
    streams_.fill(stream, step, bytes);
  }
  void take(std::uint32_t stream, std::uint64_t step, std::span<const std::byte> bytes) override {
    streams_.take(stream, step, bytes);
    Values& values = returned[image_.streams[stream].name];
    values.resize(bytes.size() / sizeof(float));
    std::memcpy(values.data(), bytes.data(), bytes.size());
  }

  std::map<std::string, Values> returned;

 private:
  const arch::Image& image_;
  tools::HostStreams streams_;
};

TEST_P(DenseWorkload, ReturnsSpikesAndLossOfEachSample) {
  const models::Network network = dense_network({37, 50, 20}, 21, "ce_count_membrane");
  const models::StepInput input = constant_input(network);
  const models::ParameterSet parameters = half_parameters(network);
  const auto expected = models::reference_step<float>(network, input, parameters);
  for (const std::uint32_t tiles : {1U, 40U}) {
    const arch::Machine machine = machine_of(tiles);
    const arch::Image image = kernels::compile(
        network, parameters, machine, mapping_of(GetParam(), false, kernels::kReturnedSpikes));
    EXPECT_EQ(image.stream_index("output.counts"), arch::kNoIndex);
    KeepingHost host(image, network, input);
    sim::RunOptions options;
    options.timed = false;
    ASSERT_EQ(sim::run(image, machine, host, options).fault.message, "");
    EXPECT_EQ(host.returned.at("output.spikes"), expected.spikes.back()) << tiles;
    EXPECT_EQ(host.returned.at("output.loss").size(), 21u);
    EXPECT_NEAR(sum_of(host.returned.at("output.loss")), expected.loss, 1e-5 * expected.loss);
  }
}

TEST_P(DenseWorkload, InferenceOfAConstantInputCountsTheReferencesSpikes) {
  const models::Network network = dense_network({37, 50, 3}, 21, "ce_count_membrane");
  const models::StepInput input = constant_input(network);
  const models::ParameterSet parameters = half_parameters(network);
  const auto expected = models::reference_step<float>(network, input, parameters);
  Values counts(network.batch * 3, 0.0F);
  const Values& spikes = expected.spikes.back();
  for (std::size_t i = 0; i < spikes.size(); ++i) counts[i % counts.size()] += spikes[i];
  const arch::Machine machine = machine_of(7);
  for (const bool hoisted : {false, true}) {
    const auto found = tests::tensors_of(
        kernels::compile(network, parameters, machine, mapping_of(GetParam(), hoisted),
                         kernels::Purpose::kInference),
        network, input, machine, 2);
    EXPECT_EQ(found.at("output.count"), counts) << hoisted;
  }
}

INSTANTIATE_TEST_SUITE_P(EveryType, DenseWorkload,
                         testing::Values(kernels::kMatrixF32, kernels::kMatrixF16),
                         [](const auto& tested) {
                           return tested.param == kernels::kMatrixF32 ? "f32" : "f16";
                         });

}  // namespace
}  // namespace bspike
