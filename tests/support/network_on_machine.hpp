// Owns comparing a training step on the virtual machine with the host reference: spikes drawn at
// random, every tensor read back, membranes and gradients within the tolerances of the reference
// cases. Contract: functional runs that check for races, on machines of few tiles.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "kernels/compile.hpp"
#include "models/reference/reference.hpp"
#include "sim/run.hpp"
#include "tests/support/machines.hpp"
#include "tests/support/random_input.hpp"
#include "tools/driver/host_streams.hpp"

namespace bspike::tests {

using Floats = std::vector<float>;

// How a training step is run here.
struct MachineRun {
  std::uint32_t tiles = 1;
  kernels::Purpose purpose = kernels::Purpose::kTraining;
  kernels::Mapping mapping = {};
  std::uint64_t steps = 1;
  models::ParameterSet restored = {};  // written over the initial ones before the first step
};

// As they are after the last step.
inline std::map<std::string, Floats> tensors_of(const models::Network& network,
                                                const models::StepInput& input,
                                                const MachineRun& run) {
  arch::Machine machine = machine_with_grid(run.tiles, run.tiles, 1, 1);
  machine.unit_slots.fill(1);
  const arch::Image image = kernels::compile(network, models::initial_parameters(network), machine,
                                             run.mapping, run.purpose);
  tools::HostStreams host(image, network, [&](std::uint64_t) { return input; });
  std::map<std::string, Floats> tensors;
  sim::RunOptions options;
  options.steps = run.steps;
  options.timed = false;
  options.check_races = true;
  options.after_step = [&](std::uint64_t, sim::Machinery& machinery) {
    for (std::uint32_t i = 0; i < image.tensors.size(); ++i) {
      const std::vector<std::byte> bytes = machinery.read_tensor(i);
      Floats& values = tensors[image.tensors[i].name];
      values.resize(bytes.size() / sizeof(float));
      std::memcpy(values.data(), bytes.data(), bytes.size());
    }
  };
  const auto restore = [&](sim::Machinery& machinery) {
    for (const auto& [name, values] : run.restored)
      machinery.write_tensor(image.tensor_index(name), std::as_bytes(std::span(values)));
  };
  EXPECT_EQ(sim::run(image, machine, host, options, restore).fault.kind, "");
  return tensors;
}

inline double largest(const Floats& values) {
  double result = 0;
  for (const float value : values) result = std::max(result, std::abs(double{value}));
  return result;
}

inline void expect_near(const Floats& found, const Floats& wanted, double tolerance,
                        const std::string& name) {
  ASSERT_EQ(found.size(), wanted.size()) << name;
  for (std::size_t i = 0; i < found.size(); ++i)
    ASSERT_NEAR(found[i], wanted[i], tolerance) << name << "[" << i << "]";
}

// Membranes to 2e-5 of the largest (or of 1), gradients to 3e-4 of the largest, outputs of
// inference exactly as in training.
inline void expect_equals_reference(const models::Network& network, const models::StepInput& input,
                                    std::initializer_list<std::uint32_t> tile_counts,
                                    const kernels::Mapping& mapping = {}) {
  const auto expected =
      models::reference_step<float>(network, input, models::initial_parameters(network));
  for (const std::uint32_t tiles : tile_counts) {
    SCOPED_TRACE(tiles);
    const auto found = tensors_of(network, input, {tiles, kernels::Purpose::kTraining, mapping});
    for (std::uint32_t layer = 0; layer < network.layers(); ++layer) {
      const std::string name = models::number_name(layer, "mem");
      const Floats& membranes = expected.states[layer].at("mem");
      expect_near(found.at(name), membranes, 2e-5 * std::max(1.0, largest(membranes)), name);
    }
    for (const auto& [name, gradient] : expected.gradients)
      expect_near(found.at(name + ".grad"), gradient, 3e-4 * largest(gradient) + 1e-9, name);
    double loss = 0;
    for (const float term : found.at("loss")) loss += term;
    EXPECT_NEAR(loss, expected.loss, 1e-5 * std::max(1.0, std::abs(expected.loss)));
    const auto inferred =
        tensors_of(network, input, {tiles, kernels::Purpose::kInference, mapping});
    EXPECT_EQ(inferred.at("output.count"), found.at("output.count"));
  }
}

}  // namespace bspike::tests
