// Owns those runs and comparisons.
#include "tests/differential/half_runs.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "arch/base/half.hpp"
#include "sim/run.hpp"
#include "tests/support/machines.hpp"
#include "tools/driver/host_streams.hpp"

namespace bspike::half_runs {

void PrintTo(const Types& types, std::ostream* out) { *out << types.name; }

models::HalfRules rules_of(const Types& types) {
  return {types.weights != 0, types.states != 0, types.gradients != 0, types.sums != 0, kScale};
}

kernels::Mapping mapping_of(const Types& types, std::uint32_t replicas) {
  kernels::Mapping mapping;
  mapping.types = {types.weights, types.states, types.gradients, types.sums};
  mapping.gradient_scale = kScale;
  mapping.gradient_replicas = replicas;
  return mapping;
}

static Values floats_of(const arch::TensorInfo& tensor, const std::vector<std::byte>& bytes) {
  Values values(bytes.size() / arch::element_bytes(tensor.type));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (tensor.type == arch::ElementType::kF32) {
      std::memcpy(&values[i], bytes.data() + 4 * i, 4);
      continue;
    }
    std::uint16_t half = 0;
    std::memcpy(&half, bytes.data() + 2 * i, 2);
    values[i] = arch::base::float_from_half(half);
    if (tensor.role == arch::TensorRole::kGradient) values[i] *= 1.0F / kScale;
  }
  return values;
}

Tensors tensors_of(const models::Network& network, const models::StepInput& input,
                   const models::ParameterSet& parameters, const arch::Machine& machine,
                   const kernels::Mapping& mapping, std::uint64_t steps, kernels::Purpose purpose) {
  const arch::Image image = kernels::compile(network, parameters, machine, mapping, purpose);
  tools::HostStreams host(image, network, [&](std::uint64_t) { return input; });
  Tensors tensors;
  sim::RunOptions options;
  options.steps = steps;
  options.timed = false;
  options.check_races = true;
  options.after_step = [&](std::uint64_t, sim::Machinery& machinery) {
    for (std::uint32_t i = 0; i < image.tensors.size(); ++i)
      tensors[image.tensors[i].name] = floats_of(image.tensors[i], machinery.read_tensor(i));
  };
  EXPECT_EQ(sim::run(image, machine, host, options).fault.message, "");
  return tensors;
}

arch::Machine machine_of(std::uint32_t tiles) {
  arch::Machine machine = tests::machine_with_grid(tiles, tiles, 1, 1);
  machine.unit_slots.fill(1);
  return machine;
}

void expect_equal(const std::string& name, const Values& found, const Values& wanted) {
  ASSERT_EQ(found.size(), wanted.size()) << name;
  for (std::size_t i = 0; i < found.size(); ++i)
    ASSERT_EQ(found[i], wanted[i]) << name << "[" << i << "]";
}

void expect_near(const std::string& name, const Values& found, const Values& wanted,
                 double tolerance) {
  ASSERT_EQ(found.size(), wanted.size()) << name;
  double largest = 0;
  for (const float value : wanted) largest = std::max(largest, std::abs(double{value}));
  ASSERT_GT(largest, 0) << name;
  for (std::size_t i = 0; i < found.size(); ++i)
    ASSERT_NEAR(found[i], wanted[i], tolerance * largest) << name << "[" << i << "]";
}

void expect_close(const std::string& name, const Values& found, const Values& wanted) {
  ASSERT_EQ(found.size(), wanted.size()) << name;
  for (std::size_t i = 0; i < found.size(); ++i)
    ASSERT_NEAR(found[i], wanted[i], std::max(0x1p-24, 0x1p-10 * std::abs(double{wanted[i]})))
        << name << "[" << i << "]";
}

void expect_states(const models::Network& network, const Tensors& found,
                   const models::StepResult<float>& expected) {
  for (std::uint32_t l = 0; l < network.layers(); ++l)
    for (const auto& [name, values] : expected.states[l])
      ASSERT_NO_FATAL_FAILURE(expect_equal(models::number_name(l, name),
                                           found.at(models::number_name(l, name)), values));
}

}  // namespace bspike::half_runs
