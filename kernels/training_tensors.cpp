// Owns the tensor maps and the result series of a compiled network.
#include <string>

#include "kernels/half/half_layout.hpp"
#include "kernels/half/half_rules.hpp"
#include "kernels/layer_traits.hpp"
#include "kernels/tensor_piece.hpp"
#include "kernels/training_tables.hpp"

namespace bspike::kernels {
namespace {

using arch::ElementType;
using arch::TensorInfo;
using arch::TensorRole;

// Rows of weights on a slice: of its neurons, or the channels of a convolution.
struct Outputs {
  arch::TileId tile;
  std::uint64_t first, count, planes;
};

// Weights of a slice in planes of two neurons; an odd last neuron has a plane for itself.
void add_weight_pieces(TensorInfo& tensor, const Outputs& outputs, std::uint32_t rows,
                       std::uint64_t base, std::uint64_t fan_in) {
  const std::uint64_t whole = outputs.count / 2;
  const std::uint64_t plane_bytes = std::uint64_t{rows} * 8;
  const std::uint64_t first = outputs.first * fan_in;
  const PieceLoop row{fan_in, 8, 1};
  if (whole > 0) {
    tensor.pieces.push_back(tensor_piece(outputs.tile, base, first,
                                         {whole, plane_bytes, 2 * fan_in}, row, {2, 4, fan_in}));
  }
  if (outputs.count % 2 != 0) {
    tensor.pieces.push_back(tensor_piece(outputs.tile, base + whole * plane_bytes,
                                         first + 2 * whole * fan_in, {1, 0, 0}, row, {1, 0, 0}));
  }
}

// Adds the tensors that share the parameters' layout, at the address that `base` gives.
class ParameterTensors {
 public:
  ParameterTensors(const Job& job, const Layout& layout, arch::Image& image)
      : job_(job), layout_(layout), image_(image) {}

  template <class BaseFn>
  void add(std::uint32_t index, const std::string& suffix, TensorRole role, const BaseFn& base) {
    const models::Projection& projection = job_.network.projection(index);
    add_planes({projection.name + ".weight" + suffix, projection.name + ".bias" + suffix}, index,
               {layout_.layers[index].rows, job_.network.fan_in(index), projection.bias, false},
               role, base);
  }

  template <class BaseFn>
  void add_recurrent(std::uint32_t index, const std::string& suffix, TensorRole role,
                     const BaseFn& base) {
    const LayerLayout& layer = layout_.layers[index];
    if (!layer.own) return;
    add_planes({models::number_name(index, "recurrent.weight") + suffix,
                models::number_name(index, "recurrent.bias") + suffix},
               index, {layer.own->rows, job_.network.layer(index).size, true, true}, role,
               [&base](const SliceLayout& slice) { return base(*slice.recurrent); });
  }

  // Trained numbers of the neuron model: one a neuron, or one, which all slices hold.
  template <class BaseFn>
  void add_numbers(std::uint32_t index, const std::string& suffix, TensorRole role,
                   const BaseFn& base) {
    const auto& slices = layout_.layers[index].slices;
    for (std::size_t i = 0; i < slices.front().numbers.size(); ++i) {
      const NumberLayout& number = slices.front().numbers[i];
      if (!number.trained) continue;
      TensorInfo tensor{models::number_name(index, number.name) + suffix,
                        role,
                        ElementType::kF32,
                        {number.shared ? 1 : job_.network.layer(index).size},
                        {}};
      for (const SliceLayout& slice : slices) {
        if (number.shared && &slice != &slices.front()) break;
        tensor.pieces.push_back(tensor_piece(slice.slice.tile, base(slice.numbers[i]),
                                             slice.slice.first_neuron, {1, 0, 0}, {1, 0, 0},
                                             {number.shared ? 1 : slice.slice.neurons, 4, 1}));
      }
      image_.tensors.push_back(std::move(tensor));
    }
  }

 private:
  [[nodiscard]] ElementType type_of(TensorRole role) const {
    const NumberTypes& types = job_.mapping.types;
    const bool half = (role == TensorRole::kParameter && types.half_weights()) ||
                      (role == TensorRole::kGradient && types.half_gradients());
    return half ? ElementType::kF16 : ElementType::kF32;
  }

  struct Names {
    std::string weight, bias;
  };
  struct Planes {
    std::uint32_t rows;
    std::uint64_t fan_in;
    bool bias;
    bool recurrent;
  };

  static Outputs outputs_of(const SliceLayout& slice, bool recurrent) {
    if (recurrent)
      return {slice.slice.tile, slice.slice.first_neuron, slice.slice.neurons, slice.planes};
    return {slice.slice.tile, slice.first_output, slice.outputs, slice.output_planes};
  }

  // A convolution's weights keep their four dimensions.
  [[nodiscard]] std::vector<std::uint64_t> weight_shape(std::uint32_t index,
                                                        const Planes& planes) const {
    const models::Projection& projection = job_.network.projection(index);
    if (planes.recurrent || !projection.is_conv())
      return {job_.network.layer(index).size, planes.fan_in};
    const models::Convolution& conv = projection.convolution;
    return {conv.channels, conv.input.channels, conv.kernel.rows, conv.kernel.columns};
  }

  template <class BaseFn>
  void add_planes(const Names& names, std::uint32_t index, const Planes& planes, TensorRole role,
                  const BaseFn& base) {
    const std::vector<std::uint64_t> shape = weight_shape(index, planes);
    const ElementType type = type_of(role);
    const std::uint64_t element = arch::element_bytes(type);
    TensorInfo weight{names.weight, role, type, shape, {}};
    TensorInfo bias{names.bias, role, type, {shape.front()}, {}};
    for (const SliceLayout& slice : layout_.layers[index].slices) {
      const Outputs outputs = outputs_of(slice, planes.recurrent);
      std::uint64_t weights = outputs.planes * planes.rows * 2;
      if (job_.mapping.types.half_projections()) {
        add_half_weight_pieces(weight, slice.slice, planes.rows, base(slice), planes.fan_in);
        weights = half_elements(slice.slice, planes.rows).weights;
      } else {
        add_weight_pieces(weight, outputs, planes.rows, base(slice), planes.fan_in);
      }
      bias.pieces.push_back(tensor_piece(outputs.tile, base(slice) + weights * element,
                                         outputs.first, {1, 0, 0}, {1, 0, 0},
                                         {outputs.count, element, 1}));
    }
    image_.tensors.push_back(std::move(weight));
    if (planes.bias) image_.tensors.push_back(std::move(bias));
  }

  const Job& job_;
  const Layout& layout_;
  arch::Image& image_;
};

void add_layer_parameters(const Job& job, const Layout& layout, std::uint32_t layer,
                          arch::Image& image) {
  ParameterTensors tensors(job, layout, image);
  const auto parameters = [](const auto& part) { return part.parameters; };
  tensors.add(layer, "", TensorRole::kParameter, parameters);
  tensors.add_recurrent(layer, "", TensorRole::kParameter, parameters);
  tensors.add_numbers(layer, "", TensorRole::kParameter,
                      [](const NumberLayout& number) { return number.value; });
  if (!job.training()) return;
  const auto gradient = [](const auto& part) { return part.gradient; };
  tensors.add(layer, ".grad", TensorRole::kGradient, gradient);
  tensors.add_recurrent(layer, ".grad", TensorRole::kGradient, gradient);
  tensors.add_numbers(layer, ".grad", TensorRole::kGradient, gradient);
  const std::vector<std::string>& states = job.codelets.optimizer_states;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const std::string suffix = "." + states[i];
    const auto state = [i](const auto& part) { return part.optimizer_states[i]; };
    tensors.add(layer, suffix, TensorRole::kOptimizerState, state);
    tensors.add_recurrent(layer, suffix, TensorRole::kOptimizerState, state);
    tensors.add_numbers(layer, suffix, TensorRole::kOptimizerState, state);
  }
}

std::string membrane_name(std::uint32_t layer) { return models::number_name(layer, "mem"); }
std::string sent_name(std::uint32_t layer) { return models::number_name(layer, "sent"); }

// A history [T][batch][N] whose first slot is at `base`; `stride` is the way to the next.
template <class BaseFn>
void add_history(const Job& job, const LayerLayout& layer, std::uint32_t index,
                 const std::string& name, std::uint64_t SliceLayout::*stride, const BaseFn& base,
                 ElementType type, arch::Image& image) {
  const std::uint64_t steps = job.network.time_steps;
  const std::uint64_t batch = job.network.batch;
  const std::uint64_t neurons = job.network.layer(index).size;
  const std::uint64_t element = arch::element_bytes(type);
  TensorInfo tensor{name, TensorRole::kHistory, type, {steps, batch, neurons}, {}};
  for (const SliceLayout& slice : layer.slices) {
    tensor.pieces.push_back(tensor_piece(slice.slice.tile, base(slice), slice.slice.first_neuron,
                                         {steps, slice.*stride, batch * neurons},
                                         {batch, slice.planes * 2 * element, neurons},
                                         {slice.slice.neurons, element, 1}));
  }
  image.tensors.push_back(std::move(tensor));
}

// States lie behind the slot of those before the first time step.
void add_histories(const Job& job, const LayerLayout& layer, std::uint32_t index,
                   arch::Image& image) {
  const auto& states = models::neuron_table()[job.network.layer(index).model].states;
  const ElementType type = job.mapping.types.half_states() ? ElementType::kF16 : ElementType::kF32;
  for (std::size_t k = 0; k < states.size(); ++k) {
    add_history(
        job, layer, index, models::number_name(index, std::string(states[k])),
        &SliceLayout::slot_bytes,
        [k](const SliceLayout& slice) {
          return slice.history + slice.slot_bytes + k * slice.state_bytes;
        },
        type, image);
  }
  if (!keeps_sent(job.network.layer(index))) return;
  add_history(
      job, layer, index, sent_name(index), &SliceLayout::step_bytes,
      [](const SliceLayout& slice) { return slice.sent_history; }, ElementType::kF32, image);
}

void add_output_count(const Job& job, const Layout& layout, arch::Image& image) {
  const std::uint64_t batch = job.network.batch;
  const std::uint64_t neurons = job.network.layer(job.last_layer()).size;
  TensorInfo tensor{"output.count", TensorRole::kOutput, ElementType::kF32, {batch, neurons}, {}};
  for (const SliceLayout& slice : layout.layers.back().slices) {
    tensor.pieces.push_back(tensor_piece(slice.slice.tile, slice.count, slice.slice.first_neuron,
                                         {1, 0, 0}, {batch, slice.planes * 8ull, neurons},
                                         {slice.slice.neurons, 4, 1}));
  }
  image.tensors.push_back(std::move(tensor));
}

}  // namespace

void add_tensors(const Job& job, const Layout& layout, arch::Image& image) {
  for (std::uint32_t layer = 0; layer < job.network.layers(); ++layer) {
    add_layer_parameters(job, layout, layer, image);
    if (job.training()) add_histories(job, layout.layers[layer], layer, image);
  }
  add_output_count(job, layout, image);
  if (!job.training()) return;
  const std::uint64_t batch = job.network.batch;
  image.tensors.push_back(
      {"loss",
       TensorRole::kOther,
       ElementType::kF32,
       {batch},
       {tensor_piece(layout.loss.tile, layout.loss.loss, 0, {1, 0, 0}, {1, 0, 0}, {batch, 4, 1})}});
}

void add_series(const Job& job, arch::Image& image) {
  if (!job.training()) return;
  image.series.push_back(
      {"training.loss", image.tensor_index("loss"), arch::Reduction::kSum, 0, 1});
  for (std::uint32_t layer = 0; layer < job.network.layers(); ++layer) {
    const models::Population& population = job.network.layer(layer);
    const double decisions = static_cast<double>(job.network.time_steps) * job.network.batch *
                             static_cast<double>(population.size);
    const bool sent = keeps_sent(population) && !population.list;
    // The threshold as the tile sees it, or anything between no spike and a spike.
    const auto threshold =
        sent ? 0.5F : static_cast<float>(job.codelets.layers[layer].numbers.at("threshold"));
    image.series.push_back({"training.spike_rates.layer" + std::to_string(layer),
                            image.tensor_index(sent ? sent_name(layer) : membrane_name(layer)),
                            arch::Reduction::kCountAbove, threshold, 1 / decisions});
  }
}

}  // namespace bspike::kernels
