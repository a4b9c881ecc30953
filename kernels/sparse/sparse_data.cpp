// Owns the initial bytes of the sparse program's tiles: weights, the neurons' numbers, the loss's
// table.
#include <span>

#include "kernels/sparse/sparse_tables.hpp"
#include "kernels/training_blocks.hpp"
#include "models/neurons/sparse_leaky.hpp"

namespace bspike::kernels::sparse {
namespace {

// Rows of a tile: [fan-in][neurons on a tile]; padding neurons stay 0.
std::vector<float> tile_weights(const SparseContext& context, const SparseLayer& layer,
                                std::uint32_t index, const std::vector<float>& weights) {
  const std::uint32_t per_tile = context.job.neurons_per_tile;
  const std::uint64_t fan_in = layer.fan_in;
  std::vector<float> values(fan_in * per_tile, 0.0F);
  for (std::uint32_t local = 0; local < per_tile; ++local) {
    const std::uint64_t neuron = std::uint64_t{index} * per_tile + local;
    if (neuron >= layer.neurons) break;
    for (std::uint64_t row = 0; row < fan_in; ++row) {
      values[row * per_tile + local] = weights[neuron * fan_in + row];
    }
  }
  return values;
}

void add_vector(const SparseContext& context, TileId tile, Address address, double value,
                ImageWriter& writer) {
  const std::vector<float> values(context.job.neurons_per_tile, static_cast<float>(value));
  writer.add_data(tile, address, std::as_bytes(std::span(values)));
}

}  // namespace

void add_data(const SparseContext& context, const models::ParameterSet& parameters,
              ImageWriter& writer) {
  for (const SparseLayer& layer : context.job.layers) {
    const models::Population& population = context.job.network.layer(layer.index);
    const auto& weights =
        parameters.at(context.job.network.projection(layer.index).name + ".weight");
    const LayerAddresses& at = context.layout.layers[layer.index];
    const double alpha = population.parameters.at("beta");
    for (std::uint32_t i = 0; i < layer.tiles; ++i) {
      const TileId tile = layer.first_tile + i;
      const std::vector<float> values = tile_weights(context, layer, i, weights);
      writer.add_data(tile, at.weights, std::as_bytes(std::span(values)));
      add_vector(context, tile, at.alpha, alpha, writer);
      add_vector(context, tile, at.gain, models::sparse_leaky_input_factor(population), writer);
      add_vector(context, tile, at.threshold, population.parameters.at("threshold"), writer);
      add_vector(context, tile, at.second_threshold, population.list->second_threshold, writer);
    }
  }
  const SparseLossLayout& loss = context.layout.loss;
  const Slice classes{0, 0, context.job.classes(), loss.tile};
  const std::vector<SegmentEntry> segments =
      class_segments(std::span(&classes, 1), context.job.batch, 2);
  writer.add_data(loss.tile, loss.segment_table, std::as_bytes(std::span(segments)));
}

}  // namespace bspike::kernels::sparse
