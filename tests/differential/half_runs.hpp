// Owns what tests of training steps with tensors in f16 share: types, the step on the machine,
// comparisons with the host golden.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "kernels/compile.hpp"
#include "models/reference/half_step.hpp"
#include "tests/support/random_input.hpp"

namespace bspike::half_runs {

using Values = std::vector<float>;
using Tensors = std::map<std::string, Values>;

inline constexpr std::uint32_t kScale = 1024;

struct Types {
  const char* name;
  int weights, states, gradients, sums;
};
void PrintTo(const Types& types, std::ostream* out);

inline constexpr Types kAll[] = {{"weights", 1, 0, 0, 0},
                                 {"states", 0, 1, 0, 0},
                                 {"gradients", 0, 0, 1, 0},
                                 {"weights_states", 1, 1, 0, 0},
                                 {"weights_gradients", 1, 0, 1, 0},
                                 {"states_gradients", 0, 1, 1, 0},
                                 {"all", 1, 1, 1, 0},
                                 {"weights_and_sums", 1, 0, 0, 1},
                                 {"all_and_sums", 1, 1, 1, 1}};

[[nodiscard]] models::HalfRules rules_of(const Types& types);
[[nodiscard]] kernels::Mapping mapping_of(const Types& types, std::uint32_t replicas);
[[nodiscard]] arch::Machine machine_of(std::uint32_t tiles);

// Every tensor after `steps` steps, gradients unscaled.
[[nodiscard]] Tensors tensors_of(const models::Network& network, const models::StepInput& input,
                                 const models::ParameterSet& parameters,
                                 const arch::Machine& machine, const kernels::Mapping& mapping,
                                 std::uint64_t steps,
                                 kernels::Purpose purpose = kernels::Purpose::kTraining);

void expect_equal(const std::string& name, const Values& found, const Values& wanted);
// Within `tolerance` of the largest value.
void expect_near(const std::string& name, const Values& found, const Values& wanted,
                 double tolerance);
// Within the last bit of f16.
void expect_close(const std::string& name, const Values& found, const Values& wanted);
void expect_states(const models::Network& network, const Tensors& found,
                   const models::StepResult<float>& expected);

}  // namespace bspike::half_runs
