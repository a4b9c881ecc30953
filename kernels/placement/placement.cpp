// Owns the placement stage: the mapping section, the choice of tiles for neurons, input lists and
// loss, and its text form.
#include <algorithm>
#include <set>
#include <string>

#include "arch/base/diagnostics.hpp"
#include "kernels/compile.hpp"
#include "kernels/conv/conv_tables.hpp"
#include "kernels/dense/dense_compile.hpp"
#include "kernels/half/half_rules.hpp"
#include "kernels/placement/partitioner_table.hpp"
#include "kernels/placement/replicas.hpp"
#include "kernels/sparse/sparse_job.hpp"

namespace bspike::kernels {
namespace {

std::vector<std::string> strategy_names() {
  std::vector<std::string> names;
  for (const PartitionerRow& row : partitioner_table()) names.emplace_back(row.name);
  return names;
}

std::vector<LayerSize> layer_sizes(const models::Network& network) {
  std::vector<LayerSize> sizes;
  for (std::uint32_t layer = 0; layer < network.layers(); ++layer) {
    const std::uint32_t rows = network.weight_rows(layer);
    const models::Projection& projection = network.projection(layer);
    const std::uint64_t uses = projection.is_conv() ? projection.convolution.map().positions() : 1;
    sizes.push_back({rows, uses * rows * (network.fan_in(layer) + 1ull)});
  }
  return sizes;
}

// Slices of a convolution are split as channels are: a tile has all positions of its own.
void spread_channels(const models::Network& network, Placement& placement) {
  for (std::vector<Slice>& slices : placement.layers) {
    for (Slice& slice : slices) {
      const std::uint32_t neurons =
          network.layer(slice.layer).size / network.weight_rows(slice.layer);
      slice.first_neuron *= neurons;
      slice.neurons *= neurons;
    }
  }
}

// The tiles that hold no neuron, then those that do, both in the order that starts behind the last
// layer's last slice.
std::vector<arch::TileId> free_first(const Placement& placement,
                                     std::span<const arch::TileId> tiles) {
  std::set<arch::TileId> busy;
  for (const auto& slices : placement.layers) {
    for (const Slice& slice : slices) busy.insert(slice.tile);
  }
  const arch::TileId last = placement.layers.back().back().tile;
  const auto start = std::find(tiles.begin(), tiles.end(), last) - tiles.begin() + 1;
  std::vector<arch::TileId> order(tiles.begin(), tiles.end());
  std::rotate(order.begin(), order.begin() + start, order.end());
  std::stable_partition(order.begin(), order.end(),
                        [&](arch::TileId tile) { return !busy.contains(tile); });
  return order;
}

// Slices of whole quads: a strategy splits pairs of what stands for two neurons. Nobody reads rows
// of the last layer's neurons, so that its slices may hold pairs, unless they lie in planes or hear
// each other. Pairs of channels are quads where a channel's neurons are even.
std::vector<std::vector<Slice>> split_quads(const models::Network& network,
                                            const PartitionerRow& strategy,
                                            std::vector<LayerSize> sizes,
                                            std::span<const arch::TileId> tiles) {
  const auto last = static_cast<std::uint32_t>(sizes.size() - 1);
  const auto by_quads = [&](std::uint32_t layer) {
    const models::Population& population = network.layer(layer);
    const bool read =
        layer < std::max(1U, last) || population.recurrence == models::Recurrence::kAllToAll;
    return read && population.size / network.weight_rows(layer) % 2 != 0;
  };
  const std::vector<LayerSize> whole = sizes;
  for (std::uint32_t layer = 0; layer <= last; ++layer)
    if (by_quads(layer)) sizes[layer].neurons = (whole[layer].neurons + 1) / 2;
  auto layers = strategy.split(sizes, tiles);
  for (std::uint32_t layer = 0; layer <= last; ++layer) {
    if (!by_quads(layer)) continue;
    for (Slice& slice : layers[layer]) {
      slice.first_neuron *= 2;
      slice.neurons = std::min(2 * slice.neurons, whole[layer].neurons - slice.first_neuron);
    }
  }
  return layers;
}

// What the program sparse_bptt alone reads.
void describe_sparse(arch::base::FieldVisitor& visit, Mapping& mapping) {
  using arch::base::Unit;
  visit.choice("variant", mapping.variant, {"log2022", "final"},
               "sparse_bptt: where the state gradient is computed, on one tile a sample or on the "
               "neurons' tiles.",
               false);
  visit.option("neurons_per_tile", mapping.neurons_per_tile, Unit::kNone, {1, 1024},
               "sparse_bptt: neurons of a layer on a tile; an odd number runs scalar code.");
  visit.flag("merge_library_steps", mapping.merge_library_steps,
             "sparse_bptt: whether library calls of one kind share a superstep.");
  visit.choice("state_gradient_square", mapping.state_gradient_square, {"single", "double"},
               "sparse_bptt, log2022: precision of the surrogate's square and division.", false);
  visit.option("double_trips", mapping.double_trips, Unit::kNone, {0, 4000},
               "sparse_bptt: idle trips that stand for software double precision, an entry.");
}

// What the program matrix_unit alone reads.
void describe_matrix(arch::base::FieldVisitor& visit, Mapping& mapping) {
  visit.choice("matrix_type", mapping.matrix_type, {"f32", "f16"},
               "matrix_unit: type of weights and activations in products; sums are f32.", false);
  visit.option(
      "gradient_scale", mapping.gradient_scale, arch::base::Unit::kNone, {1, 65536},
      "Gradients in f16 are multiplied by this power of two before rounding, and divided by "
      "it when they are read (docs/half_precision.md).");
  visit.flag("hoist_constant_input", mapping.hoist_constant_input,
             "matrix_unit: whether the product of a constant input is made once a training step "
             "instead of at every time step; values are the same.");
  visit.choice("returned", mapping.returned, {"counts", "spikes"},
               "matrix_unit: what a training step returns to the host, the spike counts of the "
               "outputs or their spikes at every time step and the loss of each sample.",
               false);
}

std::string samples_text(const Slice& slice) {
  if (slice.samples == 0) return "";
  return " of samples " + std::to_string(slice.first_sample) + ".." +
         std::to_string(slice.first_sample + slice.samples - 1);
}

}  // namespace

std::vector<arch::TileId> usable_tiles(const arch::Machine& machine, const Mapping& mapping) {
  const std::uint32_t all = machine.chip.tiles;
  const std::string of = " of the machine's " + std::to_string(all) + " tiles";
  if (mapping.first_tile >= all) {
    arch::base::raise<arch::base::CompileError>(
        {}, "mapping.first_tile", "tile " + std::to_string(mapping.first_tile) + " is none" + of,
        "choose a first_tile below " + std::to_string(all));
  }
  const std::uint32_t left = all - mapping.first_tile;
  if (mapping.tiles > left) {
    arch::base::raise<arch::base::CompileError>(
        {}, "mapping.tiles",
        std::to_string(mapping.tiles) + " tiles from tile " + std::to_string(mapping.first_tile) +
            " on are more than are left" + of,
        "at most " + std::to_string(left));
  }
  std::vector<arch::TileId> tiles(mapping.tiles == 0 ? left : mapping.tiles);
  for (std::uint32_t i = 0; i < tiles.size(); ++i) tiles[i] = mapping.first_tile + i;
  return tiles;
}

void describe(arch::base::FieldVisitor& visit, Mapping& mapping) {
  using arch::base::Unit;
  visit.choice("program", mapping.program, {"layer_by_layer", "sparse_bptt", "matrix_unit"},
               "layer_by_layer: any network (docs/training_step.md); sparse_bptt: the published "
               "program for lists of spikes (docs/sparse_step.md); matrix_unit: projections as "
               "dense products on the matrix unit (docs/dense_step.md).",
               false);
  visit.choice("strategy", mapping.strategy, strategy_names(),
               "How neurons are split over tiles (docs/training_step.md).", false);
  visit.option("first_tile", mapping.first_tile, Unit::kNone, {0, 1e6}, "Tiles below stay free.");
  visit.option("tiles", mapping.tiles, Unit::kNone, {0, 1e6},
               "How many tiles to use; 0: all from first_tile on.");
  visit.option(
      "gradient_replicas", mapping.gradient_replicas, Unit::kNone, {0, 1024},
      "Copies of the first layer's weight gradient on a tile, at most one a worker; 0: one "
      "a worker.");
  visit.option("replicas", mapping.replicas, Unit::kNone, {0, 65536},
               "layer_by_layer: replicas of the network, each on tiles of its own, that share the "
               "batch equally and add up their gradients; 0: as many as there is room for, if the "
               "network has convolutions, else one.");
  visit.section("types", mapping.types,
                "layer_by_layer: types of tensors, a kind at a time (docs/half_precision.md).",
                false);
  describe_sparse(visit, mapping);
  describe_matrix(visit, mapping);
}

void describe(arch::base::FieldVisitor& visit, NumberTypes& types) {
  const std::vector<std::string> names{"f32", "f16"};
  visit.choice("weights", types.weights, names, "Weights and biases.", false);
  visit.choice("states", types.states, names, "States of neurons, by time step.", false);
  visit.choice("gradients", types.gradients, names,
               "Gradients of weights, and the partial sums that a layer sends to the one below.",
               false);
  visit.choice("accumulation", types.accumulation, names,
               "Sums of currents in registers; f16 needs weights in f16.", false);
}

std::string document_mapping() {
  return arch::base::document_described(
      [](arch::base::FieldVisitor& visit) {
        Mapping mapping;
        describe(visit, mapping);
      },
      "mapping");
}

Placement place(const models::Network& network, const arch::Machine& machine,
                const Mapping& mapping) {
  conv::check_program(network, mapping);
  check_no_replicas(mapping);
  if (mapping.program == kProgramSparseBptt) {
    return sparse::place_sparse(network, machine, mapping);
  }
  if (mapping.program == kProgramMatrixUnit) return dense::place_dense(network, machine, mapping);
  const std::vector<arch::TileId> all = usable_tiles(machine, mapping);
  Placement placement;
  placement.replicas = replicas_of(network, mapping, all.size());
  placement.replica_tiles = static_cast<std::uint32_t>(all.size() / placement.replicas);
  const std::span<const arch::TileId> tiles = std::span(all).first(placement.replica_tiles);
  const std::vector<LayerSize> sizes = layer_sizes(network);
  const auto& strategy = partitioner_table()[static_cast<std::size_t>(mapping.strategy)];
  const bool quads = neuron_grain(mapping, network.batch / placement.replicas) == 4;
  placement.layers =
      quads ? split_quads(network, strategy, sizes, tiles) : strategy.split(sizes, tiles);
  spread_channels(network, placement);
  const std::vector<arch::TileId> order = free_first(placement, tiles);
  const std::size_t inputs = std::min<std::size_t>(network.time_steps, order.size());
  placement.input_tiles.assign(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(inputs));
  placement.loss_tile = order[inputs % order.size()];
  return placement;
}

std::string placement_text(const Placement& placement) {
  std::string text;
  for (std::size_t layer = 0; layer < placement.layers.size(); ++layer) {
    text += "layer" + std::to_string(layer) + ":\n";
    for (const Slice& slice : placement.layers[layer]) {
      text += "  tile " + std::to_string(slice.tile) + ": neurons " +
              std::to_string(slice.first_neuron) + ".." +
              std::to_string(slice.first_neuron + slice.neurons - 1) + samples_text(slice) + "\n";
    }
  }
  text += "input lists:\n ";
  for (const arch::TileId tile : placement.input_tiles) text += " " + std::to_string(tile);
  text += "\nloss: tile " + std::to_string(placement.loss_tile) + "\n";
  if (placement.replicas == 1) return text;
  return text + "replicas: " + std::to_string(placement.replicas) + ", each " +
         std::to_string(placement.replica_tiles) + " tiles behind the one before\n";
}

}  // namespace bspike::kernels
