// Owns the way of weights [out][in] and biases [out] into planes of two neurons.
#include "kernels/parameter_data.hpp"

#include "arch/base/diagnostics.hpp"

namespace bspike::kernels {
namespace {

void check_tensor(const models::ParameterSet& parameters, const std::string& name,
                  std::uint64_t elements, arch::base::DiagnosticSink& sink) {
  const auto found = parameters.find(name);
  if (found == parameters.end()) {
    sink.add({{}, name, "this parameter has no values", ""});
  } else if (found->second.size() != elements) {
    sink.add({{},
              name,
              "this parameter has " + std::to_string(found->second.size()) + " values and needs " +
                  std::to_string(elements),
              ""});
  }
}

// Padding lanes and rows stay 0.
std::vector<float> slice_values(const SliceLayout& slice, std::uint32_t rows, std::uint64_t fan_in,
                                const std::vector<float>& weights,
                                const std::vector<float>* biases) {
  std::vector<float> values(slice.parameter_bytes / sizeof(float), 0.0F);
  for (std::uint32_t n = 0; n < slice.slice.neurons; ++n) {
    const std::uint64_t neuron = slice.slice.first_neuron + std::uint64_t{n};
    const std::uint64_t plane = n / 2;
    const std::uint64_t lane = n % 2;
    for (std::uint64_t row = 0; row < fan_in; ++row) {
      values[(plane * rows + row) * 2 + lane] = weights[neuron * fan_in + row];
    }
    if (biases != nullptr) {
      values[std::uint64_t{slice.planes} * rows * 2 + n] = (*biases)[neuron];
    }
  }
  return values;
}

}  // namespace

void check_parameters(const models::Network& network, const models::ParameterSet& parameters) {
  arch::base::DiagnosticSink sink;
  for (std::uint32_t layer = 0; layer < network.layers(); ++layer) {
    const models::Projection& projection = network.projection(layer);
    const std::uint64_t neurons = network.layer(layer).size;
    check_tensor(parameters, projection.name + ".weight", neurons * network.fan_in(layer), sink);
    if (projection.bias) check_tensor(parameters, projection.name + ".bias", neurons, sink);
  }
  sink.throw_if_any<arch::base::CompileError>();
}

void add_parameter_data(const Job& job, const Layout& layout,
                        const models::ParameterSet& parameters, ImageWriter& writer) {
  for (std::uint32_t layer = 0; layer < job.network.layers(); ++layer) {
    const models::Projection& projection = job.network.projection(layer);
    const std::vector<float>& weights = parameters.at(projection.name + ".weight");
    const std::vector<float>* biases =
        projection.bias ? &parameters.at(projection.name + ".bias") : nullptr;
    for (const SliceLayout& slice : layout.layers[layer].slices) {
      const std::vector<float> values = slice_values(slice, layout.layers[layer].rows,
                                                     job.network.fan_in(layer), weights, biases);
      writer.add_data(slice.slice.tile, slice.parameters, std::as_bytes(std::span(values)));
    }
  }
}

}  // namespace bspike::kernels
