// Owns the host golden: forward, loss, backward and update of a whole training step in plain C++,
// float or double. Contract: no dependence on tiles; sums run in index order, so results are the
// same on every host.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "models/network/network.hpp"
#include "models/neurons/spike_list.hpp"

namespace bspike::models {

// Input of one training step: ids[t * batch + b] lists the input neurons that spike, ascending; an
// id may stand there several times and then counts as often. targets[b] is the class. A constant
// input has no ids but values[b * inputs + i], which f16 holds exactly.
struct StepInput {
  std::vector<std::vector<std::uint32_t>> ids;
  std::vector<std::uint32_t> targets;
  std::vector<float> values = {};
};

template <class Real>
struct StepResult {
  double loss = 0;
  std::vector<std::map<std::string, std::vector<Real>>>
      states;  // a layer: state name -> [T][batch][neurons]
  std::vector<std::vector<Real>>
      spikes;  // a layer: [T][batch][neurons], 0 or 1; those that are sent
  std::vector<std::vector<SpikeList>> lists;           // a layer: [t * batch + b]
  std::map<std::string, std::vector<Real>> gradients;  // by parameter name
};

template <class Real>
using Parameters = std::map<std::string, std::vector<Real>>;

template <class Real>
[[nodiscard]] StepResult<Real> reference_step(const Network& network, const StepInput& input,
                                              const Parameters<Real>& parameters);

// Applies one optimiser step to every parameter; `state` persists between steps (empty before the
// first), step counts from 1.
template <class Real>
void reference_update(const Network& network, std::uint64_t step, Parameters<Real>& parameters,
                      const Parameters<Real>& gradients,
                      std::map<std::string, std::vector<std::vector<Real>>>& state);

}  // namespace bspike::models
