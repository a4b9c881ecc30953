// Owns the tensor maps and the result series of a compiled network.
#include <algorithm>
#include <string>

#include "kernels/half/half_layout.hpp"
#include "kernels/half/half_rules.hpp"
#include "kernels/layer_traits.hpp"
#include "kernels/replicas/trained_regions.hpp"
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
  const std::uint64_t element = arch::element_bytes(tensor.type);
  const std::uint64_t whole = outputs.count / 2;
  const std::uint64_t plane_bytes = rows * 2 * element;
  const std::uint64_t first = outputs.first * fan_in;
  const PieceLoop row{fan_in, 2 * element, 1};
  if (whole > 0) {
    tensor.pieces.push_back(tensor_piece(
        outputs.tile, base, first, {whole, plane_bytes, 2 * fan_in}, row, {2, element, fan_in}));
  }
  if (outputs.count % 2 != 0) {
    tensor.pieces.push_back(tensor_piece(outputs.tile, base + whole * plane_bytes,
                                         first + 2 * whole * fan_in, {1, 0, 0}, row, {1, 0, 0}));
  }
}

// The same, of pairs that one replica updates: rows of its planes, then biases.
void add_share_pieces(TensorInfo& weight, TensorInfo& bias, const Outputs& outputs,
                      std::uint32_t rows, std::uint64_t base, std::uint64_t fan_in,
                      const PairRange& share) {
  const std::uint64_t element = arch::element_bytes(weight.type);
  const std::uint64_t pair = 2 * element;
  const std::uint64_t end = share.first + std::uint64_t{share.count};
  for (std::uint64_t plane = 0; 2 * plane < outputs.count; ++plane) {  // not those of padding
    const std::uint64_t first = std::max<std::uint64_t>(share.first, plane * rows);
    const std::uint64_t last = std::min(end, plane * rows + fan_in);
    if (first >= last) continue;
    const std::uint64_t lanes = std::min<std::uint64_t>(2, outputs.count - 2 * plane);
    weight.pieces.push_back(
        tensor_piece(outputs.tile, base + pair * first,
                     (outputs.first + 2 * plane) * fan_in + first - plane * rows, {1, 0, 0},
                     {last - first, pair, 1}, {lanes, element, fan_in}));
  }
  const std::uint64_t weights = outputs.planes * rows;
  const std::uint64_t first = 2 * (std::max<std::uint64_t>(share.first, weights) - weights);
  const std::uint64_t last = std::min(outputs.count, 2 * (std::max(end, weights) - weights));
  if (first < last)
    bias.pieces.push_back(tensor_piece(outputs.tile, base + pair * weights + element * first,
                                       outputs.first + first, {1, 0, 0}, {1, 0, 0},
                                       {last - first, element, 1}));
}

// Adds the tensors that share the parameters' layout, at the address that `base` gives.
class ParameterTensors {
 public:
  ParameterTensors(const Job& job, std::span<const Layout> layouts, arch::Image& image)
      : job_(job), layouts_(layouts), layout_(layouts.front()), image_(image) {}

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
      if (number.shared)
        tensor.pieces.push_back(tensor_piece(slices.front().slice.tile, base(number), 0, {1, 0, 0},
                                             {1, 0, 0}, {1, 4, 1}));
      else
        for (const Layout& layout : layouts_)
          for (const SliceLayout& slice : layout.layers[index].slices)
            add_number_pieces(slice, base(slice.numbers[i]), share(layout, slice.planes), tensor);
      image_.tensors.push_back(std::move(tensor));
    }
  }

 private:
  [[nodiscard]] PairRange share(const Layout& layout, std::uint64_t pairs,
                                std::uint32_t grain = 1) const {
    return share_of(word(pairs), job_.placement.replicas, layout.replica, grain);
  }

  static void add_number_pieces(const SliceLayout& slice, std::uint64_t base,
                                const PairRange& share, TensorInfo& tensor) {
    const std::uint32_t first = 2 * share.first;
    const std::uint32_t last = std::min(slice.slice.neurons, first + 2 * share.count);
    if (first >= last) return;
    tensor.pieces.push_back(tensor_piece(slice.slice.tile, base + 4 * first,
                                         slice.slice.first_neuron + first, {1, 0, 0}, {1, 0, 0},
                                         {last - first, 4, 1}));
  }

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
    if (layouts_.size() > 1)
      add_shares(index, planes, base, weight, bias);
    else
      add_slices(index, planes, base, element, weight, bias);
    image_.tensors.push_back(std::move(weight));
    if (planes.bias) image_.tensors.push_back(std::move(bias));
  }

  // Each replica's part of what is trained, where it updates it.
  template <class BaseFn>
  void add_shares(std::uint32_t index, const Planes& planes, const BaseFn& base, TensorInfo& weight,
                  TensorInfo& bias) {
    for (const Layout& layout : layouts_)
      for (const SliceLayout& slice : layout.layers[index].slices) {
        const Outputs outputs = outputs_of(slice, planes.recurrent);
        if (in_half_layout(slice, planes)) {
          add_half_shares(layout, slice, planes, base(slice), weight, bias);
          continue;
        }
        const std::uint32_t pairs = planes.recurrent ? word(slice.recurrent->parameter_bytes / 8)
                                                     : projection_pairs(job_, slice);
        add_share_pieces(weight, bias, outputs, planes.rows, base(slice), planes.fan_in,
                         share(layout, pairs, share_grain(job_)));
      }
  }

  void add_half_shares(const Layout& layout, const SliceLayout& slice, const Planes& planes,
                       std::uint64_t base, TensorInfo& weight, TensorInfo& bias) const {
    const HalfForm form = planes.recurrent ? HalfForm::kRows : half_form(slice.slice);
    const HalfElements elements = half_elements(slice.slice, form, planes.rows);
    const std::uint64_t pairs = (elements.weights + (planes.bias ? elements.biases : 0)) / 2;
    add_half_share_pieces(weight, bias, slice.slice, {form, planes.rows, planes.fan_in, base},
                          share(layout, pairs, share_grain(job_)));
  }

  [[nodiscard]] bool in_half_layout(const SliceLayout& slice, const Planes& planes) const {
    return job_.mapping.types.half_projections() && (planes.recurrent || !slice.conv);
  }

  template <class BaseFn>
  void add_slices(std::uint32_t index, const Planes& planes, const BaseFn& base,
                  std::uint64_t element, TensorInfo& weight, TensorInfo& bias) {
    for (const SliceLayout& slice : layout_.layers[index].slices) {
      const Outputs outputs = outputs_of(slice, planes.recurrent);
      std::uint64_t weights = outputs.planes * planes.rows * 2;
      if (in_half_layout(slice, planes)) {
        const HalfForm form = planes.recurrent ? HalfForm::kRows : half_form(slice.slice);
        add_half_weight_pieces(weight, slice.slice,
                               {form, planes.rows, planes.fan_in, base(slice)});
        weights = half_elements(slice.slice, form, planes.rows).weights;
      } else {
        add_weight_pieces(weight, outputs, planes.rows, base(slice), planes.fan_in);
      }
      bias.pieces.push_back(tensor_piece(outputs.tile, base(slice) + weights * element,
                                         outputs.first, {1, 0, 0}, {1, 0, 0},
                                         {outputs.count, element, 1}));
    }
  }

  const Job& job_;
  std::span<const Layout> layouts_;
  const Layout& layout_;  // of the first replica
  arch::Image& image_;
};

void add_layer_parameters(const Job& job, std::span<const Layout> layouts, std::uint32_t layer,
                          arch::Image& image) {
  ParameterTensors tensors(job, layouts, image);
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

// Histories [T][batch][N] of a layer, in the slices of all replicas.
class HistoryTensors {
 public:
  HistoryTensors(const Job& job, std::span<const Layout> layouts, std::uint32_t index,
                 arch::Image& image)
      : job_(job), layouts_(layouts), index_(index), image_(image) {}

  // The first slot is at `base`; `stride` is the way to the next.
  template <class BaseFn>
  void add(const std::string& name, std::uint64_t SliceLayout::*stride, const BaseFn& base,
           ElementType type) {
    const std::uint64_t steps = job_.network.time_steps;
    const std::uint64_t batch = job_.network.batch, samples = job_.samples();
    const std::uint64_t neurons = job_.network.layer(index_).size;
    const std::uint64_t element = arch::element_bytes(type);
    TensorInfo tensor{name, TensorRole::kHistory, type, {steps, samples, neurons}, {}};
    for (const Layout& layout : layouts_)
      for (const SliceLayout& slice : layout.layers[index_].slices)
        tensor.pieces.push_back(tensor_piece(
            slice.slice.tile, base(slice),
            layout.replica * batch * neurons + slice.slice.first_neuron,
            {steps, slice.*stride, samples * neurons}, {batch, slice.planes * 2 * element, neurons},
            {slice.slice.neurons, element, 1}));
    image_.tensors.push_back(std::move(tensor));
  }

 private:
  const Job& job_;
  std::span<const Layout> layouts_;
  std::uint32_t index_;
  arch::Image& image_;
};

// States lie behind the slot of those before the first time step.
void add_histories(const Job& job, std::span<const Layout> layouts, std::uint32_t index,
                   arch::Image& image) {
  HistoryTensors tensors(job, layouts, index, image);
  const auto& states = models::neuron_table()[job.network.layer(index).model].states;
  const ElementType type = job.mapping.types.half_states() ? ElementType::kF16 : ElementType::kF32;
  for (std::size_t k = 0; k < states.size(); ++k) {
    tensors.add(
        models::number_name(index, std::string(states[k])), &SliceLayout::slot_bytes,
        [k](const SliceLayout& slice) {
          return slice.history + slice.slot_bytes + k * slice.state_bytes;
        },
        type);
  }
  if (!keeps_sent(job.network, index)) return;
  tensors.add(
      sent_name(index), &SliceLayout::step_bytes,
      [](const SliceLayout& slice) { return slice.sent_history; }, ElementType::kF32);
}

void add_output_count(const Job& job, std::span<const Layout> layouts, arch::Image& image) {
  const std::uint64_t batch = job.network.batch;
  const std::uint64_t neurons = job.network.layer(job.last_layer()).size;
  TensorInfo tensor{
      "output.count", TensorRole::kOutput, ElementType::kF32, {job.samples(), neurons}, {}};
  for (const Layout& layout : layouts)
    for (const SliceLayout& slice : layout.layers.back().slices)
      tensor.pieces.push_back(
          tensor_piece(slice.slice.tile, slice.count,
                       layout.replica * batch * neurons + slice.slice.first_neuron, {1, 0, 0},
                       {batch, slice.planes * 8ull, neurons}, {slice.slice.neurons, 4, 1}));
  image.tensors.push_back(std::move(tensor));
}

void add_loss(const Job& job, std::span<const Layout> layouts, arch::Image& image) {
  const std::uint64_t batch = job.network.batch;
  TensorInfo tensor{"loss", TensorRole::kOther, ElementType::kF32, {job.samples()}, {}};
  for (const Layout& layout : layouts)
    tensor.pieces.push_back(tensor_piece(layout.loss.tile, layout.loss.loss, layout.replica * batch,
                                         {1, 0, 0}, {1, 0, 0}, {batch, 4, 1}));
  image.tensors.push_back(std::move(tensor));
}

}  // namespace

void add_tensors(const Job& job, std::span<const Layout> layouts, arch::Image& image) {
  for (std::uint32_t layer = 0; layer < job.network.layers(); ++layer) {
    add_layer_parameters(job, layouts, layer, image);
    if (job.training()) add_histories(job, layouts, layer, image);
  }
  add_output_count(job, layouts, image);
  if (job.training()) add_loss(job, layouts, image);
}

void add_series(const Job& job, arch::Image& image) {
  if (!job.training()) return;
  image.series.push_back(
      {"training.loss", image.tensor_index("loss"), arch::Reduction::kSum, 0, 1});
  for (std::uint32_t layer = 0; layer < job.network.layers(); ++layer) {
    const models::Population& population = job.network.layer(layer);
    const double decisions = static_cast<double>(job.network.time_steps * job.samples()) *
                             static_cast<double>(population.size);
    const bool sent = keeps_sent(job.network, layer) && !population.list;
    // The threshold as the tile sees it, or anything between no spike and a spike.
    const auto threshold =
        sent ? 0.5F : static_cast<float>(job.codelets.layers[layer].numbers.at("threshold"));
    image.series.push_back({"training.spike_rates.layer" + std::to_string(layer),
                            image.tensor_index(sent ? sent_name(layer) : membrane_name(layer)),
                            arch::Reduction::kCountAbove, threshold, 1 / decisions});
  }
}

}  // namespace bspike::kernels
