// Owns the table of neuron models: name, parameters, and the reference equations of each, one pair
// of files a model. Contract: rows never depend on each other; a model is found by name at build
// time and by row afterwards.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/network/network.hpp"

namespace bspike::models {

struct ParameterInfo {
  std::string_view name;
  bool required = true;
  double fallback = 0;  // for optional ones
  arch::base::Range range;
  std::string_view doc;
};

// State of one layer at one time step in the reference: one vector [batch * neurons] a state
// variable, in the row's order ("mem" always exists).
template <class Real>
using LayerState = std::vector<std::vector<Real>>;

// One forward step: reads the input current and the state before, writes the state after and the
// spikes (0 or 1).
template <class Real>
using ForwardFn = void (*)(const Population& population, std::span<const Real> current,
                           const LayerState<Real>& before, LayerState<Real>& after,
                           std::vector<Real>& spikes);
// One backward step at t: reads the states before and after step t, dL/dspike at t
// (`spike_gradient`), dL/dmem at t from a membrane loss (`mem_gradient`, empty if none) and `carry`
// (from t + 1; one vector a state variable); writes dL/dcurrent and the carry for t - 1.
template <class Real>
using BackwardFn = void (*)(const Population& population, const LayerState<Real>& before,
                            const LayerState<Real>& after, std::span<const Real> spike_gradient,
                            std::span<const Real> mem_gradient, LayerState<Real>& carry,
                            std::vector<Real>& current_gradient);

struct NeuronRow {
  std::string_view name;                 // as in YAML and in the reference cases, e.g. "Leaky"
  std::vector<std::string_view> states;  // names of the state variables, "mem" first
  std::vector<ParameterInfo> parameters;
  std::vector<Reset> resets;  // supported
  ForwardFn<float> forward_f32;
  ForwardFn<double> forward_f64;
  BackwardFn<float> backward_f32;
  BackwardFn<double> backward_f64;
  std::string_view doc;
};

[[nodiscard]] std::span<const NeuronRow> neuron_table();

}  // namespace bspike::models
