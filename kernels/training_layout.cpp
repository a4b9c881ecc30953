// Owns the order of allocation: code, what has one address on all tiles, then what each tile keeps
// for itself.
#include "kernels/training_layout.hpp"

#include <algorithm>
#include <set>

#include "kernels/half/half_conv.hpp"
#include "kernels/half/half_layout.hpp"
#include "kernels/half/half_rules.hpp"
#include "kernels/layer_traits.hpp"
#include "kernels/replicas/trained_regions.hpp"
#include "kernels/training_blocks.hpp"
#include "kernels/training_numbers.hpp"
#include "kernels/training_sent.hpp"
#include "models/learning/learning_tables.hpp"

namespace bspike::kernels {
namespace {

using arch::MemoryCategory;

constexpr std::uint64_t kPairBytes = 8;

std::uint64_t round_to_pair(std::uint64_t bytes) {
  return (bytes + kPairBytes - 1) / kPairBytes * kPairBytes;
}

std::string layer_name(std::uint32_t layer, const std::string& what) {
  return "layer" + std::to_string(layer) + "." + what;
}

std::vector<arch::TileId> tiles_of(const std::vector<Slice>& slices) {
  std::vector<arch::TileId> tiles;
  for (const Slice& slice : slices) tiles.push_back(slice.tile);
  return tiles;
}

InputRecord input_record(const Job& job) {
  const std::uint64_t batch = job.network.batch;
  const std::uint64_t capacity = (job.network.input().size + 1) / 2 * 2;
  InputRecord record;
  record.id_stride = capacity * 2;
  record.counts_offset = round_to_pair(batch * record.id_stride);
  record.bytes = record.counts_offset + round_to_pair(batch * 4);
  return record;
}

// Allocates for one job; the methods run in the order of run().
class LayoutPlanner {
 public:
  LayoutPlanner(const Job& job, MemoryPlanner& memory) : job_(job), memory_(memory) {}

  Layout run(const std::vector<std::uint64_t>& code_bytes) {
    layout_.record = input_record(job_);
    collect_tiles();
    allocate_fixed(code_bytes);
    for (std::uint32_t layer = 0; layer < job_.network.layers(); ++layer) plan_layer(layer);
    if (job_.training()) allocate_scalars();
    for (std::uint32_t layer = 0; layer < job_.network.layers(); ++layer) {
      for (SliceLayout& slice : layout_.layers[layer].slices) allocate_slice(slice);
      if (job_.network.layer(layer).list) allocate_list(layer);
    }
    for (const arch::TileId tile : job_.placement.input_tiles) allocate_input(tile);
    if (job_.training()) allocate_loss();
    return std::move(layout_);
  }

 private:
  [[nodiscard]] const NumberTypes& types() const { return job_.mapping.types; }

  void collect_tiles() {
    std::set<arch::TileId> neuron_tiles;
    for (const auto& slices : job_.placement.layers) {
      for (const Slice& slice : slices) neuron_tiles.insert(slice.tile);
    }
    layout_.neuron_tiles.assign(neuron_tiles.begin(), neuron_tiles.end());
    std::set<arch::TileId> all = neuron_tiles;
    all.insert(job_.placement.input_tiles.begin(), job_.placement.input_tiles.end());
    if (job_.training()) all.insert(job_.placement.loss_tile);
    layout_.tiles.assign(all.begin(), all.end());
  }

  // The program at the start of the memory, then what the machine's tiles agree on.
  void allocate_fixed(const std::vector<std::uint64_t>& code_bytes) {
    for (const arch::TileId tile : layout_.tiles) {
      memory_.allocate(tile, {"code", MemoryCategory::kCode, code_bytes[tile]});
    }
    layout_.counter =
        memory_.allocate_common(layout_.tiles, {"counter", MemoryCategory::kControl, 8});
    const std::uint64_t scratch = job_.machine.worker.stack_bytes * job_.machine.worker.contexts;
    memory_.allocate_common(layout_.tiles, {"scratch", MemoryCategory::kStack, scratch});
  }

  void plan_layer(std::uint32_t index) {
    LayerLayout& layer = layout_.layers.emplace_back();
    layer.tiles = tiles_of(job_.placement.layers[index]);
    if (index == 0) {
      layer.rows = job_.network.sources(0);
      layer.received_bytes = layout_.record.bytes;
    } else {
      const Blocks blocks = blocks_of(job_.placement.layers[index - 1], job_.network.batch,
                                      neuron_grain(job_.mapping, job_.network.batch));
      layer.rows = blocks.rows;
      layer.received_bytes = blocks.bytes;
      layer.block_offsets = blocks.offsets;
      layer.segments = types().half_projections()
                           ? quad_segments(job_.placement.layers[index - 1], job_.network.batch)
                           : blocks.segments;
    }
    layer.received = receive_blocks(layer.tiles, layer_name(index, "received"),
                                    layer.received_bytes, index > 0 && types().half_projections());
    layer.segment_table = memory_.allocate_common(
        layer.tiles, {layer_name(index, "segments"), MemoryCategory::kVertexState,
                      layer.segments.size() * sizeof(SegmentEntry), 8});
    if (job_.network.layer(index).recurrence == models::Recurrence::kAllToAll)
      plan_own_spikes(index, layer);
    if (job_.network.projection(index).is_conv()) plan_convolution(index, layer);
    for (const Slice& slice : job_.placement.layers[index]) {
      layer.slices.push_back(slice_sizes(slice, layer.rows));
    }
    plan_shared_numbers(job_, index, layer, memory_);
  }

  // What is gathered into rows is read with accesses of 128 bits.
  std::uint32_t receive_blocks(const std::vector<arch::TileId>& tiles, const std::string& name,
                               std::uint64_t bytes, bool gathered) {
    return memory_.allocate_common(
        tiles, {name, MemoryCategory::kExchangeBuffer, bytes + (gathered ? kZeroQuadBytes : 0), 16,
                gathered ? MemoryKind::kInterleaved : MemoryKind::kStandard});
  }

  // The rows of a convolution are its weights, whatever comes in.
  void plan_convolution(std::uint32_t index, LayerLayout& layer) {
    conv::ConvBelow below;
    if (index > 0)
      below = {job_.placement.layers[index - 1], layer.block_offsets,
               neuron_grain(job_.mapping, job_.network.batch)};
    layer.conv = conv::plan_conv_layer(job_.network, index, below, layer.tiles, memory_);
    layer.rows = (job_.network.fan_in(index) + 3) / 4 * 4;
  }

  void plan_own_spikes(std::uint32_t index, LayerLayout& layer) {
    const Blocks blocks = blocks_of(job_.placement.layers[index], job_.network.batch,
                                    neuron_grain(job_.mapping, job_.network.batch));
    OwnSpikes& own = layer.own.emplace();
    own.rows = blocks.rows;
    own.received_bytes = blocks.bytes;
    own.block_offsets = blocks.offsets;
    const std::vector<Slice>& slices = job_.placement.layers[index];
    const bool gathered = types().half_projections();
    own.segments = gathered ? quad_segments(slices, job_.network.batch) : blocks.segments;
    own.received =
        receive_blocks(layer.tiles, layer_name(index, "own_spikes"), blocks.bytes, gathered);
    own.segment_table = memory_.allocate_common(
        layer.tiles, {layer_name(index, "own_segments"), MemoryCategory::kVertexState,
                      own.segments.size() * sizeof(SegmentEntry), 8});
  }

  SliceLayout slice_sizes(const Slice& slice, std::uint32_t rows) const {
    SliceLayout result;
    result.slice = slice;
    const std::uint32_t grain = neuron_grain(job_.mapping, job_.network.batch);
    result.planes = (slice.neurons + grain - 1) / grain * (grain / 2);
    result.step_bytes = kPairBytes * result.planes * job_.network.batch;
    const models::Population& population = job_.network.layer(slice.layer);
    result.state_bytes = typed_bytes(result.step_bytes, types().half_states());
    result.slot_bytes = result.state_bytes * state_count(population);
    const auto states = models::neuron_table()[population.model].states.size();
    result.carry_bytes = word(result.step_bytes * states);
    const models::Projection& projection = job_.network.projection(slice.layer);
    if (projection.is_conv()) {
      result.conv = conv::conv_slice(projection.convolution, slice);
      result.first_output = result.conv->first_channel;
      result.outputs = result.conv->channels;
    } else {
      result.first_output = slice.first_neuron;
      result.outputs = slice.neurons;
    }
    result.output_planes = projection.is_conv() ? (result.outputs + 1) / 2 : result.planes;
    result.weight_bytes = kPairBytes * result.output_planes * rows;
    result.parameter_bytes = conv_parameter_bytes(
        result.weight_bytes + kPairBytes * result.output_planes, types().half_projections());
    if (types().half_projections() && !projection.is_conv()) {
      const HalfElements elements = half_elements(slice, half_form(slice), rows);
      result.weight_bytes = 4 * elements.weights;
      result.parameter_bytes = result.weight_bytes + 4 * elements.biases;
    }
    if (slice.layer == 0 && !projection.is_conv()) {
      const std::uint32_t workers = job_.machine.worker.contexts;
      const std::uint32_t asked = job_.mapping.gradient_replicas;
      result.replicas = asked == 0 ? workers : std::min(asked, workers);
    }
    return result;
  }

  // Of the layer below, and of the slice's own layer, one after the other.
  [[nodiscard]] std::uint32_t rows_gathered(const SliceLayout& slice) const {
    const LayerLayout& layer = layout_.layers[slice.slice.layer];
    if (!types().half_projections()) return 0;
    return std::max(slice.slice.layer > 0 && !slice.conv ? layer.rows : 0,
                    layer.own ? layer.own->rows : 0);
  }

  void allocate_scalars() {
    const models::OptimizerSpec& spec = job_.network.optimizer;
    const auto scalars = models::optimizer_table()[spec.row].step_scalars(spec, 1);
    layout_.scalar_bytes = static_cast<std::uint32_t>(scalars.size() * 4);
    layout_.scalars = memory_.allocate_common(layout_.neuron_tiles,
                                              {"optimizer.scalars", MemoryCategory::kOptimizerState,
                                               round_to_pair(layout_.scalar_bytes)});
  }

  void allocate_slice(SliceLayout& slice) {
    const auto take = [&](const std::string& what, MemoryCategory category, std::uint64_t bytes,
                          MemoryKind kind = MemoryKind::kStandard) {
      return memory_.allocate(slice.slice.tile,
                              {layer_name(slice.slice.layer, what), category, bytes, 16, kind});
    };
    const bool output = slice.slice.layer == job_.last_layer();
    const std::uint64_t slots = job_.training() ? job_.network.time_steps + 1ull : 1;
    // Read with accesses of 128 bits.
    slice.parameters =
        take("parameters", MemoryCategory::kWeights,
             typed_bytes(slice.parameter_bytes, types().half_weights()), MemoryKind::kInterleaved);
    // Never in one element with the weights, which are read beside them.
    const std::uint32_t rows = rows_gathered(slice);
    if (rows > 0)
      slice.spike_rows =
          take("spike_rows", MemoryCategory::kNeuronState, spike_row_bytes(job_, rows));
    slice.history =
        take("history", job_.training() ? MemoryCategory::kHistory : MemoryCategory::kNeuronState,
             slots * slice.slot_bytes);
    const bool all_to_all = layout_.layers[slice.slice.layer].own.has_value();
    slice.current =
        take("current", MemoryCategory::kNeuronState, (all_to_all ? 2 : 1) * slice.step_bytes);
    slice.spikes = take("spikes", MemoryCategory::kExchangeBuffer, slice.step_bytes);
    if (output) slice.count = take("count", MemoryCategory::kNeuronState, slice.step_bytes);
    const models::Population& population = job_.network.layer(slice.slice.layer);
    if (all_to_all) allocate_recurrent(slice, take);
    if (population.list) allocate_listed(slice, take);
    allocate_sent(job_, slice, take);
    allocate_numbers(job_, slice, take);
    if (slice.conv) {
      const conv::ConvNeeds needs{job_.network.batch, slice.step_bytes,
                                  job_.training() ? job_.network.time_steps : 1ull, job_.training(),
                                  slice.slice.layer > 0};
      conv::allocate_conv(*layout_.layers[slice.slice.layer].conv, needs, take, *slice.conv);
    }
    if (job_.training()) allocate_backward(slice, take);
    if (slice.conv) allocate_wide(job_, layout_.layers[slice.slice.layer], take, slice);
    if (job_.training() && job_.placement.replicas > 1)
      slice.replica_gradients = take("replica_gradients", MemoryCategory::kExchangeBuffer,
                                     replica_gradient_bytes(job_, slice));
  }

  template <class TakeFn>
  void allocate_recurrent(SliceLayout& slice, const TakeFn& take) {
    const OwnSpikes& own = *layout_.layers[slice.slice.layer].own;
    RecurrentLayout& recurrent = slice.recurrent.emplace();
    const bool rows = types().half_projections();
    recurrent.weight_bytes = kPairBytes * slice.planes * own.rows;
    recurrent.parameter_bytes = recurrent.weight_bytes + kPairBytes * slice.planes;
    if (rows) {
      const HalfElements elements = half_elements(slice.slice, HalfForm::kRows, own.rows);
      recurrent.weight_bytes = 4 * elements.weights;
      recurrent.parameter_bytes = recurrent.weight_bytes + 4 * elements.biases;
    }
    const MemoryKind kind = rows ? MemoryKind::kInterleaved : MemoryKind::kStandard;
    recurrent.parameters =
        take("recurrent.parameters", MemoryCategory::kWeights,
             typed_bytes(recurrent.parameter_bytes, types().half_weights()), kind);
    recurrent.current = slice.current + word(slice.step_bytes);
    if (!job_.training()) return;
    recurrent.gradient =
        take("recurrent.gradient", MemoryCategory::kGradients,
             typed_bytes(recurrent.parameter_bytes, types().half_gradients()), kind);
    for (const std::string& state : job_.codelets.optimizer_states) {
      recurrent.optimizer_states.push_back(
          take("recurrent." + state, MemoryCategory::kOptimizerState, recurrent.parameter_bytes));
    }
    recurrent.partials_out =
        rows ? own.received
             : take("recurrent.partials_out", MemoryCategory::kExchangeBuffer, own.received_bytes);
    recurrent.spikes_before =
        take("spikes_before", MemoryCategory::kExchangeBuffer, slice.step_bytes);
  }

  // Inference keeps no history, and sends membranes in f32 from where they lie.
  template <class TakeFn>
  void allocate_listed(SliceLayout& slice, const TakeFn& take) {
    slice.list_mask = take("list_mask", MemoryCategory::kExchangeBuffer, slice.step_bytes);
    slice.list_membranes =
        job_.training() || types().half_states()
            ? take("list_membranes", MemoryCategory::kExchangeBuffer, slice.step_bytes)
            : slice.history;
    if (!job_.training()) return;
    const std::uint64_t bytes = job_.network.time_steps * slice.step_bytes;
    slice.mask_history = take("mask_history", MemoryCategory::kHistory, bytes);
    slice.masked_gradient = take("masked_gradient", MemoryCategory::kNeuronState, slice.step_bytes);
  }

  // The list is made on the tile of the layer's first slice.
  void allocate_list(std::uint32_t index) {
    const std::vector<Slice>& slices = job_.placement.layers[index];
    const Blocks blocks =
        blocks_of(slices, job_.network.batch, neuron_grain(job_.mapping, job_.network.batch));
    ListLayout& list = layout_.layers[index].list.emplace();
    list.tile = slices.front().tile;
    list.block_offsets = blocks.offsets;
    list.segments =
        class_segments(slices, job_.network.batch, neuron_grain(job_.mapping, job_.network.batch));
    const auto take = [&](const char* name, std::uint64_t bytes) {
      return memory_.allocate(list.tile,
                              {layer_name(index, name), MemoryCategory::kExchangeBuffer, bytes});
    };
    list.source = take("list.membranes", blocks.bytes);
    list.sent = take("list.sent", blocks.bytes);
    list.passed = take("list.passed", blocks.bytes);
    list.segment_table = memory_.allocate(
        list.tile, {layer_name(index, "list.segments"), MemoryCategory::kVertexState,
                    list.segments.size() * sizeof(SegmentEntry)});
  }

  template <class TakeFn>
  void allocate_backward(SliceLayout& slice, const TakeFn& take) {
    const std::uint32_t index = slice.slice.layer;
    slice.gradient =
        take("gradient", MemoryCategory::kGradients,
             typed_bytes(slice.parameter_bytes, types().half_gradients()) * slice.replicas,
             MemoryKind::kInterleaved);
    for (const std::string& state : job_.codelets.optimizer_states) {
      slice.optimizer_states.push_back(
          take(state, MemoryCategory::kOptimizerState, slice.parameter_bytes));
    }
    slice.spike_gradient = take("spike_gradient", MemoryCategory::kNeuronState, slice.step_bytes);
    slice.current_gradient =
        take("current_gradient", MemoryCategory::kNeuronState, slice.step_bytes);
    slice.carry = job_.codelets.layers[index].carry_is_gradient
                      ? slice.current_gradient
                      : take("carry", MemoryCategory::kNeuronState, slice.carry_bytes);
    if (index > 0) {
      const bool rows = types().half_projections() && !slice.conv;
      const bool half = types().half_gradients();
      slice.partials_out = rows ? layout_.layers[index].received
                                : take("partials_out", MemoryCategory::kExchangeBuffer,
                                       typed_bytes(layout_.layers[index].received_bytes, half));
    }
    if (const std::uint32_t rows = rows_gathered(slice); rows > 0) {
      slice.gradient_rows = take("gradient_rows", MemoryCategory::kNeuronState,
                                 gradient_row_bytes(job_, rows), MemoryKind::kInterleaved);
      if (types().half_gradients())
        slice.gradient_words =
            take("gradient_words", MemoryCategory::kNeuronState, slice.step_bytes);
    }
    allocate_partials_in(slice, take);
    if (job_.is_output(index)) allocate_output(slice, take);
  }

  // Blocks from above, one from the loss, and behind them those of the layer's own slices; between
  // the loss's, which is f32, and own ones in f16 the sum of these. A single partial is the sum
  // already, so it is received in its place.
  template <class TakeFn>
  void allocate_partials_in(SliceLayout& slice, const TakeFn& take) {
    const std::uint32_t index = slice.slice.layer;
    const models::Recurrence recurrence = job_.network.layer(index).recurrence;
    const std::uint64_t above = job_.is_output(index) ? 1 : job_.placement.layers[index + 1].size();
    const std::uint64_t own =
        recurrence == models::Recurrence::kAllToAll ? job_.placement.layers[index].size() : 0;
    const bool half = types().half_gradients();
    const bool half_above = half && !job_.is_output(index);
    const bool in_place = above == 1 && recurrence == models::Recurrence::kNone && !half_above;
    const bool own_sum = half && !half_above && own > 0;
    const std::uint64_t above_bytes =
        typed_bytes((above + (own_sum ? 1 : 0)) * slice.step_bytes, half_above);
    slice.partials_in = in_place ? slice.spike_gradient
                                 : take("partials_in", MemoryCategory::kExchangeBuffer,
                                        above_bytes + typed_bytes(own * slice.step_bytes, half));
    slice.from_above = slice.partials_in;
    if (own > 0) slice.recurrent->partials_in = slice.partials_in + word(above_bytes);
  }

  // Where the loss's gradient arrives: with spikes in the place of what comes from above. Membranes
  // and kept time steps need places of their own unless the way through is the spikes'.
  template <class TakeFn>
  void allocate_output(SliceLayout& slice, const TakeFn& take) {
    const bool plain = is_plain(job_.network.layer(slice.slice.layer));
    const bool direct = !job_.membrane_loss() || plain;
    const auto state = [&](const char* name) {
      return take(name, MemoryCategory::kNeuronState, slice.step_bytes);
    };
    const std::uint32_t target = direct ? slice.from_above : state("loss_to_membrane");
    slice.loss_picked = target;
    slice.loss_gradient = job_.picks_step() ? state("loss_gradient") : target;
    slice.loss_record = slice.count;
    if (job_.picks_step()) {
      slice.loss_steps = state("loss_steps");
      const bool highest = job_.loss().summary == models::LossSummary::kHighest;
      slice.loss_record = highest ? state("loss_highest") : slice.loss_steps;
      if (highest && types().half_states()) slice.loss_membranes = state("loss_membranes");
    } else if (job_.membrane_loss()) {
      slice.loss_membranes =
          take("loss_membranes", MemoryCategory::kExchangeBuffer, slice.step_bytes);
      slice.loss_record = job_.each_step_loss() ? slice.loss_membranes : state("loss_membrane_sum");
    } else if (job_.each_step_loss()) {
      slice.loss_record = slice.spikes;
    }
  }

  void allocate_input(arch::TileId tile) {
    const std::size_t tiles = job_.placement.input_tiles.size();
    const std::size_t place = layout_.inputs.size();
    const std::uint64_t records = (job_.network.time_steps - place + tiles - 1) / tiles;
    InputTileLayout& input = layout_.inputs.emplace_back();
    input.tile = tile;
    input.store = memory_.allocate(
        tile, {"input.store", MemoryCategory::kExchangeBuffer, records * layout_.record.bytes});
    input.send = input.store;
    if (tiles >= job_.network.time_steps) return;
    input.send = memory_.allocate(
        tile, {"input.send", MemoryCategory::kExchangeBuffer, layout_.record.bytes});
  }

  void allocate_loss() {
    LossLayout& loss = layout_.loss;
    loss.tile = job_.placement.loss_tile;
    const Blocks blocks = blocks_of(job_.placement.layers.back(), job_.network.batch,
                                    neuron_grain(job_.mapping, job_.network.batch));
    loss.source_bytes = blocks.bytes;
    loss.block_offsets = blocks.offsets;
    loss.segments = class_segments(job_.placement.layers.back(), job_.network.batch,
                                   neuron_grain(job_.mapping, job_.network.batch));
    const auto take = [&](const char* name, MemoryCategory category, std::uint64_t bytes) {
      return memory_.allocate(loss.tile, {name, category, bytes});
    };
    const std::uint64_t vector = round_to_pair(std::uint64_t{job_.network.batch} * 4);
    const std::uint64_t slots = job_.each_step_loss() ? job_.network.time_steps : 1;
    loss.source = take("loss.source", MemoryCategory::kExchangeBuffer, blocks.bytes);
    loss.labels = take("loss.labels", MemoryCategory::kExchangeBuffer, vector);
    loss.loss = take("loss", MemoryCategory::kNeuronState, vector);
    loss.segment_table = take("loss.segments", MemoryCategory::kVertexState,
                              loss.segments.size() * sizeof(SegmentEntry));
    loss.gradient =
        take("loss.gradient",
             job_.each_step_loss() ? MemoryCategory::kHistory : MemoryCategory::kNeuronState,
             slots * blocks.bytes);
    loss.gradient_send = loss.gradient;
    if (job_.network.loss.classes > 0) allocate_classes(loss, take);
    if (!job_.each_step_loss()) return;
    loss.gradient_send = take("loss.send", MemoryCategory::kExchangeBuffer, blocks.bytes);
  }

  // One pair more than the classes need, so that sum_classes may look behind the last.
  template <class TakeFn>
  void allocate_classes(LossLayout& loss, const TakeFn& take) {
    const std::uint32_t classes = job_.network.loss.classes;
    const std::uint32_t pairs = (classes + 2) / 2;
    loss.class_stride = word(pairs * kPairBytes);
    const std::uint64_t bytes = std::uint64_t{loss.class_stride} * job_.network.batch;
    loss.class_segments = {
        {1, word(bytes), classes, pairs, word(kPairBytes), loss.class_stride, 0, 0}};
    loss.classes = take("loss.classes", MemoryCategory::kNeuronState, bytes);
    loss.class_gradient = take("loss.class_gradient", MemoryCategory::kNeuronState, bytes);
    loss.class_segment_table =
        take("loss.class_segments", MemoryCategory::kVertexState, sizeof(SegmentEntry));
  }

  const Job& job_;
  MemoryPlanner& memory_;
  Layout layout_;
};

}  // namespace

const models::LossRow& Job::loss() const { return models::loss_table()[network.loss.row]; }

bool Job::each_step_loss() const { return loss().timing == models::LossTiming::kEachStep; }

bool Job::membrane_loss() const { return loss().record == models::LossRecord::kMembranes; }

bool Job::picks_step() const {
  return !each_step_loss() && loss().summary != models::LossSummary::kSum;
}

Layout plan_layout(const Job& job, const std::vector<std::uint64_t>& code_bytes,
                   MemoryPlanner& memory) {
  return LayoutPlanner(job, memory).run(code_bytes);
}

}  // namespace bspike::kernels
