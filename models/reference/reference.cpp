// Owns the whole training step on the host: layer by layer within a time step, then back through
// time. A layer with a delay hears spikes of as many time steps before; one that hears itself,
// those of the step before.
#include "models/reference/reference.hpp"

#include <algorithm>
#include <type_traits>

#include "models/learning/learning_tables.hpp"
#include "models/neurons/neuron_table.hpp"
#include "models/reference/convolution_run.hpp"
#include "models/reference/list_products.hpp"
#include "models/reference/recurrence.hpp"

namespace bspike::models {
namespace {

template <class Real>
constexpr bool kIsFloat = std::is_same_v<Real, float>;

template <class Real>
ForwardFn<Real> forward_of(const NeuronRow& row) {
  if constexpr (kIsFloat<Real>)
    return row.forward_f32;
  else
    return row.forward_f64;
}

template <class Real>
BackwardFn<Real> backward_of(const NeuronRow& row) {
  if constexpr (kIsFloat<Real>)
    return row.backward_f32;
  else
    return row.backward_f64;
}

template <class Real>
LossFn<Real> loss_of(const LossRow& row) {
  if constexpr (kIsFloat<Real>)
    return row.f32;
  else
    return row.f64;
}

template <class Real>
OptimizerFn<Real> update_of(const OptimizerRow& row) {
  if constexpr (kIsFloat<Real>)
    return row.f32;
  else
    return row.f64;
}

// One layer's values while a step runs. `history[t + 1]` is the state after time step t.
template <class Real>
struct LayerRun {
  const Population* population = nullptr;
  const NeuronRow* row = nullptr;
  std::size_t sources = 0;
  std::size_t neurons = 0;
  std::uint32_t delay = 0;
  Real threshold = 0;             // of a layer with a list
  std::span<const Real> weights;  // [neuron][source]
  std::vector<Real> by_source;    // the same, [source][neuron]
  std::span<const Real> bias;     // empty: none
  std::vector<LayerState<Real>> history;
  LayerState<Real> carry;
  std::vector<Real> weight_gradient;  // [source][neuron]
  std::vector<Real>* bias_gradient = nullptr;
  std::vector<Real> spike_gradient;  // at the step being done
  std::vector<Real> current_gradient;
  // Of the sources' spikes at a time step, by time step modulo the delay.
  std::vector<std::vector<Real>> delayed_gradients;
  std::map<std::string, std::vector<Real>> trained;  // numbers of the model, by name
  LayerNumbers<Real> numbers;
  NumberGradients<Real> number_gradients;
  RecurrentRun<Real> recurrent;
  std::optional<ConvolutionRun<Real>> convolution;  // in the place of weights and their gradient

  [[nodiscard]] bool gradient_is_listed() const {
    return population->list && population->list->rule != ListRule::kDense;
  }
};

template <class Real>
class StepRun {
 public:
  StepRun(const Network& network, const StepInput& input, const Parameters<Real>& parameters)
      : network_(network), input_(input), batch_(network.batch) {
    for (std::uint32_t l = 0; l < network.layers(); ++l) add_layer(l, parameters);
  }

  StepResult<Real> run() {
    for (std::uint32_t t = 0; t < network_.time_steps; ++t) forward(t);
    apply_loss();
    for (std::uint32_t t = network_.time_steps; t-- > 0;) backward(t);
    for (std::uint32_t l = 0; l < layers_.size(); ++l) record(l);
    return std::move(result_);
  }

 private:
  void add_layer(std::uint32_t index, const Parameters<Real>& parameters) {
    LayerRun<Real> layer;
    layer.population = &network_.layer(index);
    layer.row = &neuron_table()[layer.population->model];
    layer.sources = network_.sources(index);
    layer.neurons = layer.population->size;
    const Projection& projection = network_.projection(index);
    layer.delay = std::min(projection.delay, network_.time_steps);
    if (layer.population->list)
      layer.threshold = static_cast<Real>(layer.population->parameters.at("threshold"));
    add_weights(index, parameters, layer);
    const LayerState<Real> zero(layer.row->states.size(),
                                std::vector<Real>(batch_ * layer.neurons, Real{0}));
    LayerState<Real> states = zero;
    if (layer.population->resets_at_once()) states.push_back(zero.front());
    layer.history.assign(network_.time_steps + 1, states);
    layer.carry = zero;
    layer.current_gradient.assign(batch_ * layer.neurons, Real{0});
    add_numbers(index, parameters, layer);
    layer.recurrent = RecurrentRun<Real>(network_, index, parameters);
    layer.delayed_gradients.assign(layer.delay, std::vector<Real>(batch_ * layer.sources, Real{0}));
    layers_.push_back(std::move(layer));
    result_.spikes.emplace_back();
    result_.spikes.back().reserve(network_.time_steps * batch_ * network_.layer(index).size);
    result_.lists.emplace_back().reserve(network_.time_steps * batch_);
  }

  void add_weights(std::uint32_t index, const Parameters<Real>& parameters, LayerRun<Real>& layer) {
    const Projection& projection = network_.projection(index);
    layer.weights = parameters.at(projection.name + ".weight");
    if (projection.bias) {
      const std::string bias = projection.name + ".bias";
      layer.bias = parameters.at(bias);
      layer.bias_gradient = &result_.gradients[bias];
      layer.bias_gradient->assign(layer.bias.size(), Real{0});
    }
    if (projection.is_conv()) {
      layer.convolution.emplace(network_, index, layer.weights, layer.bias);
      return;
    }
    layer.by_source = transposed(layer.weights, layer.neurons, layer.sources);
    layer.weight_gradient.assign(layer.weights.size(), Real{0});
  }

  void add_numbers(std::uint32_t index, const Parameters<Real>& parameters, LayerRun<Real>& layer) {
    for (const auto& [name, scope] : layer.population->learned) {
      layer.trained[name] = parameters.at(number_name(index, name));
      layer.number_gradients[name].assign(layer.trained[name].size(), Real{0});
    }
    layer.numbers = layer_numbers<Real>(*layer.population, layer.trained);
  }

  // What a layer sent to itself, a list a sample; nothing before the first time step.
  [[nodiscard]] std::vector<IdSpan> heard_of_itself(std::size_t index, std::uint32_t step) const {
    std::vector<IdSpan> lists(batch_);
    if (step == 0) return lists;
    for (std::size_t b = 0; b < batch_; ++b)
      lists[b] = result_.lists[index][(step - 1) * batch_ + b].sent();
    return lists;
  }

  // What the layer hears at a time step, a list a sample.
  [[nodiscard]] std::vector<IdSpan> heard(std::size_t index, std::uint32_t step) const {
    std::vector<IdSpan> lists(batch_);
    const std::uint32_t delay = layers_[index].delay;
    if (step < delay) return lists;
    const std::size_t first = (step - delay) * batch_;
    for (std::size_t b = 0; b < batch_; ++b)
      lists[b] =
          index == 0 ? IdSpan(input_.ids[first + b]) : result_.lists[index - 1][first + b].sent();
    return lists;
  }

  // current += what constant inputs bring, in the order of inputs.
  void add_constant_current(const LayerRun<Real>& layer, std::vector<Real>& current) const {
    for (std::size_t b = 0; b < batch_; ++b)
      for (std::size_t i = 0; i < layer.sources; ++i) {
        const Real value = input_.values[b * layer.sources + i];
        for (std::size_t o = 0; o < layer.neurons; ++o)
          current[b * layer.neurons + o] += value * layer.by_source[i * layer.neurons + o];
      }
  }

  void add_constant_gradient(LayerRun<Real>& layer) const {
    for (std::size_t b = 0; b < batch_; ++b)
      for (std::size_t i = 0; i < layer.sources; ++i) {
        const Real value = input_.values[b * layer.sources + i];
        for (std::size_t o = 0; o < layer.neurons; ++o)
          layer.weight_gradient[i * layer.neurons + o] +=
              value * layer.current_gradient[b * layer.neurons + o];
      }
  }

  [[nodiscard]] bool hears_constant_input(std::size_t index) const {
    return index == 0 && network_.constant_input();
  }

  void forward(std::uint32_t step) {
    for (std::size_t l = 0; l < layers_.size(); ++l) {
      LayerRun<Real>& layer = layers_[l];
      std::vector<Real> current = projected(l, step);
      layer.recurrent.add_current(heard_of_itself(l, step), current);
      std::vector<Real> spikes(current.size());
      forward_of<Real> (*layer.row)(layer.numbers, current, layer.history[step],
                                    layer.history[step + 1], spikes);
      send(l, step, spikes);
    }
  }

  // What the projection brings a layer at a time step.
  std::vector<Real> projected(std::size_t index, std::uint32_t step) {
    LayerRun<Real>& layer = layers_[index];
    std::vector<Real> current(batch_ * layer.neurons);
    if (layer.convolution) {
      layer.convolution->forward(step, heard(index, step), current);
      return current;
    }
    if (!layer.bias.empty())
      for (std::size_t b = 0; b < batch_; ++b)
        std::copy(layer.bias.begin(), layer.bias.end(), current.begin() + b * layer.neurons);
    if (hears_constant_input(index))
      add_constant_current(layer, current);
    else
      add_listed_rows<Real>(layer.by_source, heard(index, step), layer.neurons, current);
    return current;
  }

  // Makes the lists; where the population limits them, only what is on them counts as a spike.
  void send(std::size_t index, std::uint32_t step, std::vector<Real>& spikes) {
    const LayerRun<Real>& layer = layers_[index];
    for (std::size_t b = 0; b < batch_; ++b) {
      const auto fired = std::span(spikes).subspan(b * layer.neurons, layer.neurons);
      if (!layer.population->list) {
        result_.lists[index].push_back(all_spikes<Real>(fired));
        continue;
      }
      const auto& list = result_.lists[index].emplace_back(make_spike_list<Real>(
          *layer.population->list, layer.threshold, membranes(layer, step, b)));
      std::fill(fired.begin(), fired.end(), Real{0});
      for (const std::uint32_t id : list.sent()) fired[id] = 1;
    }
    result_.spikes[index].insert(result_.spikes[index].end(), spikes.begin(), spikes.end());
  }

  static std::span<const Real> membranes(const LayerRun<Real>& layer, std::uint32_t step,
                                         std::size_t sample) {
    return std::span(layer.history[step + 1][0]).subspan(sample * layer.neurons, layer.neurons);
  }

  void apply_loss() {
    const LossRow& row = loss_table()[network_.loss.row];
    const std::vector<Real> record = loss_record(row);
    record_gradient_.assign(record.size(), Real{0});
    result_.loss = loss_of<Real>(row)(network_.loss, network_.time_steps, network_.batch,
                                      static_cast<std::uint32_t>(layers_.back().neurons), record,
                                      input_.targets, record_gradient_);
  }

  [[nodiscard]] std::vector<Real> loss_record(const LossRow& row) const {
    if (row.record == LossRecord::kSpikes) return result_.spikes.back();
    std::vector<Real> record;
    for (std::uint32_t t = 0; t < network_.time_steps; ++t) {
      const std::vector<Real>& mem = layers_.back().history[t + 1][0];
      record.insert(record.end(), mem.begin(), mem.end());
    }
    return record;
  }

  void backward(std::uint32_t step) {
    const std::size_t width = batch_ * layers_.back().neurons;
    const auto at_step = std::span<const Real>(record_gradient_).subspan(step * width, width);
    const bool membranes = loss_table()[network_.loss.row].record == LossRecord::kMembranes;
    layers_.back().spike_gradient.assign(width, Real{0});
    if (!membranes)
      std::copy(at_step.begin(), at_step.end(), layers_.back().spike_gradient.begin());
    for (std::size_t l = layers_.size(); l-- > 0;) {
      LayerRun<Real>& layer = layers_[l];
      layer.recurrent.add_spike_gradient(layer.spike_gradient);
      if (layer.population->list) mask(l, step);
      const bool has_loss = membranes && l + 1 == layers_.size();
      backward_of<Real> (*layer.row)(layer.numbers, layer.history[step], layer.history[step + 1],
                                     layer.spike_gradient,
                                     has_loss ? at_step : std::span<const Real>{}, layer.carry,
                                     layer.current_gradient, layer.number_gradients);
      layer.recurrent.backward(layer.current_gradient, heard_of_itself(l, step));
      add_parameter_gradients(l, step);
      if (l > 0) pass_down(l, step);
    }
  }

  void mask(std::size_t index, std::uint32_t step) {
    LayerRun<Real>& layer = layers_[index];
    for (std::size_t b = 0; b < batch_; ++b)
      mask_spike_gradient<Real>(
          *layer.population->list, layer.threshold, membranes(layer, step, b),
          result_.lists[index][step * batch_ + b],
          std::span(layer.spike_gradient).subspan(b * layer.neurons, layer.neurons));
  }

  void add_parameter_gradients(std::size_t index, std::uint32_t step) {
    LayerRun<Real>& layer = layers_[index];
    if (layer.convolution)
      return layer.convolution->backward(step, layer.current_gradient, heard(index, step));
    if (hears_constant_input(index))
      add_constant_gradient(layer);
    else
      add_to_listed_rows<Real>(layer.current_gradient, heard(index, step), layer.neurons,
                               layer.weight_gradient);
    if (layer.bias_gradient == nullptr) return;
    for (std::size_t b = 0; b < batch_; ++b)
      for (std::size_t o = 0; o < layer.neurons; ++o)
        (*layer.bias_gradient)[o] += layer.current_gradient[b * layer.neurons + o];
  }

  // dL/dspike of the layer below, at this step or, with a delay, for when its turn comes so many
  // steps before this one.
  void pass_down(std::size_t index, std::uint32_t step) {
    LayerRun<Real>& layer = layers_[index];
    LayerRun<Real>& below = layers_[index - 1];
    if (layer.delay == 0) {
      below.spike_gradient = input_gradient(index, step, step);
      return;
    }
    std::vector<Real>& kept = layer.delayed_gradients[step % layer.delay];
    below.spike_gradient = std::move(kept);
    if (step >= layer.delay) kept = input_gradient(index, step, step - layer.delay);
  }

  // At the sources' own time step; only where their lists let a gradient through, if they have any
  // (of a convolution everywhere: who is not listed drops it later).
  [[nodiscard]] std::vector<Real> input_gradient(std::size_t index, std::uint32_t step,
                                                 std::uint32_t source_step) const {
    const LayerRun<Real>& layer = layers_[index];
    if (layer.convolution) return layer.convolution->input_gradient(step, layer.current_gradient);
    std::vector<Real> gradient(batch_ * layer.sources, Real{0});
    if (layers_[index - 1].gradient_is_listed()) {
      const auto first = result_.lists[index - 1].begin() + source_step * batch_;
      std::vector<IdSpan> lists(batch_);
      for (std::size_t b = 0; b < batch_; ++b) lists[b] = first[b].ids;
      listed_row_products<Real>(layer.by_source, layer.current_gradient, lists, layer.neurons,
                                layer.sources, gradient);
      return gradient;
    }
    for (std::size_t b = 0; b < batch_; ++b)
      for (std::size_t o = 0; o < layer.neurons; ++o) {
        const Real factor = layer.current_gradient[b * layer.neurons + o];
        for (std::size_t i = 0; i < layer.sources; ++i)
          gradient[b * layer.sources + i] += factor * layer.weights[o * layer.sources + i];
      }
    return gradient;
  }

  void record(std::uint32_t index) {
    LayerRun<Real>& layer = layers_[index];
    result_.gradients[network_.projection(index).name + ".weight"] =
        layer.convolution ? layer.convolution->weight_gradient()
                          : transposed<Real>(layer.weight_gradient, layer.sources, layer.neurons);
    if (layer.convolution && layer.bias_gradient != nullptr)
      *layer.bias_gradient = layer.convolution->bias_gradient();
    layer.recurrent.record(result_.gradients);
    clip_gradients(*layer.population, layer.trained, layer.number_gradients);
    for (const auto& [name, gradient] : layer.number_gradients)
      if (!result_.gradients.contains(number_name(index, name)))
        result_.gradients[number_name(index, name)] = gradient;
    auto& states = result_.states.emplace_back();
    for (std::size_t s = 0; s < layer.row->states.size(); ++s) {
      auto& values = states[std::string(layer.row->states[s])];
      for (std::size_t t = 1; t < layer.history.size(); ++t)
        values.insert(values.end(), layer.history[t][s].begin(), layer.history[t][s].end());
    }
  }

  const Network& network_;
  const StepInput& input_;
  std::size_t batch_;
  std::vector<LayerRun<Real>> layers_;
  std::vector<Real> record_gradient_;
  StepResult<Real> result_;
};

}  // namespace

template <class Real>
StepResult<Real> reference_step(const Network& network, const StepInput& input,
                                const Parameters<Real>& parameters) {
  return StepRun<Real>(network, input, parameters).run();
}

template <class Real>
void reference_update(const Network& network, std::uint64_t step, Parameters<Real>& parameters,
                      const Parameters<Real>& gradients,
                      std::map<std::string, std::vector<std::vector<Real>>>& state) {
  const OptimizerRow& row = optimizer_table()[network.optimizer.row];
  for (auto& [name, weights] : parameters) {
    auto& tensors = state[name];
    if (tensors.empty())
      tensors.assign(row.states.size(), std::vector<Real>(weights.size(), Real{0}));
    update_of<Real>(row)(network.optimizer, step, weights, gradients.at(name), tensors);
  }
}

template StepResult<float> reference_step(const Network&, const StepInput&,
                                          const Parameters<float>&);
template StepResult<double> reference_step(const Network&, const StepInput&,
                                           const Parameters<double>&);
template void reference_update(const Network&, std::uint64_t, Parameters<float>&,
                               const Parameters<float>&,
                               std::map<std::string, std::vector<std::vector<float>>>&);
template void reference_update(const Network&, std::uint64_t, Parameters<double>&,
                               const Parameters<double>&,
                               std::map<std::string, std::vector<std::vector<double>>>&);

}  // namespace bspike::models
