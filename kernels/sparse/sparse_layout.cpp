// Owns the order of allocation: what has one address on many tiles first, then layers, then what
// each tile keeps for itself.
#include "kernels/sparse/sparse_layout.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "kernels/sparse/layout_parts.hpp"
#include "models/learning/learning_tables.hpp"

namespace bspike::kernels::sparse {
namespace {

using arch::MemoryCategory;

std::string list_name(std::size_t list, const std::string& what) {
  return (list == 0 ? "input" : "layer" + std::to_string(list - 1)) + ".list." + what;
}

std::string layer_name(std::uint32_t layer, const std::string& what) {
  return "layer" + std::to_string(layer) + "." + what;
}

class LayoutPlanner {
 public:
  LayoutPlanner(const SparseJob& job, MemoryPlanner& memory) : job_(job), memory_(memory) {}

  SparseLayout run(const std::vector<std::uint64_t>& code_bytes) {
    layout_.tiles = tile_range(0, job_.chip_tiles);
    allocate_fixed(code_bytes);
    allocate_streams();
    for (std::uint32_t list = 0; list < job_.lists(); ++list) allocate_list(list);
    allocate_rows();
    allocate_reduction_counts();
    allocate_scalars();
    for (const SparseLayer& layer : job_.layers) allocate_layer(layer);
    allocate_control();
    plan_list_building(job_, memory_, layout_);
    plan_reductions(job_, memory_, layout_);
    if (job_.log_variant()) allocate_state_gradients();
    allocate_loss();
    return std::move(layout_);
  }

 private:
  Address common(const std::vector<TileId>& tiles, std::string name, MemoryCategory category,
                 std::uint64_t bytes) {
    return memory_.allocate_common(tiles, {std::move(name), category, round_to_pair(bytes), 8});
  }
  Address single(TileId tile, std::string name, MemoryCategory category, std::uint64_t bytes) {
    return memory_.allocate(tile, {std::move(name), category, round_to_pair(bytes), 8});
  }

  void allocate_fixed(const std::vector<std::uint64_t>& code_bytes) {
    for (const TileId tile : layout_.tiles) {
      memory_.allocate(tile, {"code", MemoryCategory::kCode, code_bytes[tile]});
    }
    layout_.index = common(layout_.tiles, "index", MemoryCategory::kControl, 8);
    layout_.previous = layout_.index + 4;
    const std::uint64_t scratch = job_.machine.worker.stack_bytes * job_.workers;
    memory_.allocate_common(layout_.tiles, {"scratch", MemoryCategory::kStack, scratch});
  }

  void allocate_streams() {
    const std::uint32_t lists = job_.batch * job_.time_steps;
    layout_.stream_ids = sliceable(lists * job_.capacity(0), job_.chip_tiles);
    layout_.stream_counts = sliceable(lists, job_.chip_tiles);
    const auto take = [&](const char* name, const Sliceable& map) {
      return common(tile_range(0, map.tiles()), name, MemoryCategory::kExchangeBuffer,
                    map.per_tile * 4);
    };
    layout_.stream = {take("stream.ids", layout_.stream_ids),
                      take("stream.counts", layout_.stream_counts)};
  }

  // Ids and counts of `steps` time steps.
  ListBuffer list_buffer(std::uint32_t index, const std::string& what, MemoryCategory category,
                         std::uint32_t steps) {
    const SpikeListLayout& list = layout_.lists[index];
    const auto take = [&](const char* part, const Sliceable& map) {
      return common(tile_range(0, map.tiles()), list_name(index, what + part), category,
                    std::uint64_t{map.per_tile} * 4 * steps);
    };
    return {take(".ids", list.ids), take(".counts", list.counts)};
  }

  void allocate_list(std::uint32_t index) {
    SpikeListLayout& list = layout_.lists.emplace_back();
    list.capacity = job_.capacity(index);
    list.counts_per_sample = index == 0 ? 1 : 2;
    list.ids = sliceable(job_.batch * list.capacity, job_.chip_tiles);
    list.counts = sliceable(job_.batch * list.counts_per_sample, job_.chip_tiles);
    const std::uint32_t slots = job_.time_steps + 1;
    list.in = list_buffer(index, "in", MemoryCategory::kExchangeBuffer, 1);
    list.history = list_buffer(index, "history", MemoryCategory::kHistory, slots);
    list.below = list.in;
    if (index == 0) return;
    list.now = list_buffer(index, "now", MemoryCategory::kExchangeBuffer, 1);
    list.as_float = list_buffer(index, "float", MemoryCategory::kHistory, slots);
    list.back = list_buffer(index, "back", MemoryCategory::kHistory, slots);
    list.own = list_buffer(index, "own", MemoryCategory::kExchangeBuffer, 1);
    allocate_list_gradient(index, list);
  }

  void allocate_list_gradient(std::uint32_t index, SpikeListLayout& list) {
    const std::vector<TileId> tiles = tile_range(0, list.ids.tiles());
    const std::uint64_t bytes = std::uint64_t{list.ids.per_tile} * 4;
    list.gradient =
        common(tiles, list_name(index, "gradient"), MemoryCategory::kExchangeBuffer, bytes);
    if (index == job_.layers.size()) {
      list.gradient_history = common(tiles, list_name(index, "gradient_history"),
                                     MemoryCategory::kHistory, bytes * job_.time_steps);
      return;
    }
    list.below = list_buffer(index, "below", MemoryCategory::kExchangeBuffer, 1);
    const std::uint32_t groups = job_.layers[index].groups.count;
    const std::uint64_t blocks =
        groups < kTwoStageGroups ? groups : divide_up(groups, stage_chunk(groups));
    list.sums =
        common(tiles, list_name(index, "sums"), MemoryCategory::kExchangeBuffer, bytes * blocks);
  }

  void allocate_rows() {
    RowLayout& rows = layout_.rows;
    const std::uint32_t all = job_.time_steps * job_.batch;
    rows.rows_per_tile = all / job_.chip_tiles + 1;
    rows.tiles = static_cast<std::uint32_t>(divide_up(all, rows.rows_per_tile));
    const std::vector<TileId> tiles = tile_range(0, rows.tiles);
    const std::uint64_t list_bytes = std::uint64_t{rows.rows_per_tile} * 4 *
                                     job_.capacity(static_cast<std::uint32_t>(job_.layers.size()));
    const std::uint64_t class_bytes = std::uint64_t{rows.rows_per_tile} * 4 * job_.classes();
    const auto take = [&](const char* name, std::uint64_t bytes) {
      return common(tiles, name, MemoryCategory::kExchangeBuffer, bytes);
    };
    rows.ids = take("rows.ids", list_bytes);
    rows.counts = take("rows.counts", std::uint64_t{rows.rows_per_tile} * 8);
    rows.dense = take("rows.dense", class_bytes);
    rows.gradient = take("rows.gradient", class_bytes);
    rows.list_gradient = take("rows.list_gradient", list_bytes);
  }

  void allocate_reduction_counts() {
    layout_.reductions.resize(job_.layers.size());
    for (std::size_t layer = 1; layer < job_.layers.size(); ++layer) {
      layout_.reductions[layer].counts =
          common(layout_.tiles, layer_name(static_cast<std::uint32_t>(layer), "reduction.counts"),
                 MemoryCategory::kExchangeBuffer, job_.batch * 4);
    }
  }

  void allocate_scalars() {
    const models::OptimizerSpec& spec = job_.network.optimizer;
    const auto scalars = models::optimizer_table()[spec.row].step_scalars(spec, 1);
    const SparseLayer& last = job_.output();
    layout_.scalar_bytes = static_cast<std::uint32_t>(scalars.size() * 4);
    layout_.scalars =
        common(tile_range(kFirstNeuronTile, last.first_tile + last.tiles - kFirstNeuronTile),
               "optimizer.scalars", MemoryCategory::kOptimizerState, layout_.scalar_bytes);
  }

  void allocate_layer(const SparseLayer& layer) {
    LayerAddresses& at = layout_.layers.emplace_back();
    const std::vector<TileId> tiles = tile_range(layer.first_tile, layer.tiles);
    const auto take = [&](const char* name, MemoryCategory category, std::uint64_t bytes) {
      return common(tiles, layer_name(layer.index, name), category, bytes);
    };
    const std::uint64_t row_bytes = std::uint64_t{job_.neurons_per_tile} * 4;
    const std::uint64_t weight_bytes = round_to_pair(layer.fan_in * row_bytes);
    const std::uint64_t state_bytes = round_to_pair(job_.batch * row_bytes);
    at.weight_bytes = static_cast<std::uint32_t>(weight_bytes);
    at.state_bytes = static_cast<std::uint32_t>(state_bytes);
    at.weights = take("weights", MemoryCategory::kWeights, weight_bytes);
    at.replicas = take("gradient_replicas", MemoryCategory::kGradients,
                       weight_bytes * job_.gradient_replicas());
    at.gradient = take("gradient", MemoryCategory::kGradients, weight_bytes);
    for (const std::string& state : job_.learning.optimizer_states) {
      at.optimizer_states.push_back(
          take(state.c_str(), MemoryCategory::kOptimizerState, weight_bytes));
    }
    at.history = take("history", MemoryCategory::kHistory, state_bytes * (job_.time_steps + 1));
    at.membrane = take("membrane", MemoryCategory::kNeuronState, state_bytes);
    at.membrane_now = take("membrane_now", MemoryCategory::kNeuronState, state_bytes);
    at.state_gradient = take("state_gradient", MemoryCategory::kNeuronState, state_bytes);
    at.scaled = take("scaled_gradient", MemoryCategory::kNeuronState, state_bytes);
    at.flags = take("flags", MemoryCategory::kNeuronState, 2 * state_bytes);
    allocate_vectors(at, take);
    allocate_received(layer, at, take);
  }

  template <class TakeFn>
  void allocate_vectors(LayerAddresses& at, const TakeFn& take) {
    const std::uint64_t bytes = std::uint64_t{job_.neurons_per_tile} * 4;
    at.alpha = take("alpha", MemoryCategory::kNeuronState, bytes);
    at.gain = take("gain", MemoryCategory::kNeuronState, bytes);
    at.threshold = take("threshold", MemoryCategory::kNeuronState, bytes);
    at.second_threshold = take("second_threshold", MemoryCategory::kNeuronState, bytes);
  }

  template <class TakeFn>
  void allocate_received(const SparseLayer& layer, LayerAddresses& at, const TakeFn& take) {
    constexpr MemoryCategory kBuffer = MemoryCategory::kExchangeBuffer;
    const std::uint64_t ids = std::uint64_t{job_.batch} * layer.capacity_below * 4;
    const std::uint64_t count = std::uint64_t{job_.batch} * 4;
    at.received = {take("received.ids", kBuffer, ids), take("received.counts", kBuffer, count)};
    at.replica.ids = take("replica.ids", kBuffer, ids);
    at.replica.counts = take("replica.counts", kBuffer, layer.index == 0 ? count : 2 * count);
    if (layer.index > 0) at.input_gradient = take("input_gradient", kBuffer, ids);
    if (job_.log_variant()) return;
    const std::uint64_t own = std::uint64_t{job_.batch} * layer.capacity * 4;
    at.own = {take("own.ids", kBuffer, own), take("own.counts", kBuffer, count)};
    at.own_gradient = take("own.gradient", kBuffer, own);
  }

  void allocate_control() {
    const Address at = single(kControlTile, "control", MemoryCategory::kControl, 16);
    layout_.control = {at, at + 4, at + 8, at + 12};
  }

  void allocate_state_gradients() {
    for (const SparseLayer& layer : job_.layers) {
      std::vector<StateGradientJob>& jobs = layout_.state_gradients.emplace_back();
      const std::uint64_t neurons = std::uint64_t{layer.tiles} * job_.neurons_per_tile * 4;
      for (std::uint32_t sample = 0; sample < job_.batch; ++sample) {
        StateGradientJob& at = jobs.emplace_back();
        at.tile = job_.ring_tile(job_.batch * layer.index + sample);
        const auto take = [&](const char* name, std::uint64_t bytes) {
          return single(at.tile, layer_name(layer.index, std::string("sample.") + name),
                        MemoryCategory::kExchangeBuffer, bytes);
        };
        at.membrane = take("membrane", neurons);
        at.threshold = take("threshold", neurons);
        at.state_gradient = take("state_gradient", neurons);
        at.ids = take("ids", std::uint64_t{layer.capacity} * 4);
        at.gradient = take("gradient", std::uint64_t{layer.capacity} * 4);
        at.count = take("count", 4);
      }
    }
  }

  void allocate_loss() {
    SparseLossLayout& loss = layout_.loss;
    loss.tile = job_.chip_tiles - 1;
    loss.row_bytes = (job_.classes() + 1) / 2 * 8;
    for (std::uint32_t sample = 0; sample < job_.batch; ++sample) {
      SparseLossLayout::Sample& at = loss.samples.emplace_back();
      at.tile = job_.ring_tile(sample);
      const std::uint64_t row = std::uint64_t{job_.classes()} * 4;
      at.rows =
          single(at.tile, "sample.rows", MemoryCategory::kExchangeBuffer, row * job_.time_steps);
      at.sums = single(at.tile, "sample.sums", MemoryCategory::kExchangeBuffer, row);
    }
    const auto take = [&](const char* name, MemoryCategory category, std::uint64_t bytes) {
      return single(loss.tile, name, category, bytes);
    };
    const std::uint64_t rows = std::uint64_t{job_.batch} * loss.row_bytes;
    loss.source = take("loss.source", MemoryCategory::kExchangeBuffer, rows);
    loss.labels = take("loss.labels", MemoryCategory::kExchangeBuffer, job_.batch * 4);
    loss.loss = take("loss", MemoryCategory::kNeuronState, job_.batch * 4);
    loss.gradient = take("loss.gradient", MemoryCategory::kNeuronState, rows);
    loss.segment_table = take("loss.segments", MemoryCategory::kVertexState, 32);
  }

  const SparseJob& job_;
  MemoryPlanner& memory_;
  SparseLayout layout_;
};

}  // namespace

std::vector<TileId> tile_range(TileId first, std::uint32_t count) {
  std::vector<TileId> tiles(count);
  std::iota(tiles.begin(), tiles.end(), first);
  return tiles;
}

SparseLayout plan_sparse_layout(const SparseJob& job, const std::vector<std::uint64_t>& code_bytes,
                                MemoryPlanner& memory) {
  return LayoutPlanner(job, memory).run(code_bytes);
}

}  // namespace bspike::kernels::sparse
