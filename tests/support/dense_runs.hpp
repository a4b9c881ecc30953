// Owns runs of the program matrix_unit for tests: mappings, inputs, parameters, tensors.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "arch/base/half.hpp"
#include "kernels/compile.hpp"
#include "models/reference/reference.hpp"
#include "sim/engine/compiled/compiled_executor.hpp"
#include "sim/run.hpp"
#include "tests/support/machines.hpp"
#include "tests/support/random_input.hpp"
#include "tools/driver/host_streams.hpp"

namespace bspike::tests {

using Values = std::vector<float>;

inline kernels::Mapping matrix_mapping(int type, std::uint32_t tiles = 0) {
  kernels::Mapping mapping;
  mapping.program = kernels::kProgramMatrixUnit;
  mapping.matrix_type = type;
  mapping.tiles = tiles;
  return mapping;
}

// Weights that f16 holds exactly, so that f16 products of spikes are those of the reference.
inline models::ParameterSet half_parameters(const models::Network& network) {
  models::ParameterSet parameters = models::initial_parameters(network);
  for (auto& [name, values] : parameters) {
    if (!name.ends_with(".weight")) continue;
    for (float& value : values) {
      value = arch::base::float_from_half(arch::base::half_from_float(value));
    }
  }
  return parameters;
}

inline arch::Machine machine_of(std::uint32_t tiles) {
  arch::Machine machine = tests::machine_with_grid(tiles, tiles, 1, 1);
  machine.unit_slots.fill(1);
  return machine;
}

// Runs `steps` training steps or inferences on one batch: all tensors after the last one by name.
inline std::map<std::string, Values> tensors_of(const arch::Image& image,
                                                const models::Network& network,
                                                const models::StepInput& input,
                                                const arch::Machine& machine, std::uint64_t steps,
                                                sim::Engine engine = sim::Engine::kAuto) {
  tools::HostStreams host(image, network, [&](std::uint64_t) { return input; });
  std::map<std::string, Values> tensors;
  sim::RunOptions options;
  options.steps = steps;
  options.timed = false;
  options.engine = engine;
  // The race checker interprets.
  options.check_races = engine != sim::Engine::kCompiled;
  options.after_step = [&](std::uint64_t, sim::Machinery& machinery) {
    for (std::uint32_t i = 0; i < image.tensors.size(); ++i) {
      const std::vector<std::byte> bytes = machinery.read_tensor(i);
      Values& values = tensors[image.tensors[i].name];
      values.resize(bytes.size() / sizeof(float));
      std::memcpy(values.data(), bytes.data(), bytes.size());
    }
  };
  EXPECT_EQ(sim::run(image, machine, host, options).fault.message, "");
  return tensors;
}

inline double largest(const Values& values) {
  double result = 0;
  for (const float value : values) result = std::max(result, std::abs(double{value}));
  return result;
}

inline void expect_near(const std::string& name, const Values& found, const Values& wanted,
                        double tolerance) {
  ASSERT_EQ(found.size(), wanted.size()) << name;
  const double scale = largest(wanted);
  ASSERT_GT(scale, 0) << name;
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_NEAR(found[i], wanted[i], tolerance * scale) << name << "[" << i << "]";
  }
}

}  // namespace bspike::tests
