// Owns what a built network can be asked, and its initial weights.
#include "models/network/network.hpp"

#include <cmath>

#include "arch/base/random.hpp"
#include "models/nir/nir_section.hpp"

namespace bspike::models {
namespace {

std::vector<float> uniform_values(std::uint64_t seed, std::uint64_t tensor, std::size_t count,
                                  double bound, double offset) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double unit = arch::base::to_unit(arch::base::random_bits(seed, tensor, i));
    values[i] = static_cast<float>((2 * unit - 1) * bound + offset);
  }
  return values;
}

double weight_bound(const InitSpec& init, std::size_t inputs) {
  const auto fan_in = static_cast<double>(inputs);
  return init.scale ? *init.scale * std::sqrt(6 / fan_in) : 1 / std::sqrt(fan_in);
}

// Recurrent tensors are numbered behind all others.
constexpr std::uint64_t kFirstRecurrentTensor = 1u << 20;

void add_recurrent(const Network& network, std::uint32_t l, ParameterSet& parameters) {
  const std::size_t neurons = network.layer(l).size;
  const double bound = 1 / std::sqrt(static_cast<double>(neurons));
  const std::uint64_t tensor = kFirstRecurrentTensor + 2 * l;
  parameters[number_name(l, "recurrent.weight")] =
      uniform_values(network.init_seed, tensor, neurons * neurons, bound, 0);
  parameters[number_name(l, "recurrent.bias")] =
      uniform_values(network.init_seed, tensor + 1, neurons, bound, 0);
}

}  // namespace

std::string number_name(std::uint32_t layer, const std::string& number) {
  return "n" + std::to_string(layer) + "." + number;
}

std::uint64_t TrainedTensor::elements() const {
  std::uint64_t count = 1;
  for (const std::uint32_t size : shape) count *= size;
  return count;
}

namespace {

std::vector<std::uint32_t> weight_shape(const Network& network, std::uint32_t l) {
  const Projection& projection = network.projection(l);
  if (!projection.is_conv()) return {network.weight_rows(l), network.fan_in(l)};
  const Convolution& conv = projection.convolution;
  return {conv.channels, conv.input.channels, conv.kernel.rows, conv.kernel.columns};
}

}  // namespace

std::vector<TrainedTensor> trained_tensors(const Network& network) {
  std::vector<TrainedTensor> tensors;
  for (std::uint32_t l = 0; l < network.layers(); ++l) {
    const Population& layer = network.layer(l);
    const Projection& projection = network.projection(l);
    tensors.push_back({projection.name + ".weight", weight_shape(network, l), l});
    if (projection.bias)
      tensors.push_back({projection.name + ".bias", {network.weight_rows(l)}, l});
    if (layer.recurrence == Recurrence::kAllToAll) {
      tensors.push_back({number_name(l, "recurrent.weight"), {layer.size, layer.size}, l});
      tensors.push_back({number_name(l, "recurrent.bias"), {layer.size}, l});
    }
    for (const auto& [name, scope] : layer.learned) {
      TrainedTensor tensor{number_name(l, name), {}, l};
      if (scope == Scope::kNeuron) tensor.shape.push_back(layer.size);
      tensors.push_back(std::move(tensor));
    }
  }
  return tensors;
}

const Projection& Network::projection(std::uint32_t layer_index) const {
  return graph[*boost::in_edges(layer_index + 1, graph).first];
}

std::uint32_t Network::weight_rows(std::uint32_t layer_index) const {
  const Projection& through = projection(layer_index);
  return through.is_conv() ? through.convolution.channels : layer(layer_index).size;
}

std::uint32_t Network::fan_in(std::uint32_t layer_index) const {
  const Projection& through = projection(layer_index);
  return through.is_conv() ? static_cast<std::uint32_t>(through.convolution.taps())
                           : sources(layer_index);
}

// Tensors are numbered 2 l for weights and 2 l + 1 for biases, so that leaving a bias out changes
// no other tensor.
ParameterSet initial_parameters(const Network& network) {
  ParameterSet parameters;
  for (std::uint32_t l = 0; l < network.layers(); ++l) {
    const std::size_t inputs = network.fan_in(l);
    const std::size_t rows = network.weight_rows(l);
    const std::size_t neurons = network.layer(l).size;
    const Projection& projection = network.projection(l);
    const double bound = weight_bound(network.init, inputs);
    parameters[projection.name + ".weight"] =
        uniform_values(network.init_seed, 2 * l, inputs * rows, bound, network.init.offset);
    if (projection.bias)
      parameters[projection.name + ".bias"] =
          uniform_values(network.init_seed, 2 * l + 1, rows, bound, 0);
    const Population& layer = network.layer(l);
    if (layer.recurrence == Recurrence::kAllToAll) add_recurrent(network, l, parameters);
    for (const auto& [name, scope] : layer.learned)
      parameters[number_name(l, name)].assign(scope == Scope::kNeuron ? neurons : 1,
                                              static_cast<float>(layer.parameters.at(name)));
  }
  if (!network.nir.file.empty())
    for (auto& [name, values] : nir_parameters(network)) parameters[name] = std::move(values);
  return parameters;
}

}  // namespace bspike::models
