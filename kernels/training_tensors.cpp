// Owns the tensor maps and the result series of a compiled network.
#include <string>

#include "kernels/training_tables.hpp"

namespace bspike::kernels {
namespace {

using arch::ElementType;
using arch::TensorInfo;
using arch::TensorPiece;
using arch::TensorRole;

// One loop of a piece: trips, bytes and logical elements from one to the next.
struct Loop {
  std::uint64_t count;
  std::uint64_t byte_stride;
  std::uint64_t index_stride;
};

TensorPiece piece(arch::TileId tile, std::uint64_t address, std::uint64_t first_index, Loop outer,
                  Loop middle, Loop inner) {
  TensorPiece result;
  result.tile = tile;
  result.address = static_cast<std::uint32_t>(address);
  result.first_index = first_index;
  const Loop loops[] = {outer, middle, inner};
  for (std::size_t i = 0; i < 3; ++i) {
    result.count[i] = static_cast<std::uint32_t>(loops[i].count);
    result.byte_stride[i] = static_cast<std::uint32_t>(loops[i].byte_stride);
    result.index_stride[i] = loops[i].index_stride;
  }
  return result;
}

// Weights of a slice in planes of two neurons; an odd last neuron has a plane for itself.
void add_weight_pieces(TensorInfo& tensor, const SliceLayout& slice, std::uint32_t rows,
                       std::uint64_t base, std::uint64_t fan_in) {
  const std::uint64_t whole = slice.slice.neurons / 2;
  const std::uint64_t plane_bytes = std::uint64_t{rows} * 8;
  const std::uint64_t first = slice.slice.first_neuron * fan_in;
  const Loop row{fan_in, 8, 1};
  if (whole > 0) {
    tensor.pieces.push_back(piece(slice.slice.tile, base, first, {whole, plane_bytes, 2 * fan_in},
                                  row, {2, 4, fan_in}));
  }
  if (slice.slice.neurons % 2 != 0) {
    tensor.pieces.push_back(piece(slice.slice.tile, base + whole * plane_bytes,
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
    const LayerLayout& layer = layout_.layers[index];
    const models::Projection& projection = job_.network.projection(index);
    const std::uint64_t neurons = job_.network.layer(index).size;
    const std::uint64_t fan_in = job_.network.fan_in(index);
    TensorInfo weight{
        projection.name + ".weight" + suffix, role, ElementType::kF32, {neurons, fan_in}, {}};
    TensorInfo bias{projection.name + ".bias" + suffix, role, ElementType::kF32, {neurons}, {}};
    for (const SliceLayout& slice : layer.slices) {
      add_weight_pieces(weight, slice, layer.rows, base(slice), fan_in);
      bias.pieces.push_back(piece(slice.slice.tile, base(slice) + slice.weight_bytes,
                                  slice.slice.first_neuron, {1, 0, 0}, {1, 0, 0},
                                  {slice.slice.neurons, 4, 1}));
    }
    image_.tensors.push_back(std::move(weight));
    if (projection.bias) image_.tensors.push_back(std::move(bias));
  }

 private:
  const Job& job_;
  const Layout& layout_;
  arch::Image& image_;
};

void add_layer_parameters(const Job& job, const Layout& layout, std::uint32_t layer,
                          arch::Image& image) {
  ParameterTensors tensors(job, layout, image);
  tensors.add(layer, "", TensorRole::kParameter,
              [](const SliceLayout& slice) { return slice.parameters; });
  if (!job.training()) return;
  tensors.add(layer, ".grad", TensorRole::kGradient,
              [](const SliceLayout& slice) { return slice.gradient; });
  const std::vector<std::string>& states = job.codelets.optimizer_states;
  for (std::size_t i = 0; i < states.size(); ++i) {
    tensors.add(layer, "." + states[i], TensorRole::kOptimizerState,
                [i](const SliceLayout& slice) { return slice.optimizer_states[i]; });
  }
}

std::string membrane_name(std::uint32_t layer) { return "n" + std::to_string(layer) + ".mem"; }

// A history [T][batch][N] whose first slot is at `base`.
template <class BaseFn>
void add_history(const Job& job, const LayerLayout& layer, std::uint32_t index,
                 const std::string& name, const BaseFn& base, arch::Image& image) {
  const std::uint64_t steps = job.network.time_steps;
  const std::uint64_t batch = job.network.batch;
  const std::uint64_t neurons = job.network.layer(index).size;
  TensorInfo tensor{name, TensorRole::kHistory, ElementType::kF32, {steps, batch, neurons}, {}};
  for (const SliceLayout& slice : layer.slices) {
    tensor.pieces.push_back(piece(slice.slice.tile, base(slice), slice.slice.first_neuron,
                                  {steps, slice.step_bytes, batch * neurons},
                                  {batch, slice.planes * 8ull, neurons},
                                  {slice.slice.neurons, 4, 1}));
  }
  image.tensors.push_back(std::move(tensor));
}

// Membranes lie behind the slot of the state before the first time step.
void add_histories(const Job& job, const LayerLayout& layer, std::uint32_t index,
                   arch::Image& image) {
  add_history(
      job, layer, index, membrane_name(index),
      [](const SliceLayout& slice) { return slice.history + slice.step_bytes; }, image);
  if (!layer.list) return;
  add_history(
      job, layer, index, "n" + std::to_string(index) + ".sent",
      [](const SliceLayout& slice) { return slice.sent_history; }, image);
}

void add_output_count(const Job& job, const Layout& layout, arch::Image& image) {
  const std::uint64_t batch = job.network.batch;
  const std::uint64_t neurons = job.network.layer(job.last_layer()).size;
  TensorInfo tensor{"output.count", TensorRole::kOutput, ElementType::kF32, {batch, neurons}, {}};
  for (const SliceLayout& slice : layout.layers.back().slices) {
    tensor.pieces.push_back(piece(slice.slice.tile, slice.count, slice.slice.first_neuron,
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
       {piece(layout.loss.tile, layout.loss.loss, 0, {1, 0, 0}, {1, 0, 0}, {batch, 4, 1})}});
}

void add_series(const Job& job, arch::Image& image) {
  if (!job.training()) return;
  image.series.push_back(
      {"training.loss", image.tensor_index("loss"), arch::Reduction::kSum, 0, 1});
  for (std::uint32_t layer = 0; layer < job.network.layers(); ++layer) {
    const models::Population& population = job.network.layer(layer);
    const double decisions = static_cast<double>(job.network.time_steps) * job.network.batch *
                             static_cast<double>(population.size);
    // The threshold as the tile sees it.
    const auto threshold = static_cast<float>(population.parameters.at("threshold"));
    image.series.push_back({"training.spike_rates.layer" + std::to_string(layer),
                            image.tensor_index(membrane_name(layer)), arch::Reduction::kCountAbove,
                            threshold, 1 / decisions});
  }
}

}  // namespace bspike::kernels
