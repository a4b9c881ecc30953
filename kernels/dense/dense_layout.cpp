// Owns the order of allocation of a dense step: code, what tiles agree on, projections, inputs,
// slices, loss.
#include "kernels/dense/dense_layout.hpp"

#include <algorithm>
#include <set>

#include "kernels/codelets/matrix/matrix_codelets.hpp"
#include "models/learning/learning_tables.hpp"

namespace bspike::kernels::dense {
namespace {

using arch::MemoryCategory;
using arch::TileId;

constexpr std::uint64_t kRowBytes = 64;  // of 16 f32 elements

std::string layer_name(std::uint32_t layer, const std::string& what) {
  return "layer" + std::to_string(layer) + "." + what;
}

std::uint32_t largest(const std::vector<Range>& parts) {
  return std::ranges::max_element(parts, {}, &Range::count)->count;
}

class DensePlanner {
 public:
  DensePlanner(const DenseJob& job, MemoryPlanner& memory) : job_(job), memory_(memory) {}

  DenseLayout run(const std::vector<std::uint64_t>& code_bytes) {
    collect_tiles();
    allocate_fixed(code_bytes);
    for (std::uint32_t layer = 0; layer < layers(); ++layer) allocate_product(layer);
    if (training()) allocate_scalars();
    allocate_inputs();
    for (std::uint32_t layer = 0; layer < layers(); ++layer) allocate_layer(layer);
    if (training()) allocate_loss();
    return std::move(layout_);
  }

 private:
  [[nodiscard]] std::uint32_t layers() const { return job_.base.network.layers(); }
  [[nodiscard]] bool training() const { return job_.base.training(); }
  [[nodiscard]] std::uint64_t samples() const {
    return std::uint64_t{job_.sample_blocks()} * kBlock;
  }
  [[nodiscard]] const std::vector<std::string>& states() const {
    return job_.base.codelets.optimizer_states;
  }

  void collect_tiles() {
    std::set<TileId> neurons, update, loop, all;
    for (const auto& slices : job_.base.placement.layers) {
      for (const Slice& slice : slices) neurons.insert(slice.tile);
    }
    update = loop = neurons;
    for (const auto& tiles : job_.grid_tiles) update.insert(tiles.begin(), tiles.end());
    loop.insert(job_.input_tiles.begin(), job_.input_tiles.end());
    if (training()) loop.insert(job_.base.placement.loss_tile);
    all = loop;
    all.insert(update.begin(), update.end());
    layout_.base.neuron_tiles.assign(neurons.begin(), neurons.end());
    layout_.update_tiles.assign(update.begin(), update.end());
    layout_.loop_tiles.assign(loop.begin(), loop.end());
    layout_.base.tiles.assign(all.begin(), all.end());
  }

  void allocate_fixed(const std::vector<std::uint64_t>& code_bytes) {
    const auto& tiles = layout_.base.tiles;
    for (const TileId tile : tiles) {
      memory_.allocate(tile, {"code", MemoryCategory::kCode, code_bytes[tile]});
    }
    layout_.base.counter = memory_.allocate_common(tiles, {"counter", MemoryCategory::kControl, 8});
    const arch::WorkerSection& worker = job_.base.machine.worker;
    memory_.allocate_common(
        tiles, {"scratch", MemoryCategory::kStack, worker.stack_bytes * worker.contexts});
  }

  void allocate_scalars() {
    const models::OptimizerSpec& spec = job_.base.network.optimizer;
    const auto scalars = models::optimizer_table()[spec.row].step_scalars(spec, 1);
    layout_.base.scalar_bytes = word(scalars.size() * 4);
    layout_.base.scalars = memory_.allocate_common(
        layout_.update_tiles, {"optimizer.scalars", MemoryCategory::kOptimizerState,
                               (layout_.base.scalar_bytes + 7) / 8 * 8});
  }

  void allocate_product(std::uint32_t index) {
    ProductLayout& p = layout_.products.emplace_back();
    p.grid = job_.grids[index];
    p.tiles = job_.grid_tiles[index];
    p.samples = largest(p.grid.samples) * kBlock;
    p.input_blocks = largest(p.grid.inputs);
    p.output_blocks = largest(p.grid.outputs);
    const auto take = [&](const char* what, MemoryCategory category, std::uint64_t bytes,
                          MemoryKind kind = MemoryKind::kStandard) {
      return memory_.allocate_common(p.tiles, {layer_name(index, what), category, bytes, 16, kind});
    };
    const std::uint64_t weight_bytes = p.weight_rows() * kRowBytes;
    p.weights = take("weights", MemoryCategory::kWeights, weight_bytes, MemoryKind::kInterleaved);
    if (job_.half) {
      p.half_weights = take("half_weights", MemoryCategory::kWeights, weight_bytes / 2,
                            MemoryKind::kInterleaved);
    }
    allocate_forward(p, take);
    if (training()) allocate_backward(p, index, take);
  }

  // Sums of several tiles, a chunk of rows on each.
  template <class TakeFn>
  void allocate_sums(const ProductLayout& p, std::size_t parts, std::uint32_t blocks,
                     const TakeFn& take, std::uint32_t& gathered, std::uint32_t& sum) {
    if (parts == 1) return;
    const std::uint64_t bytes = blocks * p.chunk(parts) * kRowBytes;
    gathered = take("gathered", MemoryCategory::kExchangeBuffer, parts * bytes);
    sum = take("sum", MemoryCategory::kExchangeBuffer, bytes);
  }

  template <class TakeFn>
  void allocate_forward(ProductLayout& p, const TakeFn& take) {
    const std::uint64_t panel_bytes =
        std::uint64_t{p.samples} * kMatrixInputBytes * job_.passes_a_block();
    p.source = take("source", MemoryCategory::kExchangeBuffer, p.input_blocks * panel_bytes);
    p.partial = take("partial", MemoryCategory::kExchangeBuffer,
                     p.output_blocks * p.samples * kRowBytes, MemoryKind::kInterleaved);
    allocate_sums(p, p.grid.inputs.size(), p.output_blocks, take, p.gathered, p.sum);
  }

  template <class TakeFn>
  void allocate_backward(ProductLayout& p, std::uint32_t index, const TakeFn& take) {
    const std::uint64_t weight_bytes = p.weight_rows() * kRowBytes;
    const std::size_t replicas = p.grid.samples.size();
    const std::uint64_t update_bytes = p.update_rows() * kRowBytes;
    p.gradient =
        take("gradient", MemoryCategory::kGradients, weight_bytes, MemoryKind::kInterleaved);
    p.gradient_sum = p.gradient;
    if (replicas > 1) {
      p.gradient_gathered =
          take("gradient_gathered", MemoryCategory::kExchangeBuffer, replicas * update_bytes);
      p.gradient_sum = take("gradient_sum", MemoryCategory::kGradients, update_bytes);
    }
    for (const std::string& state : states()) {
      p.optimizer_states.push_back(
          take(state.c_str(), MemoryCategory::kOptimizerState, update_bytes));
    }
    const std::uint64_t rows = std::uint64_t{p.output_blocks} * p.samples;
    p.current_gradient = take("current_gradient", MemoryCategory::kExchangeBuffer,
                              rows * kBlock * job_.element_bytes(), MemoryKind::kInterleaved);
    p.transposed_source =
        take("transposed_source", MemoryCategory::kExchangeBuffer,
             std::uint64_t{p.samples} * p.input_blocks * kBlock * job_.element_bytes());
    if (index > 0) allocate_input_gradient(p, rows, take);
  }

  template <class TakeFn>
  void allocate_input_gradient(ProductLayout& p, std::uint64_t rows, const TakeFn& take) {
    p.transposed_weights = take("transposed_weights", MemoryCategory::kWeights,
                                std::uint64_t{p.weight_rows()} * kBlock * job_.element_bytes(),
                                MemoryKind::kInterleaved);
    p.gradient_panels =
        job_.half ? p.current_gradient
                  : take("gradient_panels", MemoryCategory::kExchangeBuffer, rows * kRowBytes);
    p.back_partial = take("back_partial", MemoryCategory::kExchangeBuffer,
                          p.input_blocks * p.samples * kRowBytes, MemoryKind::kInterleaved);
    allocate_sums(p, p.grid.outputs.size(), p.input_blocks, take, p.back_gathered, p.back_sum);
  }

  // Panels and their transpose, as products read them.
  void allocate_operands(SourceBlock& source, const std::string& name) {
    const std::uint64_t bytes = samples() * kBlock * job_.element_bytes();
    source.panels =
        memory_.allocate(source.tile, {name + ".panels", MemoryCategory::kExchangeBuffer, bytes});
    if (!training()) return;
    source.transposed = memory_.allocate(
        source.tile, {name + ".transposed", MemoryCategory::kExchangeBuffer, bytes});
  }

  void allocate_inputs() {
    auto& sources = layout_.sources.emplace_back();
    const std::uint64_t step = job_.batch() * kRowBytes;
    for (const TileId tile : job_.input_tiles) {
      SourceBlock& source = sources.emplace_back();
      source.tile = tile;
      source.store = memory_.allocate(tile, {"input.store", MemoryCategory::kExchangeBuffer,
                                             job_.base.network.time_steps * step});
      source.rows = memory_.allocate(
          tile, {"input.rows", MemoryCategory::kExchangeBuffer, samples() * kRowBytes});
      allocate_operands(source, "input");
    }
  }

  void allocate_layer(std::uint32_t index) {
    LayerLayout& layer = layout_.base.layers.emplace_back();
    layout_.gradient_halves.emplace_back();
    std::vector<SourceBlock> above;
    for (const Slice& slice : job_.base.placement.layers[index]) {
      layer.tiles.push_back(slice.tile);
      SliceLayout& made = layer.slices.emplace_back();
      made.slice = slice;
      made.planes = kBlock / 2;
      made.step_bytes = job_.batch() * kRowBytes;
      made.parameter_bytes = kRowBytes;  // the bias alone
      allocate_slice(made);
      SourceBlock& source = above.emplace_back();
      source.tile = slice.tile;
      source.rows = made.spikes;
      if (index < job_.base.last_layer()) allocate_operands(source, layer_name(index, "spikes"));
    }
    layout_.sources.push_back(std::move(above));
  }

  void allocate_slice(SliceLayout& slice) {
    const std::uint32_t index = slice.slice.layer;
    const auto take = [&](const char* what, MemoryCategory category, std::uint64_t bytes) {
      return memory_.allocate(slice.slice.tile, {layer_name(index, what), category, bytes});
    };
    const std::uint64_t slots = training() ? job_.base.network.time_steps + 1ull : 1;
    slice.parameters = take("bias", MemoryCategory::kWeights, kRowBytes);
    slice.history =
        take("history", training() ? MemoryCategory::kHistory : MemoryCategory::kNeuronState,
             slots * slice.step_bytes);
    slice.current = take("current", MemoryCategory::kNeuronState, slice.step_bytes);
    slice.spikes = take("spikes", MemoryCategory::kExchangeBuffer, samples() * kRowBytes);
    if (index == job_.base.last_layer()) {
      slice.count = take("count", MemoryCategory::kNeuronState, slice.step_bytes);
    }
    if (!training()) return;
    slice.gradient = take("bias_gradient", MemoryCategory::kGradients, kRowBytes);
    for (const std::string& state : states()) {
      slice.optimizer_states.push_back(
          take(state.c_str(), MemoryCategory::kOptimizerState, kRowBytes));
    }
    slice.spike_gradient = take("spike_gradient", MemoryCategory::kNeuronState, slice.step_bytes);
    slice.current_gradient =
        take("current_gradient", MemoryCategory::kExchangeBuffer, samples() * kRowBytes);
    slice.carry = job_.base.codelets.layers[index].carry_is_gradient
                      ? slice.current_gradient
                      : take("carry", MemoryCategory::kNeuronState, slice.step_bytes);
    slice.slot_bytes = slice.step_bytes;
    slice.loss_gradient = slice.spike_gradient;
    slice.loss_record = job_.base.each_step_loss() ? slice.spikes : slice.count;
    layout_.gradient_halves[index].push_back(
        job_.half
            ? take("gradient_halves", MemoryCategory::kExchangeBuffer, samples() * kRowBytes / 2)
            : slice.current_gradient);
  }

  void allocate_loss() {
    LossLayout& loss = layout_.base.loss;
    loss.tile = job_.base.placement.loss_tile;
    const std::uint32_t step = word(job_.batch() * kRowBytes);
    for (const Slice& slice : job_.base.placement.layers.back()) {
      loss.block_offsets.push_back(word(loss.source_bytes));
      // Blocks with equally many neurons follow on.
      if (loss.segments.empty() || loss.segments.back()[2] != slice.neurons) {
        loss.segments.push_back({0, step, slice.neurons, kBlock / 2, 8, word(kRowBytes),
                                 word(loss.source_bytes), slice.first_neuron});
      }
      ++loss.segments.back()[0];
      loss.source_bytes += step;
    }
    const auto take = [&](const char* name, MemoryCategory category, std::uint64_t bytes) {
      return memory_.allocate(loss.tile, {name, category, bytes});
    };
    const std::uint64_t vector = (std::uint64_t{job_.batch()} * 4 + 7) / 8 * 8;
    const bool each_step = job_.base.each_step_loss();
    loss.source = take("loss.source", MemoryCategory::kExchangeBuffer, loss.source_bytes);
    loss.labels = take("loss.labels", MemoryCategory::kExchangeBuffer, vector);
    loss.loss = take("loss", MemoryCategory::kNeuronState, vector);
    loss.segment_table = take("loss.segments", MemoryCategory::kVertexState,
                              loss.segments.size() * sizeof(SegmentEntry));
    loss.gradient =
        take("loss.gradient", each_step ? MemoryCategory::kHistory : MemoryCategory::kNeuronState,
             (each_step ? job_.base.network.time_steps : 1) * loss.source_bytes);
    loss.gradient_send = loss.gradient;
    if (!each_step) return;
    loss.gradient_send = take("loss.send", MemoryCategory::kExchangeBuffer, loss.source_bytes);
  }

  const DenseJob& job_;
  MemoryPlanner& memory_;
  DenseLayout layout_;
};

}  // namespace

DenseLayout plan_dense_layout(const DenseJob& job, const std::vector<std::uint64_t>& code_bytes,
                              MemoryPlanner& memory) {
  return DensePlanner(job, memory).run(code_bytes);
}

}  // namespace bspike::kernels::dense
