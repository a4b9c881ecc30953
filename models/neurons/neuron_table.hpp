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

// Of a neuron model's number: whether it may be trained, and whether the forward pass takes it
// within [0, 1], where no gradient reaches it outside.
enum class Training : std::uint8_t { kNever, kFree, kShare };

struct ParameterInfo {
  std::string_view name;
  bool required = true;
  double fallback = 0;  // for optional ones
  arch::base::Range range;
  std::string_view doc;
  Training training = Training::kNever;
};

// State of one layer at one time step in the reference: one vector [batch * neurons] a state
// variable, in the row's order ("mem" always exists). A layer that resets at once has one more
// behind the row's: the membrane before that reset, which decided the spike.
template <class Real>
using LayerState = std::vector<std::vector<Real>>;

// A number of a layer: the same for all neurons, or one each.
template <class Real>
struct Number {
  const Real* data = nullptr;
  std::size_t stride = 0;
  [[nodiscard]] Real operator[](std::size_t neuron) const { return data[neuron * stride]; }
};

// A layer's numbers as its equations use them.
template <class Real>
struct LayerNumbers {
  const Population* population = nullptr;
  std::size_t neurons = 0;
  std::map<std::string, std::vector<Real>, std::less<>> values;  // of one element or `neurons`

  [[nodiscard]] Number<Real> at(std::string_view name) const {
    const std::vector<Real>& found = values.find(name)->second;
    return {found.data(), found.size() == 1 ? 0u : 1u};
  }
};

// dL/dnumber, of trained ones alone; same sizes as in LayerNumbers.
template <class Real>
using NumberGradients = std::map<std::string, std::vector<Real>, std::less<>>;

// One forward step: reads the input current and the state before, writes the state after and the
// spikes (0 or 1).
template <class Real>
using ForwardFn = void (*)(const LayerNumbers<Real>& numbers, std::span<const Real> current,
                           const LayerState<Real>& before, LayerState<Real>& after,
                           std::vector<Real>& spikes);
// One backward step at t: reads the states before and after step t, dL/dspike at t
// (`spike_gradient`), dL/dmem at t from a membrane loss (`mem_gradient`, empty if none) and `carry`
// (from t + 1; one vector a state variable); writes dL/dcurrent and the carry for t - 1, and adds
// to the gradients of trained numbers.
template <class Real>
using BackwardFn = void (*)(const LayerNumbers<Real>& numbers, const LayerState<Real>& before,
                            const LayerState<Real>& after, std::span<const Real> spike_gradient,
                            std::span<const Real> mem_gradient, LayerState<Real>& carry,
                            std::vector<Real>& current_gradient, NumberGradients<Real>& gradients);

struct NeuronRow {
  std::string_view name;                 // as in YAML and in the reference cases, e.g. "Leaky"
  std::vector<std::string_view> states;  // names of the state variables, "mem" first
  std::vector<ParameterInfo> parameters;
  std::vector<Reset> resets;    // supported, the default first
  bool resets_at_once = false;  // reset_delay: false is supported
  bool recurrent = false;       // hears its own population
  bool sparse_program = false;  // computed by the program sparse_bptt alone
  // Numbers that follow from the parameters, for those who compute the model elsewhere; may be
  // null.
  std::map<std::string, double> (*derived)(const Population& population) = nullptr;
  ForwardFn<float> forward_f32 = nullptr;
  ForwardFn<double> forward_f64 = nullptr;
  BackwardFn<float> backward_f32 = nullptr;
  BackwardFn<double> backward_f64 = nullptr;
  std::string_view doc;
};

[[nodiscard]] std::span<const NeuronRow> neuron_table();

// Of a population's model; nullptr if it has no such parameter.
[[nodiscard]] const ParameterInfo* find_parameter(const NeuronRow& row, std::string_view name);

// The numbers of a population: parameters, what is derived from them, and in their place the
// trained values, clipped where the model asks for it.
template <class Real>
[[nodiscard]] LayerNumbers<Real> layer_numbers(
    const Population& population, const std::map<std::string, std::vector<Real>>& trained = {});

// Gradients outside the clip become 0; `trained` are the values before clipping.
template <class Real>
void clip_gradients(const Population& population,
                    const std::map<std::string, std::vector<Real>>& trained,
                    NumberGradients<Real>& gradients);

}  // namespace bspike::models
