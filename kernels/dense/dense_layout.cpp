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
    if (training()) allocate_losses();
    return std::move(layout_);
  }

 private:
  [[nodiscard]] std::uint32_t layers() const { return job_.base.network.layers(); }
  [[nodiscard]] bool training() const { return job_.base.training(); }
  [[nodiscard]] const std::vector<std::string>& states() const {
    return job_.base.codelets.optimizer_states;
  }

  void collect_tiles() {
    std::set<TileId> neurons, update, loop, all;
    for (const auto& slices : job_.base.placement.layers) {
      for (const Slice& slice : slices) {
        neurons.insert(slice.tile);
        if (slice.first_sample == 0) update.insert(slice.tile);
      }
    }
    loop = neurons;
    for (const auto& tiles : job_.grid_tiles) update.insert(tiles.begin(), tiles.end());
    loop.insert(job_.input_tiles.begin(), job_.input_tiles.end());
    if (training()) loop.insert(job_.loss_tiles.begin(), job_.loss_tiles.end());
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
  void allocate_operands(SourceCell& source, const std::string& name) {
    const std::uint64_t bytes = std::uint64_t{source.room} * kBlock * job_.element_bytes();
    const auto take = [&](const char* what) {
      return memory_.allocate(source.tile, {name + what, MemoryCategory::kExchangeBuffer, bytes});
    };
    // In f16 a constant input lies as panels from the start.
    source.panels =
        source.store != 0 && job_.constant() && job_.half ? source.store : take(".panels");
    if (training()) source.transposed = take(".transposed");
  }

  void allocate_inputs() {
    auto& sources = layout_.sources.emplace_back();
    for (std::size_t i = 0; i < job_.input_tiles.size(); ++i) {
      SourceCell& source = sources.emplace_back();
      source.tile = job_.input_tiles[i];
      source.samples = job_.cuts[0][i % job_.cuts[0].size()];
      source.room = job_.room(source.samples.count);
      const auto take = [&](const char* what, std::uint64_t bytes) {
        return memory_.allocate(source.tile, {what, MemoryCategory::kExchangeBuffer, bytes});
      };
      const std::uint64_t steps = job_.base.network.time_steps;
      source.store =
          take("input.store", job_.constant() ? source.room * kRowBytes / 2
                                              : steps * source.samples.count * kRowBytes);
      if (!(job_.constant() && job_.half && !training()))
        source.rows = take("input.rows", source.room * kRowBytes);
      allocate_operands(source, "input");
    }
  }

  void allocate_layer(std::uint32_t index) {
    LayerLayout& layer = layout_.base.layers.emplace_back();
    layout_.cells.emplace_back();
    std::vector<SourceCell> above;
    for (const Slice& slice : job_.base.placement.layers[index]) {
      layer.tiles.push_back(slice.tile);
      SliceLayout& made = layer.slices.emplace_back();
      made.slice = slice;
      made.planes = kBlock / 2;
      made.step_bytes = slice.samples * kRowBytes;
      made.slot_bytes = made.step_bytes;
      made.parameter_bytes = kRowBytes;  // the bias alone
      allocate_slice(made, layout_.cells.back().emplace_back());
      SourceCell& source = above.emplace_back();
      source.tile = slice.tile;
      source.samples = {slice.first_sample, slice.samples};
      source.room = job_.room(slice.samples);
      source.rows = made.spikes;
      if (index < job_.base.last_layer()) allocate_operands(source, layer_name(index, "spikes"));
    }
    layout_.sources.push_back(std::move(above));
  }

  void allocate_slice(SliceLayout& slice, CellLayout& cell) {
    const std::uint32_t index = slice.slice.layer;
    const auto take = [&](const char* what, MemoryCategory category, std::uint64_t bytes) {
      return memory_.allocate(slice.slice.tile, {layer_name(index, what), category, bytes});
    };
    const std::uint64_t slots = training() ? job_.base.network.time_steps + 1ull : 1;
    const std::uint64_t room_bytes = job_.room(slice.slice.samples) * kRowBytes;
    slice.parameters = take("bias", MemoryCategory::kWeights, kRowBytes);
    slice.history =
        take("history", training() ? MemoryCategory::kHistory : MemoryCategory::kNeuronState,
             slots * slice.step_bytes);
    slice.current = take("current", MemoryCategory::kNeuronState, slice.step_bytes);
    slice.spikes = take("spikes", MemoryCategory::kExchangeBuffer, room_bytes);
    if (index == job_.base.last_layer()) allocate_output(slice, cell, take);
    if (!training()) return;
    allocate_bias_gradient(slice, cell, take);
    slice.spike_gradient = take("spike_gradient", MemoryCategory::kNeuronState, slice.step_bytes);
    slice.loss_gradient = slice.spike_gradient;
    slice.current_gradient = take("current_gradient", MemoryCategory::kExchangeBuffer, room_bytes);
    slice.carry = job_.base.codelets.layers[index].carry_is_gradient
                      ? slice.current_gradient
                      : take("carry", MemoryCategory::kNeuronState, slice.step_bytes);
    cell.gradient_rows =
        job_.half ? take("gradient_halves", MemoryCategory::kExchangeBuffer, room_bytes / 2)
                  : slice.current_gradient;
  }

  // What the loss and the host see.
  template <class TakeFn>
  void allocate_output(SliceLayout& slice, CellLayout& cell, const TakeFn& take) {
    if (job_.counts_spikes())
      slice.count = take("count", MemoryCategory::kNeuronState, slice.step_bytes);
    if (job_.returns_spikes()) {
      cell.returned = take("returned_spikes", MemoryCategory::kHistory,
                           job_.base.network.time_steps * slice.step_bytes);
    }
    slice.loss_record = job_.base.each_step_loss() ? slice.spikes : slice.count;
    if (!job_.sums_membranes()) return;
    cell.membranes = take("membranes", MemoryCategory::kNeuronState, slice.step_bytes);
    slice.loss_record = take("membrane_sum", MemoryCategory::kNeuronState, slice.step_bytes);
  }

  // Each part of the samples has its own; the first one's cell sums them and updates.
  template <class TakeFn>
  void allocate_bias_gradient(SliceLayout& slice, CellLayout& cell, const TakeFn& take) {
    slice.gradient = take("bias_gradient", MemoryCategory::kGradients, kRowBytes);
    if (slice.slice.first_sample != 0) return;
    const std::size_t parts = job_.cuts[slice.slice.layer + 1].size();
    cell.bias_sum = slice.gradient;
    if (parts > 1) {
      cell.bias_gathered =
          take("bias_gathered", MemoryCategory::kExchangeBuffer, parts * kRowBytes);
      cell.bias_sum = take("bias_sum", MemoryCategory::kGradients, kRowBytes);
    }
    for (const std::string& state : states()) {
      slice.optimizer_states.push_back(
          take(state.c_str(), MemoryCategory::kOptimizerState, kRowBytes));
    }
  }

  void allocate_losses() {
    for (std::size_t part = 0; part < job_.loss_cuts.size(); ++part) {
      LossPart& made = layout_.losses.emplace_back();
      made.samples = job_.loss_cuts[part];
      made.loss.tile = job_.loss_tiles[part];
      add_loss_blocks(made);
      allocate_loss(made);
    }
  }

  // Blocks with equally many neurons follow on.
  void add_loss_blocks(LossPart& made) {
    LossLayout& loss = made.loss;
    const std::uint32_t step = word(made.samples.count * kRowBytes);
    for (const Slice& slice : job_.base.placement.layers.back()) {
      if (slice.first_sample != 0) continue;
      loss.block_offsets.push_back(word(loss.source_bytes));
      if (loss.segments.empty() || loss.segments.back()[2] != slice.neurons) {
        loss.segments.push_back({0, step, slice.neurons, kBlock / 2, 8, word(kRowBytes),
                                 word(loss.source_bytes), slice.first_neuron});
      }
      ++loss.segments.back()[0];
      loss.source_bytes += step;
    }
  }

  void allocate_loss(LossPart& made) {
    LossLayout& loss = made.loss;
    const auto take = [&](const char* name, MemoryCategory category, std::uint64_t bytes) {
      return memory_.allocate(loss.tile, {name, category, bytes});
    };
    const std::uint64_t vector = (std::uint64_t{made.samples.count} * 4 + 7) / 8 * 8;
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
    if (job_.base.network.loss.classes > 0) allocate_classes(made, take);
    if (!each_step) return;
    loss.gradient_send = take("loss.send", MemoryCategory::kExchangeBuffer, loss.source_bytes);
  }

  // One pair more than the classes need, so that sum_classes may look behind the last.
  template <class TakeFn>
  void allocate_classes(LossPart& made, const TakeFn& take) {
    LossLayout& loss = made.loss;
    const std::uint32_t classes = job_.base.network.loss.classes;
    const std::uint32_t pairs = (classes + 2) / 2;
    loss.class_stride = pairs * 8;
    const std::uint64_t bytes = std::uint64_t{loss.class_stride} * made.samples.count;
    loss.class_segments = {{1, word(bytes), classes, pairs, 8, loss.class_stride, 0, 0}};
    loss.classes = take("loss.classes", MemoryCategory::kNeuronState, bytes);
    loss.class_gradient = take("loss.class_gradient", MemoryCategory::kNeuronState, bytes);
    loss.class_segment_table =
        take("loss.class_segments", MemoryCategory::kVertexState, sizeof(SegmentEntry));
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
