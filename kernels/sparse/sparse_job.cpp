// Owns the checks of a sparse job and the tiles of its layers.
#include "kernels/sparse/sparse_job.hpp"

#include <algorithm>
#include <string>

#include "arch/base/diagnostics.hpp"
#include "models/learning/learning_tables.hpp"
#include "models/neurons/neuron_table.hpp"

namespace bspike::kernels::sparse {
namespace {

using arch::base::DiagnosticSink;

// Gathers what the program cannot express.
class NetworkCheck {
 public:
  explicit NetworkCheck(const models::Network& network) : network_(network) {}

  void run() {
    for (std::uint32_t layer = 0; layer < network_.layers(); ++layer) check_layer(layer);
    require(models::loss_table()[network_.loss.row].name == "ce_count", "network.loss",
            "the loss must be ce_count");
    require(!network_.constant_input(), "network.input.signal", "the input must send spikes");
    sink_.throw_if_any<arch::base::CompileError>();
  }

 private:
  void require(bool holds, const std::string& where, const std::string& what) {
    if (holds) return;
    sink_.add({{}, where, "program sparse_bptt: " + what, "docs/sparse_step.md says what it runs"});
  }

  void check_layer(std::uint32_t index) {
    const models::Population& population = network_.layer(index);
    const models::Projection& projection = network_.projection(index);
    const std::string where = "network." + population.name;
    require(models::neuron_table()[population.model].sparse_program, where,
            "the neuron model must be SparseLeaky");
    require(models::surrogate_table()[population.surrogate.row].name == "fast_sigmoid", where,
            "the surrogate must be fast_sigmoid");
    require(population.list && population.list->rule == models::ListRule::kSpikesFirst, where,
            "each layer needs a list with the rule spikes_first");
    require(!projection.bias, where, "projections have no bias");
    const std::uint32_t delay = index == 0 ? 0 : 1;
    require(projection.delay == delay, where,
            "its projection must have a delay of " + std::to_string(delay));
  }

  const models::Network& network_;
  DiagnosticSink sink_;
};

std::uint32_t chip_tiles(const arch::Machine& machine, const Mapping& mapping) {
  const std::uint32_t all = machine.chip.tiles;
  if (mapping.first_tile != 0 || mapping.tiles > all) {
    arch::base::raise<arch::base::CompileError>(
        {}, "mapping", "program sparse_bptt starts at tile 0 and has at most the machine's tiles",
        "leave first_tile at 0 and tiles at " + std::to_string(all) + " or below");
  }
  return mapping.tiles == 0 ? all : mapping.tiles;
}

void check_tiles(const SparseJob& job) {
  const SparseLayer& last = job.output();
  const std::uint32_t needed = last.first_tile + last.tiles;
  if (needed <= job.chip_tiles) return;
  arch::base::raise<arch::base::CompileError>({}, "mapping.neurons_per_tile",
                                              "the layers need " + std::to_string(needed) +
                                                  " tiles with tile 0, which stays free, and " +
                                                  std::to_string(job.chip_tiles) + " are there",
                                              "more neurons on a tile, or a smaller network");
}

SparseLayer make_layer(const SparseJob& job, std::uint32_t index, TileId first_tile) {
  const models::Network& network = job.network;
  SparseLayer layer;
  layer.index = index;
  layer.neurons = network.layer(index).size;
  layer.fan_in = network.fan_in(index);
  layer.capacity = network.layer(index).capacity();
  layer.capacity_below =
      index == 0 ? network.input().capacity() : network.layer(index - 1).capacity();
  layer.first_tile = first_tile;
  layer.tiles = static_cast<std::uint32_t>(divide_up(layer.neurons, job.neurons_per_tile));
  layer.spread = list_spread(layer.neurons);
  return layer;
}

void place_reductions(SparseJob& job) {
  std::vector<ReductionLoad> loads;
  for (std::size_t i = 1; i < job.layers.size(); ++i) {
    loads.push_back({job.layers[i].tiles, job.layers[i].capacity_below});
  }
  const std::vector<std::uint32_t> tiles = reduction_tiles(loads, job.chip_tiles - 1);
  std::uint32_t next = 0;
  for (std::size_t i = 1; i < job.layers.size(); ++i) {
    SparseLayer& layer = job.layers[i];
    layer.groups = reduction_groups(layer.tiles, job.batch);
    layer.first_reduction_tile = next;
    layer.reduction_tiles = tiles[i - 1];
    next += layer.reduction_tiles;
  }
}

}  // namespace

bool SparseJob::log_variant() const { return mapping.variant == kVariantLog2022; }

std::uint32_t SparseJob::gradient_replicas() const { return odd() ? 1 : workers; }

SparseJob make_job(const models::Network& network, const arch::Machine& machine,
                   const Mapping& mapping) {
  NetworkCheck(network).run();
  SparseJob job{network,
                machine,
                mapping,
                learning_codelets(network),
                chip_tiles(machine, mapping),
                mapping.neurons_per_tile,
                network.batch,
                network.time_steps,
                machine.worker.contexts,
                {}};
  TileId next = kFirstNeuronTile;
  for (std::uint32_t index = 0; index < network.layers(); ++index) {
    job.layers.push_back(make_layer(job, index, next));
    next += job.layers.back().tiles;
  }
  check_tiles(job);
  place_reductions(job);
  return job;
}

Placement place_sparse(const models::Network& network, const arch::Machine& machine,
                       const Mapping& mapping) {
  const SparseJob job = make_job(network, machine, mapping);
  Placement placement;
  for (const SparseLayer& layer : job.layers) {
    std::vector<Slice>& slices = placement.layers.emplace_back();
    for (std::uint32_t i = 0; i < layer.tiles; ++i) {
      const std::uint32_t first = i * job.neurons_per_tile;
      slices.push_back({layer.index, first, std::min(job.neurons_per_tile, layer.neurons - first),
                        layer.first_tile + i});
    }
  }
  const Sliceable input = sliceable(job.batch * job.capacity(0), job.chip_tiles);
  for (TileId tile = 0; tile < input.tiles(); ++tile) placement.input_tiles.push_back(tile);
  placement.loss_tile = job.chip_tiles - 1;
  return placement;
}

}  // namespace bspike::kernels::sparse
