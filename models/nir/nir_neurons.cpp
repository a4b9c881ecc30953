// Owns the equations. With a = dt / tau, forward Euler of tau v' = (v_leak - v) + R I is
//   v <- (1 - a) v + a R I + a v_leak
// and for u = v - v_reset, which a spike sets to 0, v starting at v_reset:
//   u <- (1 - a) u + a R I + a (v_leak - v_reset), spiking above v_threshold - v_reset.
// I and IF have no time constant: R I is added at each step. CubaLIF filters its input first,
//   J <- (1 - dt/tau_syn) J + (dt/tau_syn) w_in I, and its membrane hears the new J.
// I, LI and CubaLI are the same without spikes and resets; what they hand on is v.
#include "models/nir/nir_neurons.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "models/neurons/neuron_table.hpp"

namespace bspike::models {
namespace {

using Values = std::vector<double>;

[[noreturn]] void refuse(std::string reason) { throw NirRefusal{std::move(reason)}; }

bool uniform(const Values& values) {
  return std::all_of(values.begin(), values.end(), [&](double v) { return v == values.front(); });
}

template <class Combine>
Values combined(const Values& a, const Values& b, const Combine& combine) {
  Values result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result[i] = combine(a[i], b[i]);
  return result;
}
Values product(const Values& a, const Values& b) {
  return combined(a, b, [](double x, double y) { return x * y; });
}
Values difference(const Values& a, const Values& b) {
  return combined(a, b, [](double x, double y) { return x - y; });
}
Values quotient(const Values& a, const Values& b) {
  return combined(a, b, [](double x, double y) { return x / y; });
}

// The fields of a node, each with a value a neuron.
class Fields {
 public:
  Fields(const NirNode& node, std::uint64_t size, std::optional<double> dt)
      : node_(node), size_(size), dt_(dt) {}

  [[nodiscard]] Values values(const std::string& field) const {
    const NirTensor* tensor = node_.find(field);
    if (tensor->values.size() == 1) return Values(size_, tensor->values[0]);
    if (tensor->values.size() != size_)
      refuse(field + " has " + std::to_string(tensor->values.size()) + " values for " +
             std::to_string(size_) + " neurons");
    return tensor->values;
  }
  [[nodiscard]] Values values(const std::string& field, double fallback) const {
    return node_.find(field) == nullptr ? Values(size_, fallback) : values(field);
  }
  // dt / tau, which must be a share.
  [[nodiscard]] Values share(const std::string& field) const {
    if (!dt_)
      refuse("it has a time constant, " + field + ", so the time step must be known: set dt");
    Values shares = values(field);
    for (double& value : shares) {
      if (value < *dt_) refuse(field + " is below the time step dt");
      value = *dt_ / value;
    }
    return shares;
  }
  [[nodiscard]] std::uint64_t size() const { return size_; }

 private:
  const NirNode& node_;
  std::uint64_t size_;
  std::optional<double> dt_;
};

// Where all neurons have one gain and one threshold, the weights stay as they are and the threshold
// is divided by the gain. Otherwise the weights take both, and the threshold is 1.
void scale(NirNeurons& neurons, const Values& gain, const Values& drive, const Values& threshold) {
  if (uniform(gain) && uniform(threshold) && gain.front() > 0) {
    neurons.gain = Values(gain.size(), 1);
    neurons.drive = quotient(drive, gain);
    neurons.layer.parameters["threshold"] = threshold.front() / gain.front();
    return;
  }
  if (*std::min_element(threshold.begin(), threshold.end()) <= 0)
    refuse("v_threshold is not above v_reset, and the neurons differ from each other");
  neurons.gain = quotient(gain, threshold);
  neurons.drive = quotient(drive, threshold);
  neurons.layer.parameters["threshold"] = 1;
}

// A number of the model, the same for all neurons or one each.
void set_number(NirNeurons& neurons, const std::string& name, const Values& values) {
  neurons.layer.parameters[name] = values.front();
  if (!uniform(values)) neurons.layer.differing[name] = values;
}

NirNeurons leaky(const Values& beta, Reset reset) {
  NirNeurons neurons;
  neurons.layer.model = "Leaky";
  neurons.layer.reset = reset;
  set_number(neurons, "beta", beta);
  return neurons;
}

Values shares_left(Values shares) {
  for (double& value : shares) value = 1 - value;
  return shares;
}

NirNeurons lif(const Fields& fields) {
  const Values share = fields.share("tau");
  const Values reset = fields.values("v_reset", 0);
  NirNeurons neurons = leaky(shares_left(share), Reset::kZero);
  scale(neurons, product(share, fields.values("r")),
        product(share, difference(fields.values("v_leak"), reset)),
        difference(fields.values("v_threshold"), reset));
  return neurons;
}

NirNeurons integrate_and_fire(const Fields& fields) {
  NirNeurons neurons = leaky(Values(fields.size(), 1), Reset::kZero);
  scale(neurons, fields.values("r"), Values(fields.size(), 0),
        difference(fields.values("v_threshold"), fields.values("v_reset", 0)));
  return neurons;
}

NirNeurons threshold(const Fields& fields) {
  NirNeurons neurons = leaky(Values(fields.size(), 0), Reset::kNone);
  scale(neurons, Values(fields.size(), 1), Values(fields.size(), 0), fields.values("threshold"));
  return neurons;
}

NirNeurons current_based(const Fields& fields) {
  const Values synaptic = fields.share("tau_syn");
  const Values membrane = fields.share("tau_mem");
  const Values reset = fields.values("v_reset", 0);
  const Values leak = difference(fields.values("v_leak"), reset);
  if (!uniform(leak) || leak.front() != 0)
    refuse("v_leak is not v_reset; the model's current alone can drive its membrane");
  NirNeurons neurons = leaky(shares_left(membrane), Reset::kZero);
  neurons.layer.model = "Synaptic";
  neurons.layer.reset_delay = false;  // a later reset would clear a step's current too
  set_number(neurons, "alpha", shares_left(synaptic));
  scale(neurons,
        product(product(synaptic, fields.values("w_in", 1)), product(membrane, fields.values("r"))),
        leak, difference(fields.values("v_threshold"), reset));
  return neurons;
}

// What is handed on is the membrane, so the weights take the gain; the threshold means nothing.
void hand_on_membrane(NirNeurons& neurons, const Values& gain, const Values& drive) {
  neurons.layer.hands_on_membrane = true;
  neurons.gain = gain;
  neurons.drive = drive;
  neurons.layer.parameters["threshold"] = 1;
}

NirNeurons leaky_integrator(const Fields& fields) {
  const Values share = fields.share("tau");
  NirNeurons neurons = leaky(shares_left(share), Reset::kNone);
  hand_on_membrane(neurons, product(share, fields.values("r")),
                   product(share, fields.values("v_leak")));
  return neurons;
}

NirNeurons integrator(const Fields& fields) {
  NirNeurons neurons = leaky(Values(fields.size(), 1), Reset::kNone);
  hand_on_membrane(neurons, fields.values("r"), Values(fields.size(), 0));
  return neurons;
}

NirNeurons current_based_integrator(const Fields& fields) {
  const Values synaptic = fields.share("tau_syn");
  const Values membrane = fields.share("tau_mem");
  const Values leak = fields.values("v_leak");
  if (!uniform(leak) || leak.front() != 0)
    refuse("v_leak is not 0; the model's current alone can drive its membrane");
  NirNeurons neurons = leaky(shares_left(membrane), Reset::kNone);
  neurons.layer.model = "Synaptic";
  set_number(neurons, "alpha", shares_left(synaptic));
  hand_on_membrane(
      neurons,
      product(product(synaptic, fields.values("w_in", 1)), product(membrane, fields.values("r"))),
      leak);
  return neurons;
}

struct NeuronType {
  std::string_view type;
  NirNeurons (*map)(const Fields& fields);
};
constexpr std::array kNeuronTypes{NeuronType{"LIF", lif},
                                  NeuronType{"IF", integrate_and_fire},
                                  NeuronType{"Threshold", threshold},
                                  NeuronType{"CubaLIF", current_based},
                                  NeuronType{"LI", leaky_integrator},
                                  NeuronType{"I", integrator},
                                  NeuronType{"CubaLI", current_based_integrator}};

const NeuronType* find_type(const NirNode& node) {
  const auto found = std::find_if(kNeuronTypes.begin(), kNeuronTypes.end(),
                                  [&](const NeuronType& type) { return type.type == node.type; });
  return found == kNeuronTypes.end() ? nullptr : &*found;
}

// In the step of the spike.
bool resets_at_once(std::string_view model) {
  const auto rows = neuron_table();
  return std::any_of(rows.begin(), rows.end(), [model](const NeuronRow& row) {
    return row.name == model && row.resets_at_once;
  });
}

}  // namespace

bool has_neurons(const NirNode& node) { return find_type(node) != nullptr; }

void add_recurrence(const NirNode& weights, NirNeurons& neurons) {
  NirLayer& layer = neurons.layer;
  if (layer.hands_on_membrane)
    refuse("it hears itself through \"" + weights.name + "\", but hands on no spikes");
  layer.model = "R" + layer.model;
  layer.reset_delay = false;  // as above
  if (!resets_at_once(layer.model))
    refuse("it hears itself through \"" + weights.name + "\", but the neuron model " + layer.model +
           " resets a time step after the spike, and so clears an input that NIR keeps");
  const std::uint64_t size = neurons.gain.size();
  const NirTensor& weight = *weights.find("weight");
  if (weight.shape != std::vector<std::uint64_t>{size, size})
    refuse("it hears itself through \"" + weights.name + "\", whose weight is not " +
           std::to_string(size) + " x " + std::to_string(size));
  layer.recurrent_weight = weight.values;
  layer.recurrent_bias = weights.find("bias") == nullptr
                             ? Values(size, 0)
                             : Fields(weights, size, std::nullopt).values("bias");
  for (std::uint64_t i = 0; i < size; ++i) {
    layer.recurrent_bias[i] *= neurons.gain[i];
    for (std::uint64_t k = 0; k < size; ++k)
      layer.recurrent_weight[i * size + k] *= neurons.gain[i];
  }
}

NirNeurons neurons_of(const NirNode& node, std::uint64_t size, std::optional<double> dt_seconds) {
  return find_type(node)->map(Fields(node, size, dt_seconds));
}

}  // namespace bspike::models
