// Owns the step with roundings.
#include "models/reference/half_step.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "arch/base/half.hpp"
#include "models/learning/learning_tables.hpp"
#include "models/neurons/neuron_table.hpp"
#include "models/reference/convolution_run.hpp"
#include "models/reference/half_matrix.hpp"

namespace bspike::models {
namespace {

using Values = std::vector<float>;

struct Layer {
  Population population;  // with the threshold that its states are compared with
  const NeuronRow* row = nullptr;
  std::string name;
  std::size_t neurons = 0;
  HalfMatrix weights, own_weights;
  std::optional<ConvolutionRun<float>> convolution;  // in the place of the weights
  Values own_factors, own_factor_gradient;           // V, one or one a neuron
  std::map<std::string, Values> trained;
  LayerNumbers<float> numbers;
  NumberGradients<float> number_gradients;
  std::vector<LayerState<float>> history;
  LayerState<float> carry;
  std::vector<Values> spikes;    // that are sent, by time step
  std::vector<SpikeList> lists;  // [t * batch + b] of a population with a list
  Values spike_gradient, current_gradient;
  Values own_spike_gradient;  // what the step after has left for this one's spikes

  [[nodiscard]] bool hears_all() const { return population.recurrence == Recurrence::kAllToAll; }
  [[nodiscard]] float own_factor(std::size_t i) const {
    return own_factors[own_factors.size() == 1 ? 0 : i % neurons];
  }
};

class HalfStep {
 public:
  HalfStep(const Network& network, const StepInput& input, const Parameters<float>& parameters,
           const HalfRules& rules)
      : network_(network), input_(input), rules_(rules), batch_(network.batch) {
    layers_.resize(network.layers());
    for (std::uint32_t l = 0; l < network.layers(); ++l) start(l, parameters);
  }

  StepResult<float> run() {
    for (std::uint32_t t = 0; t < network_.time_steps; ++t) forward(t);
    apply_loss();
    for (std::uint32_t t = network_.time_steps; t-- > 0;) backward(t);
    for (std::uint32_t l = 0; l < network_.layers(); ++l) record(l);
    return std::move(result_);
  }

 private:
  void start(std::uint32_t index, const Parameters<float>& parameters) {
    Layer& layer = layers_[index];
    layer.population = network_.layer(index);
    if (rules_.states) {
      double& threshold = layer.population.parameters.at("threshold");
      threshold = arch::base::float_from_half(arch::base::half_from_double(threshold));
    }
    layer.row = &neuron_table()[layer.population.model];
    layer.neurons = layer.population.size;
    start_weights(index, parameters);
    for (const auto& [name, scope] : layer.population.learned) {
      layer.trained[name] = parameters.at(number_name(index, name));
      layer.number_gradients[name].assign(layer.trained[name].size(), 0.0F);
    }
    layer.numbers = layer_numbers<float>(layer.population, layer.trained);
    const Values zero(batch_ * layer.neurons, 0.0F);
    layer.carry.assign(layer.row->states.size(), zero);
    LayerState<float> states = layer.carry;
    if (layer.population.resets_at_once()) states.push_back(zero);
    layer.history.assign(network_.time_steps + 1, states);
    layer.current_gradient = zero;
    layer.own_spike_gradient = zero;
  }

  void start_weights(std::uint32_t index, const Parameters<float>& parameters) {
    Layer& layer = layers_[index];
    const Projection& projection = network_.projection(index);
    layer.name = projection.name;
    Values weights = parameters.at(layer.name + ".weight");
    Values bias = projection.bias ? parameters.at(layer.name + ".bias") : Values{};
    if (projection.is_conv()) {
      round_all_to_half(weights, rules_.weights);
      round_all_to_half(bias, rules_.weights);
      layer.convolution.emplace(network_, index, weights, bias);
    } else {
      layer.weights = HalfMatrix(rules_, {layer.neurons, network_.fan_in(index), batch_},
                                 std::move(weights), std::move(bias));
    }
    if (layer.hears_all())
      layer.own_weights = HalfMatrix(rules_, {layer.neurons, layer.neurons, batch_},
                                     parameters.at(number_name(index, "recurrent.weight")),
                                     parameters.at(number_name(index, "recurrent.bias")));
    if (layer.population.recurrence != Recurrence::kOneToOne) return;
    layer.own_factors = parameters.at(number_name(index, "V"));
    layer.own_factor_gradient.assign(layer.own_factors.size(), 0.0F);
  }

  [[nodiscard]] std::span<const std::vector<std::uint32_t>> inputs(std::uint32_t step) const {
    return std::span(input_.ids).subspan(step * batch_, batch_);
  }

  // What a layer sent to itself; nothing before the first time step.
  [[nodiscard]] Values own_spikes(const Layer& layer, std::uint32_t step) const {
    return step == 0 ? Values(batch_ * layer.neurons, 0.0F) : layer.spikes[step - 1];
  }

  // What a convolution hears, a list a sample.
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> heard(std::size_t index,
                                                              std::uint32_t step) const {
    if (index == 0) return {inputs(step).begin(), inputs(step).end()};
    const Layer& below = layers_[index - 1];
    std::vector<std::vector<std::uint32_t>> lists(batch_);
    for (std::size_t i = 0; i < below.spikes[step].size(); ++i)
      if (below.spikes[step][i] != 0)
        lists[i / below.neurons].push_back(static_cast<std::uint32_t>(i % below.neurons));
    return lists;
  }

  [[nodiscard]] Values projected(std::size_t index, std::uint32_t step) {
    Layer& layer = layers_[index];
    if (!layer.convolution)
      return index == 0 ? layer.weights.listed_currents(inputs(step))
                        : layer.weights.dense_currents(layers_[index - 1].spikes[step]);
    Values current(batch_ * layer.neurons);
    const auto lists = heard(index, step);
    layer.convolution->forward(step, {lists.begin(), lists.end()}, current);
    return current;
  }

  [[nodiscard]] Values currents(std::size_t index, std::uint32_t step) {
    const Layer& layer = layers_[index];
    Values current = projected(index, step);
    if (layer.population.recurrence == Recurrence::kNone) return current;
    const Values before = own_spikes(layer, step);
    const Values own = layer.hears_all() ? layer.own_weights.dense_currents(before) : Values{};
    for (std::size_t i = 0; i < current.size(); ++i)
      current[i] += layer.hears_all() ? own[i] : layer.own_factor(i) * before[i];
    return current;
  }

  void forward(std::uint32_t step) {
    for (std::size_t l = 0; l < layers_.size(); ++l) {
      Layer& layer = layers_[l];
      Values spikes(batch_ * layer.neurons);
      LayerState<float>& after = layer.history[step + 1];
      layer.row->forward_f32(layer.numbers, currents(l, step), layer.history[step], after, spikes);
      if (rules_.states) round_states(layer, step, spikes);
      if (layer.population.list) limit(layer, step, spikes);
      layer.spikes.push_back(std::move(spikes));
    }
  }

  // A reset at once acts on the rounded membrane, and what it leaves is rounded again.
  static void round_states(Layer& layer, std::uint32_t step, Values& spikes) {
    LayerState<float>& after = layer.history[step + 1];
    const bool at_once = layer.population.resets_at_once();
    const Number<float> threshold = layer.numbers.at("threshold");
    if (at_once) after[0] = after.back();
    for (Values& state : after) round_all_to_half(state, true);
    for (std::size_t i = 0; i < spikes.size(); ++i) {
      float& membrane = after[0][i];
      const float limit = threshold[i % layer.neurons];
      spikes[i] = membrane > limit ? 1.0F : 0.0F;
      if (!at_once) continue;
      const float before = layer.history[step][0][i] > limit ? 1.0F : 0.0F;
      const float taken = layer.population.reset == Reset::kSubtract ? limit : membrane;
      membrane = half_rounded(membrane - (spikes[i] - before) * taken, true);
    }
  }

  [[nodiscard]] static float threshold_of(const Layer& layer) {
    return static_cast<float>(layer.population.parameters.at("threshold"));
  }

  [[nodiscard]] static std::span<const float> membranes(const Layer& layer, std::uint32_t step,
                                                        std::size_t sample) {
    return std::span(layer.history[step + 1][0]).subspan(sample * layer.neurons, layer.neurons);
  }

  // Only what is listed is sent.
  void limit(Layer& layer, std::uint32_t step, Values& spikes) const {
    std::ranges::fill(spikes, 0.0F);
    for (std::size_t b = 0; b < batch_; ++b) {
      const auto& list = layer.lists.emplace_back(make_spike_list<float>(
          *layer.population.list, threshold_of(layer), membranes(layer, step, b)));
      for (const std::uint32_t id : list.sent()) spikes[b * layer.neurons + id] = 1;
    }
  }

  void apply_loss() {
    const LossRow& row = loss_table()[network_.loss.row];
    const Layer& last = layers_.back();
    Values record;
    for (std::uint32_t t = 0; t < network_.time_steps; ++t) {
      const Values& step =
          row.record == LossRecord::kSpikes ? last.spikes[t] : last.history[t + 1][0];
      record.insert(record.end(), step.begin(), step.end());
    }
    loss_gradient_.assign(record.size(), 0.0F);
    result_.loss =
        row.f32(network_.loss, network_.time_steps, network_.batch,
                static_cast<std::uint32_t>(last.neurons), record, input_.targets, loss_gradient_);
  }

  void backward(std::uint32_t step) {
    const std::size_t width = batch_ * layers_.back().neurons;
    const auto at_step = std::span<const float>(loss_gradient_).subspan(step * width, width);
    const bool membranes = loss_table()[network_.loss.row].record == LossRecord::kMembranes;
    layers_.back().spike_gradient.assign(width, 0.0F);
    if (!membranes) layers_.back().spike_gradient.assign(at_step.begin(), at_step.end());
    for (std::size_t l = layers_.size(); l-- > 0;) {
      Layer& layer = layers_[l];
      for (std::size_t i = 0; i < layer.spike_gradient.size(); ++i)
        layer.spike_gradient[i] += layer.own_spike_gradient[i];
      if (layer.population.list) mask(layer, step);
      const bool has_loss = membranes && l + 1 == layers_.size();
      layer.row->backward_f32(layer.numbers, layer.history[step], layer.history[step + 1],
                              layer.spike_gradient, has_loss ? at_step : std::span<const float>{},
                              layer.carry, layer.current_gradient, layer.number_gradients);
      add_own_gradients(layer, step);
      add_gradients(l, step);
    }
  }

  void add_gradients(std::size_t index, std::uint32_t step) {
    Layer& layer = layers_[index];
    if (layer.convolution) return add_convolution_gradients(index, step);
    if (index == 0) return layer.weights.add_listed_gradients(layer.current_gradient, inputs(step));
    layer.weights.add_dense_gradients(layer.current_gradient, layers_[index - 1].spikes[step]);
    layers_[index - 1].spike_gradient = layer.weights.input_gradient(layer.current_gradient);
  }

  // All in f32, but for what is sent down and, at the end, the gradients of weights.
  void add_convolution_gradients(std::size_t index, std::uint32_t step) {
    Layer& layer = layers_[index];
    const auto lists = heard(index, step);
    layer.convolution->backward(step, layer.current_gradient, {lists.begin(), lists.end()});
    if (index == 0) return;
    layers_[index - 1].spike_gradient =
        sent(layer.convolution->input_gradient(step, layer.current_gradient));
  }

  // Scaled, rounded and unscaled, if gradients are f16.
  [[nodiscard]] Values sent(Values gradient) const {
    if (rules_.gradients)
      for (float& value : gradient)
        value = half_rounded(rules_.scale * value, true) * (1 / rules_.scale);
    return gradient;
  }

  void mask(Layer& layer, std::uint32_t step) const {
    for (std::size_t b = 0; b < batch_; ++b)
      mask_spike_gradient<float>(
          *layer.population.list, threshold_of(layer), membranes(layer, step, b),
          layer.lists[step * batch_ + b],
          std::span(layer.spike_gradient).subspan(b * layer.neurons, layer.neurons));
  }

  void add_own_gradients(Layer& layer, std::uint32_t step) const {
    if (layer.population.recurrence == Recurrence::kNone) return;
    const Values before = own_spikes(layer, step);
    if (layer.hears_all()) {
      layer.own_weights.add_dense_gradients(layer.current_gradient, before);
      layer.own_spike_gradient = layer.own_weights.input_gradient(layer.current_gradient);
      return;
    }
    for (std::size_t i = 0; i < before.size(); ++i) {
      Values& sums = layer.own_factor_gradient;
      sums[sums.size() == 1 ? 0 : i % layer.neurons] += before[i] * layer.current_gradient[i];
      layer.own_spike_gradient[i] = layer.own_factor(i) * layer.current_gradient[i];
    }
  }

  void record(std::uint32_t index) {
    Layer& layer = layers_[index];
    const auto& convolution = layer.convolution;
    result_.gradients[layer.name + ".weight"] =
        convolution ? sent(convolution->weight_gradient()) : layer.weights.weight_gradient();
    if (network_.projection(index).bias)
      result_.gradients[layer.name + ".bias"] =
          convolution ? sent(convolution->bias_gradient()) : layer.weights.bias_gradient();
    record_own(index);
    auto& states = result_.states.emplace_back();
    auto& spikes = result_.spikes.emplace_back();
    for (std::size_t t = 0; t < network_.time_steps; ++t) {
      spikes.insert(spikes.end(), layer.spikes[t].begin(), layer.spikes[t].end());
      for (std::size_t s = 0; s < layer.row->states.size(); ++s) {
        Values& values = states[std::string(layer.row->states[s])];
        const Values& step = layer.history[t + 1][s];
        values.insert(values.end(), step.begin(), step.end());
      }
    }
  }

  void record_own(std::uint32_t index) {
    Layer& layer = layers_[index];
    if (layer.hears_all()) {
      result_.gradients[number_name(index, "recurrent.weight")] =
          layer.own_weights.weight_gradient();
      result_.gradients[number_name(index, "recurrent.bias")] = layer.own_weights.bias_gradient();
    }
    clip_gradients(layer.population, layer.trained, layer.number_gradients);
    for (const auto& [name, gradient] : layer.number_gradients)
      result_.gradients[number_name(index, name)] = gradient;
    if (layer.number_gradients.contains("V"))
      result_.gradients[number_name(index, "V")] = layer.own_factor_gradient;
  }

  const Network& network_;
  const StepInput& input_;
  const HalfRules rules_;
  std::size_t batch_;
  std::vector<Layer> layers_;
  Values loss_gradient_;
  StepResult<float> result_;
};

bool is_weight(const std::string& name) {
  return name.ends_with(".weight") || name.ends_with(".bias");
}

void round_weights(Parameters<float>& parameters, const HalfRules& rules) {
  for (auto& [name, values] : parameters)
    if (is_weight(name)) round_all_to_half(values, rules.weights);
}

}  // namespace

StepResult<float> half_reference_step(const Network& network, const StepInput& input,
                                      const Parameters<float>& parameters, const HalfRules& rules) {
  return HalfStep(network, input, parameters, rules).run();
}

void half_reference_update(const Network& network, std::uint64_t step, const HalfRules& rules,
                           Parameters<float>& parameters, Parameters<float> gradients,
                           std::map<std::string, std::vector<std::vector<float>>>& state) {
  for (auto& [name, gradient] : gradients)
    for (float& value : gradient)
      if (rules.gradients && is_weight(name) && !std::isfinite(value)) value = 0;
  round_weights(parameters, rules);
  reference_update(network, step, parameters, gradients, state);
  round_weights(parameters, rules);
}

}  // namespace bspike::models
