// Owns the way of weights [out][in] and biases [out] into planes of two neurons, or into the quads
// and rows of types in f16.
#include "kernels/parameter_data.hpp"

#include "arch/base/diagnostics.hpp"
#include "arch/base/half.hpp"
#include "kernels/half/half_layout.hpp"

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

// First and count of the neurons, or channels, whose weights a slice holds.
struct Outputs {
  std::uint32_t first, count;
  std::uint32_t planes = 0;  // padding included
};

// Planes of `rows` rows and the bias behind them; padding lanes and rows stay 0.
std::vector<float> plane_values(const Outputs& outputs, std::uint32_t rows, std::uint64_t fan_in,
                                const std::vector<float>& weights,
                                const std::vector<float>* biases) {
  const std::size_t planes = outputs.planes;
  std::vector<float> values(planes * (rows + 1) * 2, 0.0F);
  for (std::uint32_t n = 0; n < outputs.count; ++n) {
    const std::uint64_t neuron = outputs.first + std::uint64_t{n};
    const std::uint64_t plane = n / 2;
    const std::uint64_t lane = n % 2;
    for (std::uint64_t row = 0; row < fan_in; ++row) {
      values[(plane * rows + row) * 2 + lane] = weights[neuron * fan_in + row];
    }
    if (biases != nullptr) {
      values[planes * rows * 2 + n] = (*biases)[neuron];
    }
  }
  return values;
}

// The same where weights or gradients are f16.
std::vector<float> half_layout_values(const SliceLayout& slice, HalfForm form, std::uint32_t rows,
                                      std::uint64_t fan_in, const std::vector<float>& weights,
                                      const std::vector<float>* biases) {
  const HalfElements elements = half_elements(slice.slice, form, rows);
  std::vector<float> values(elements.weights + elements.biases, 0.0F);
  for (std::uint32_t n = 0; n < slice.slice.neurons; ++n) {
    const std::uint64_t neuron = slice.slice.first_neuron + std::uint64_t{n};
    for (std::uint64_t row = 0; row < fan_in; ++row) {
      values[half_weight_place(form, rows, n, row)] = weights[neuron * fan_in + row];
    }
    if (biases != nullptr) values[elements.weights + n] = (*biases)[neuron];
  }
  return values;
}

std::vector<std::uint16_t> halves(const std::vector<float>& values) {
  std::vector<std::uint16_t> result;
  result.reserve(values.size());
  for (const float value : values) result.push_back(arch::base::half_from_float(value));
  return result;
}

// In the type of weights.
void add_weight_data(const Job& job, arch::TileId tile, std::uint32_t address,
                     const std::vector<float>& values, ImageWriter& writer) {
  if (!job.mapping.types.half_weights()) {
    writer.add_data(tile, address, std::as_bytes(std::span(values)));
    return;
  }
  const std::vector<std::uint16_t> rounded = halves(values);
  writer.add_data(tile, address, std::as_bytes(std::span(rounded)));
}

void add_projection_data(const Job& job, const SliceLayout& slice, std::uint32_t rows,
                         const std::vector<float>& weights, const std::vector<float>* biases,
                         ImageWriter& writer) {
  const NumberTypes& types = job.mapping.types;
  const std::uint64_t fan_in = job.network.fan_in(slice.slice.layer);
  const std::vector<float> values =
      types.half_projections() && !slice.conv
          ? half_layout_values(slice, half_form(slice.slice), rows, fan_in, weights, biases)
          : plane_values({slice.first_output, slice.outputs, slice.output_planes}, rows, fan_in,
                         weights, biases);
  add_weight_data(job, slice.slice.tile, slice.parameters, values, writer);
}

// A pair of neurons each, or one pair of equal lanes.
std::vector<float> number_values(const SliceLayout& slice, const NumberLayout& number,
                                 const std::vector<float>* trained) {
  if (number.shared)
    return std::vector<float>(2, trained == nullptr ? number.initial : (*trained)[0]);
  std::vector<float> values(std::size_t{slice.planes} * 2, 0.0F);
  for (std::uint32_t n = 0; n < slice.slice.neurons; ++n) {
    values[n] = (*trained)[slice.slice.first_neuron + n];
  }
  return values;
}

void add_number_data(std::uint32_t layer, const SliceLayout& slice,
                     const models::ParameterSet& parameters, ImageWriter& writer) {
  for (const NumberLayout& number : slice.numbers) {
    const auto* trained =
        number.trained ? &parameters.at(models::number_name(layer, number.name)) : nullptr;
    const std::vector<float> values = number_values(slice, number, trained);
    writer.add_data(slice.slice.tile, number.value, std::as_bytes(std::span(values)));
  }
}

void add_recurrent_data(const Job& job, std::uint32_t layer, const LayerLayout& layout,
                        const SliceLayout& slice, const models::ParameterSet& parameters,
                        ImageWriter& writer) {
  if (!slice.recurrent) return;
  const std::uint64_t neurons = job.network.layer(layer).size;
  const auto& weights = parameters.at(models::number_name(layer, "recurrent.weight"));
  const auto& biases = parameters.at(models::number_name(layer, "recurrent.bias"));
  const std::vector<float> values =
      job.mapping.types.half_projections()
          ? half_layout_values(slice, HalfForm::kRows, layout.own->rows, neurons, weights, &biases)
          : plane_values({slice.slice.first_neuron, slice.slice.neurons, slice.planes},
                         layout.own->rows, neurons, weights, &biases);
  add_weight_data(job, slice.slice.tile, slice.recurrent->parameters, values, writer);
}

}  // namespace

void check_parameters(const models::Network& network, const models::ParameterSet& parameters) {
  arch::base::DiagnosticSink sink;
  for (const models::TrainedTensor& tensor : models::trained_tensors(network)) {
    check_tensor(parameters, tensor.name, tensor.elements(), sink);
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
      add_projection_data(job, slice, layout.layers[layer].rows, weights, biases, writer);
      add_number_data(layer, slice, parameters, writer);
      add_recurrent_data(job, layer, layout.layers[layer], slice, parameters, writer);
    }
  }
}

}  // namespace bspike::kernels
