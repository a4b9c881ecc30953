// Owns training on digits for tests: a run file's experiment with a seed, losses of its steps, what
// was trained, and how much of the test split that gets right.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "arch/base/half.hpp"
#include "sim/run.hpp"
#include "tools/driver/experiment.hpp"
#include "tools/driver/host_streams.hpp"
#include "tools/driver/run_outcome.hpp"

namespace bspike::tests {

inline tools::Experiment digits_experiment(const std::string& run_file, std::uint64_t seed) {
  tools::Overrides overrides;
  overrides.sets = {"network.seed=" + std::to_string(seed), "run.seed=" + std::to_string(seed)};
  return tools::read_experiment(BSPIKE_SOURCE_DIR "/configs/runs/" + run_file, overrides);
}

// A parameter of the machine, f32 or f16.
inline std::vector<float> parameter_values(const arch::Image& image,
                                           const sim::Machinery& machinery,
                                           const std::string& name) {
  const std::uint32_t tensor = image.tensor_index(name);
  const std::vector<std::byte> bytes = machinery.read_tensor(tensor);
  const arch::ElementType type = image.tensors[tensor].type;
  std::vector<float> values(bytes.size() / arch::element_bytes(type));
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::uint16_t half = 0;
    if (type == arch::ElementType::kF16) {
      std::memcpy(&half, bytes.data() + 2 * i, sizeof half);
      values[i] = arch::base::float_from_half(half);
    } else {
      std::memcpy(&values[i], bytes.data() + 4 * i, sizeof(float));
    }
  }
  return values;
}

// Trains on the machine; returns the losses.
inline std::vector<double> train_digits(const tools::Experiment& experiment,
                                        const models::ParameterSet& start,
                                        const tools::BatchSource& batches, std::uint64_t steps,
                                        models::ParameterSet* trained = nullptr) {
  const arch::Image image =
      kernels::compile(experiment.network, start, experiment.machine, experiment.file.mapping);
  tools::HostStreams host(image, experiment.network, batches);
  sim::RunOptions options;
  options.steps = steps;
  options.timed = false;
  options.profile_lines = false;
  options.after_step = [&](std::uint64_t step, sim::Machinery& machinery) {
    if (trained == nullptr || step + 1 != steps) return;
    for (const auto& [name, values] : start)
      (*trained)[name] = parameter_values(image, machinery, name);
  };
  const sim::RunResult result = sim::run(image, experiment.machine, host, options);
  EXPECT_EQ(result.fault.message, "");
  return result.series.at("training.loss");
}

inline double digits_test_accuracy(const tools::Experiment& experiment,
                                   const models::ParameterSet& parameters) {
  const tools::TestBatches test = tools::test_batches(experiment, 0);
  const arch::Image image = kernels::compile(experiment.network, parameters, experiment.machine,
                                             experiment.file.mapping, kernels::Purpose::kInference);
  tools::HostStreams host(image, experiment.network, test.source);
  sim::RunOptions options;
  options.steps = test.batches;
  options.timed = false;
  (void)sim::run(image, experiment.machine, host, options);
  double right = 0;
  for (const tools::StepOutcome& outcome : host.outcomes()) {
    right += tools::accuracy_of(outcome) * static_cast<double>(outcome.targets.size());
  }
  return right / static_cast<double>(test.samples);
}

}  // namespace bspike::tests
