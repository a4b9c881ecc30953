// Owns the whole training step on the host: layer by layer within a time step, without delay
// between layers, then back through time.
#include "models/reference/reference.hpp"

#include <type_traits>

#include "models/learning/learning_tables.hpp"
#include "models/neurons/neuron_table.hpp"

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

using IdLists = std::vector<std::vector<std::uint32_t>>;  // one list a sample

// One layer's values while a step runs. `history[t + 1]` is the state after time step t.
template <class Real>
struct LayerRun {
  const Population* population = nullptr;
  const NeuronRow* row = nullptr;
  std::size_t fan_in = 0;
  std::size_t neurons = 0;
  std::span<const Real> weights;
  std::span<const Real> bias;  // empty: none
  std::vector<LayerState<Real>> history;
  std::vector<IdLists> fired;  // by time step
  LayerState<Real> carry;
  std::vector<Real>* weight_gradient = nullptr;
  std::vector<Real>* bias_gradient = nullptr;
  std::vector<Real> current_gradient;
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
    for (std::uint32_t l = 0; l < layers_.size(); ++l) record_states(l);
    return std::move(result_);
  }

 private:
  void add_layer(std::uint32_t index, const Parameters<Real>& parameters) {
    LayerRun<Real> layer;
    layer.population = &network_.layer(index);
    layer.row = &neuron_table()[layer.population->model];
    layer.fan_in = network_.fan_in(index);
    layer.neurons = layer.population->size;
    const Projection& projection = network_.projection(index);
    const std::string weight = projection.name + ".weight";
    layer.weights = parameters.at(weight);
    layer.weight_gradient = &result_.gradients[weight];
    layer.weight_gradient->assign(layer.weights.size(), Real{0});
    if (projection.bias) {
      const std::string bias = projection.name + ".bias";
      layer.bias = parameters.at(bias);
      layer.bias_gradient = &result_.gradients[bias];
      layer.bias_gradient->assign(layer.neurons, Real{0});
    }
    const LayerState<Real> zero(layer.row->states.size(),
                                std::vector<Real>(batch_ * layer.neurons, Real{0}));
    layer.history.assign(network_.time_steps + 1, zero);
    layer.carry = zero;
    layer.fired.assign(network_.time_steps, IdLists(batch_));
    layer.current_gradient.assign(batch_ * layer.neurons, Real{0});
    layers_.push_back(std::move(layer));
    result_.spikes.emplace_back();
    result_.spikes.back().reserve(network_.time_steps * batch_ * network_.layer(index).size);
  }

  [[nodiscard]] const std::vector<std::uint32_t>& sources(std::size_t layer, std::uint32_t step,
                                                          std::size_t sample) const {
    return layer == 0 ? input_.ids[step * batch_ + sample] : layers_[layer - 1].fired[step][sample];
  }

  void forward(std::uint32_t step) {
    for (std::size_t l = 0; l < layers_.size(); ++l) {
      LayerRun<Real>& layer = layers_[l];
      std::vector<Real> current(batch_ * layer.neurons);
      for (std::size_t b = 0; b < batch_; ++b) project(l, step, b, current);
      std::vector<Real> spikes(current.size());
      forward_of<Real> (*layer.row)(*layer.population, current, layer.history[step],
                                    layer.history[step + 1], spikes);
      list_fired(spikes, layer.neurons, layer.fired[step]);
      result_.spikes[l].insert(result_.spikes[l].end(), spikes.begin(), spikes.end());
    }
  }

  // The bias first, then the listed rows in ascending order.
  void project(std::size_t index, std::uint32_t step, std::size_t sample,
               std::vector<Real>& current) const {
    const LayerRun<Real>& layer = layers_[index];
    const auto& ids = sources(index, step, sample);
    for (std::size_t o = 0; o < layer.neurons; ++o) {
      Real sum = layer.bias.empty() ? Real{0} : layer.bias[o];
      for (const std::uint32_t id : ids) sum += layer.weights[o * layer.fan_in + id];
      current[sample * layer.neurons + o] = sum;
    }
  }

  static void list_fired(const std::vector<Real>& spikes, std::size_t neurons, IdLists& lists) {
    for (std::size_t i = 0; i < spikes.size(); ++i)
      if (spikes[i] != 0) lists[i / neurons].push_back(static_cast<std::uint32_t>(i % neurons));
  }

  void apply_loss() {
    const std::vector<Real>& record = result_.spikes.back();
    record_gradient_.assign(record.size(), Real{0});
    const LossRow& row = loss_table()[network_.loss.row];
    result_.loss = loss_of<Real>(row)(network_.loss, network_.time_steps, network_.batch,
                                      static_cast<std::uint32_t>(layers_.back().neurons), record,
                                      input_.targets, record_gradient_);
  }

  void backward(std::uint32_t step) {
    const std::size_t width = batch_ * layers_.back().neurons;
    std::vector<Real> spike_gradient(record_gradient_.begin() + step * width,
                                     record_gradient_.begin() + (step + 1) * width);
    for (std::size_t l = layers_.size(); l-- > 0;) {
      LayerRun<Real>& layer = layers_[l];
      backward_of<Real> (*layer.row)(*layer.population, layer.history[step],
                                     layer.history[step + 1], spike_gradient, {}, layer.carry,
                                     layer.current_gradient);
      add_parameter_gradients(l, step);
      if (l > 0) spike_gradient = input_gradient(layer);
    }
  }

  void add_parameter_gradients(std::size_t index, std::uint32_t step) {
    LayerRun<Real>& layer = layers_[index];
    for (std::size_t b = 0; b < batch_; ++b) {
      const auto& ids = sources(index, step, b);
      for (std::size_t o = 0; o < layer.neurons; ++o) {
        const Real gradient = layer.current_gradient[b * layer.neurons + o];
        for (const std::uint32_t id : ids)
          (*layer.weight_gradient)[o * layer.fan_in + id] += gradient;
        if (layer.bias_gradient != nullptr) (*layer.bias_gradient)[o] += gradient;
      }
    }
  }

  [[nodiscard]] std::vector<Real> input_gradient(const LayerRun<Real>& layer) const {
    std::vector<Real> gradient(batch_ * layer.fan_in, Real{0});
    for (std::size_t b = 0; b < batch_; ++b)
      for (std::size_t o = 0; o < layer.neurons; ++o) {
        const Real factor = layer.current_gradient[b * layer.neurons + o];
        for (std::size_t i = 0; i < layer.fan_in; ++i)
          gradient[b * layer.fan_in + i] += factor * layer.weights[o * layer.fan_in + i];
      }
    return gradient;
  }

  void record_states(std::uint32_t index) {
    LayerRun<Real>& layer = layers_[index];
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
