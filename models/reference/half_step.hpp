// Owns the host golden of training steps with tensors in f16: the step of reference.hpp with a
// rounding at every store of such a tensor. Contract: no dependence on tiles; where a machine's
// order of sums depends on how many there are, this is that of one tile with one replica of the
// gradient.
#pragma once

#include "models/reference/reference.hpp"

namespace bspike::models {

struct HalfRules {
  bool weights = false;    // and biases
  bool states = false;     // and the threshold that they are compared with, if it isn't trained
  bool gradients = false;  // of weights and biases, and what goes to the layer below
  bool sums = false;       // of currents, while they are summed
  float scale = 1;         // of gradients in f16
};

// Gradients are unscaled; those that overflowed are infinite.
[[nodiscard]] StepResult<float> half_reference_step(const Network& network, const StepInput& input,
                                                    const Parameters<float>& parameters,
                                                    const HalfRules& rules);

// One optimiser step in f32: gradients of weights that are not finite count as 0, and weights are
// rounded; numbers of neuron models are trained in f32.
void half_reference_update(const Network& network, std::uint64_t step, const HalfRules& rules,
                           Parameters<float>& parameters, Parameters<float> gradients,
                           std::map<std::string, std::vector<std::vector<float>>>& state);

}  // namespace bspike::models
