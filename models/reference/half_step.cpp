// Owns the step with roundings.
#include "models/reference/half_step.hpp"

#include <array>
#include <cmath>

#include "arch/base/half.hpp"
#include "models/learning/learning_tables.hpp"
#include "models/neurons/neuron_table.hpp"

namespace bspike::models {
namespace {

using Values = std::vector<float>;

float rounded(float value, bool half) {
  return half ? arch::base::float_from_half(arch::base::half_from_float(value)) : value;
}

void round_all(Values& values, bool half) {
  for (float& value : values) value = rounded(value, half);
}

struct Layer {
  Population population;  // with the threshold that its states are compared with
  const NeuronRow* row = nullptr;
  std::string name;
  std::size_t fan_in = 0, neurons = 0;
  Values weights, bias;
  LayerNumbers<float> numbers;
  NumberGradients<float> number_gradients;  // none
  std::vector<LayerState<float>> history;
  LayerState<float> carry;
  std::vector<Values> spikes;  // by time step
  Values weight_gradient, bias_gradient;
  Values spike_gradient, current_gradient;
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
    for (Layer& layer : layers_) record(layer);
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
    layer.name = network_.projection(index).name;
    layer.fan_in = network_.fan_in(index);
    layer.neurons = layer.population.size;
    layer.weights = parameters.at(layer.name + ".weight");
    round_all(layer.weights, rules_.weights);
    layer.bias.assign(layer.neurons, 0.0F);
    if (network_.projection(index).bias) layer.bias = parameters.at(layer.name + ".bias");
    round_all(layer.bias, rules_.weights);
    layer.numbers = layer_numbers<float>(layer.population);
    const Values zero(batch_ * layer.neurons, 0.0F);
    const LayerState<float> states(layer.row->states.size(), zero);
    layer.history.assign(network_.time_steps + 1, states);
    layer.carry = states;
    layer.weight_gradient.assign(layer.weights.size(), 0.0F);
    layer.bias_gradient.assign(layer.neurons, 0.0F);
    layer.current_gradient = zero;
  }

  // The bias first, then the listed rows.
  [[nodiscard]] float listed_sum(const Layer& layer, std::size_t neuron,
                                 const std::vector<std::uint32_t>& ids) const {
    float sum = layer.bias[neuron];
    for (const std::uint32_t id : ids)
      sum = rounded(sum + layer.weights[neuron * layer.fan_in + id], rules_.sums);
    return sum;
  }

  // In lanes, four of f16 or two of f32, and the bias last; of states alone, row after row.
  [[nodiscard]] float dense_sum(const Layer& layer, std::size_t neuron, const float* spikes) const {
    const float* weights = layer.weights.data() + neuron * layer.fan_in;
    const bool rows = rules_.weights || rules_.gradients;
    const std::size_t lanes = !rows ? 1 : rules_.weights ? 4 : 2;
    std::array<float, 4> sums{};
    if (!rows) sums[0] = layer.bias[neuron];
    for (std::size_t i = 0; i < layer.fan_in; ++i) {
      float& sum = sums[i % lanes];
      sum = rounded(sum + weights[i] * spikes[i], rules_.sums);
    }
    if (!rows) return sums[0];
    const float total = lanes == 4 ? (sums[0] + sums[2]) + (sums[1] + sums[3]) : sums[0] + sums[1];
    return total + layer.bias[neuron];
  }

  [[nodiscard]] Values currents(std::size_t index, std::uint32_t step) const {
    const Layer& layer = layers_[index];
    Values current(batch_ * layer.neurons);
    for (std::size_t b = 0; b < batch_; ++b)
      for (std::size_t n = 0; n < layer.neurons; ++n)
        current[b * layer.neurons + n] =
            index == 0
                ? listed_sum(layer, n, input_.ids[step * batch_ + b])
                : dense_sum(layer, n, layers_[index - 1].spikes[step].data() + b * layer.fan_in);
    return current;
  }

  void forward(std::uint32_t step) {
    for (std::size_t l = 0; l < layers_.size(); ++l) {
      Layer& layer = layers_[l];
      Values spikes(batch_ * layer.neurons);
      LayerState<float>& after = layer.history[step + 1];
      layer.row->forward_f32(layer.numbers, currents(l, step), layer.history[step], after, spikes);
      if (rules_.states) {
        const auto threshold = static_cast<float>(layer.population.parameters.at("threshold"));
        for (Values& state : after) round_all(state, true);
        for (std::size_t i = 0; i < spikes.size(); ++i)
          spikes[i] = after[0][i] > threshold ? 1.0F : 0.0F;
      }
      layer.spikes.push_back(std::move(spikes));
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
      const bool has_loss = membranes && l + 1 == layers_.size();
      layer.row->backward_f32(layer.numbers, layer.history[step], layer.history[step + 1],
                              layer.spike_gradient, has_loss ? at_step : std::span<const float>{},
                              layer.carry, layer.current_gradient, layer.number_gradients);
      add_weight_gradients(l, step);
      if (l > 0) layers_[l - 1].spike_gradient = input_gradient(layer);
    }
  }

  // dL/dcurrent as products see it.
  [[nodiscard]] float factor(float gradient) const {
    return rules_.gradients ? rounded(rules_.scale * gradient, true) : gradient;
  }

  void add_weight_gradients(std::size_t index, std::uint32_t step) {
    Layer& layer = layers_[index];
    for (std::size_t b = 0; b < batch_; ++b)
      for (std::size_t n = 0; n < layer.neurons; ++n) {
        const float gradient = factor(layer.current_gradient[b * layer.neurons + n]);
        const auto add = [&](std::size_t source) {
          float& sum = layer.weight_gradient[n * layer.fan_in + source];
          sum = rounded(sum + gradient, rules_.gradients);
        };
        if (index == 0) {
          for (const std::uint32_t id : input_.ids[step * batch_ + b]) add(id);
          continue;
        }
        const float* spikes = layers_[index - 1].spikes[step].data() + b * layer.fan_in;
        for (std::size_t i = 0; i < layer.fan_in; ++i)
          if (spikes[i] != 0) add(i);
      }
    add_bias_gradient(layer, index == 0);
  }

  // In the first layer sample by sample, else once a step.
  void add_bias_gradient(Layer& layer, bool by_sample) const {
    for (std::size_t n = 0; n < layer.neurons; ++n) {
      float& bias = layer.bias_gradient[n];
      float sum = 0;
      for (std::size_t b = 0; b < batch_; ++b) {
        const float gradient = layer.current_gradient[b * layer.neurons + n];
        if (!rules_.gradients)
          bias += gradient;
        else if (by_sample)
          bias = rounded(bias + factor(gradient), true);
        else
          sum += gradient;
      }
      if (rules_.gradients && !by_sample) bias = rounded(bias + rules_.scale * sum, true);
    }
  }

  // With weights and gradients both in f16, each product and each sum is f16; else sums are f32 and
  // what is sent is rounded if it is f16.
  [[nodiscard]] Values input_gradient(const Layer& layer) const {
    const bool half = rules_.weights && rules_.gradients;
    Values result(batch_ * layer.fan_in, 0.0F);
    for (std::size_t b = 0; b < batch_; ++b)
      for (std::size_t n = 0; n < layer.neurons; ++n) {
        const float gradient = layer.current_gradient[b * layer.neurons + n];
        const float left = half ? factor(gradient) : gradient;
        for (std::size_t i = 0; i < layer.fan_in; ++i) {
          float& sum = result[b * layer.fan_in + i];
          const float product = rounded(left * layer.weights[n * layer.fan_in + i], half);
          sum = rounded(sum + product, half);
        }
      }
    if (!rules_.gradients) return result;
    for (float& value : result)
      value = (half ? value : rounded(rules_.scale * value, true)) * (1 / rules_.scale);
    return result;
  }

  void record(Layer& layer) {
    const auto unscaled = [&](Values values) {
      if (rules_.gradients)
        for (float& value : values) value *= 1 / rules_.scale;
      return values;
    };
    result_.gradients[layer.name + ".weight"] = unscaled(layer.weight_gradient);
    if (network_.projection(static_cast<std::uint32_t>(&layer - layers_.data())).bias)
      result_.gradients[layer.name + ".bias"] = unscaled(layer.bias_gradient);
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

  const Network& network_;
  const StepInput& input_;
  const HalfRules rules_;
  std::size_t batch_;
  std::vector<Layer> layers_;
  Values loss_gradient_;
  StepResult<float> result_;
};

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
      if (rules.gradients && !std::isfinite(value)) value = 0;
  for (auto& [name, values] : parameters) round_all(values, rules.weights);
  reference_update(network, step, parameters, gradients, state);
  for (auto& [name, values] : parameters) round_all(values, rules.weights);
}

}  // namespace bspike::models
