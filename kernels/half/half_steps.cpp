// Owns the choice of codelets by type, and their words.
#include "kernels/half/half_steps.hpp"

#include "kernels/half/half_layout.hpp"
#include "kernels/half/half_rules.hpp"

namespace bspike::kernels {
namespace {

const NumberTypes& types_of(const StepContext& context) { return context.job.mapping.types; }

NamedNumbers scale_of(const StepContext& context) {
  return {{"scale", context.job.mapping.gradient_scale}};
}

const LayerLayout& layer_of(const StepContext& context, const SliceLayout& slice) {
  return context.layout.layers[slice.slice.layer];
}

// A projection whose weights lie neuron by neuron.
struct Rows {
  std::uint32_t rows, received, segment_table;
  std::size_t segments;
  std::uint32_t parameters, gradient;
  std::uint64_t weight_bytes;
  std::uint32_t spike_rows, gradient_rows, current;
  bool bias;

  [[nodiscard]] std::uint64_t bytes(bool half) const {
    return std::uint64_t{padded_row(rows)} * (half ? 2 : 4);
  }
};

// From the layer below.
Rows rows_below(const StepContext& context, const SliceLayout& slice) {
  const LayerLayout& layer = layer_of(context, slice);
  return {layer.rows,
          layer.received,
          layer.segment_table,
          layer.segments.size(),
          slice.parameters,
          slice.gradient,
          slice.weight_bytes,
          slice.spike_rows,
          slice.gradient_rows,
          slice.current,
          context.job.network.projection(slice.slice.layer).bias};
}

// From the layer itself.
Rows own_rows(const StepContext& context, const SliceLayout& slice) {
  const OwnSpikes& own = *layer_of(context, slice).own;
  const RecurrentLayout& recurrent = *slice.recurrent;
  return {own.rows,
          own.received,
          own.segment_table,
          own.segments.size(),
          recurrent.parameters,
          recurrent.gradient,
          recurrent.weight_bytes,
          slice.spike_rows,
          slice.gradient_rows,
          recurrent.current,
          true};
}

// Bytes of a sample of a per-step tensor in f32, or in words of two f16.
std::uint64_t sample_bytes(const SliceLayout& slice) { return std::uint64_t{slice.planes} * 8; }

std::vector<NamedWord> list_words(const StepContext& context, const SliceLayout& slice) {
  const LayerLayout& layer = layer_of(context, slice);
  const InputRecord& record = context.layout.record;
  return {{"rows", layer.rows},
          {"planes", slice.planes / 2},
          {"ids", layer.received},
          {"ids_stride", record.id_stride},
          {"counts", layer.received + record.counts_offset},
          {"batch", context.job.network.batch}};
}

Call listed_forward(const StepContext& context, const SliceLayout& slice) {
  std::vector<NamedWord> words = list_words(context, slice);
  words.push_back({"parameters", slice.parameters});
  words.push_back({"current", slice.current});
  const NumberTypes& types = types_of(context);
  if (!types.half_weights()) return call_of("spike_forward_quads", words);
  return call_of(types.half_sums() ? "spike_forward_f16_sums" : "spike_forward_f16", words);
}

Call listed_gradient(const StepContext& context, const SliceLayout& slice) {
  const bool half = types_of(context).half_gradients();
  std::vector<NamedWord> words = list_words(context, slice);
  words.push_back({"gradient_base", slice.gradient});
  words.push_back({"replica_stride", typed_bytes(slice.parameter_bytes, half)});
  words.push_back({"replicas", slice.replicas});
  words.push_back({"current_gradient", slice.current_gradient});
  const NamedNumbers numbers = scale_of(context);
  return call_of(half ? "spike_weight_gradient_f16" : "spike_weight_gradient_quads", words,
                 &numbers);
}

// Between received blocks and rows of f32 or f16.
struct RowCopy {
  std::string codelet;
  bool half_rows;
  std::uint32_t rows;
  std::size_t segments;
};

Call row_copy(const StepContext& context, const Rows& part, const RowCopy& copy) {
  const NamedNumbers numbers = scale_of(context);
  return call_of(copy.codelet,
                 {{"batch", context.job.network.batch},
                  {"blocks", part.received},
                  {"rows", copy.rows},
                  {"row_bytes", part.bytes(copy.half_rows)},
                  {"segments", copy.segments},
                  {"segment_table", part.segment_table}},
                 &numbers);
}

Call gather_call(const StepContext& context, const Rows& part, bool half, std::uint32_t rows) {
  return row_copy(context, part,
                  {half ? "gather_rows_f16" : "gather_rows_f32", half, rows, part.segments});
}

Call row_forward(const StepContext& context, const SliceLayout& slice, const Rows& part) {
  const NumberTypes& types = types_of(context);
  const bool half = types.half_weights();
  return call_of(
      half ? types.half_sums() ? "row_forward_f16_sums" : "row_forward_f16" : "row_forward_f32",
      {{"weights", part.parameters},
       {"row_bytes", part.bytes(half)},
       {"pairs", rowed_neurons(slice.slice) / 2},
       {"bias", part.parameters + typed_bytes(part.weight_bytes, half)},
       {"batch", context.job.network.batch},
       {"rows", part.spike_rows},
       {"current", part.current},
       {"current_bytes", sample_bytes(slice)}});
}

void add_rows_forward(const StepContext& context, const SliceLayout& slice, const Rows& part,
                      WorkTable& work) {
  const arch::TileId tile = slice.slice.tile;
  work.add(tile, gather_call(context, part, types_of(context).half_weights(), part.spike_rows));
  work.add(tile, row_forward(context, slice, part));
}

Call words_call(const StepContext& context, const SliceLayout& slice) {
  const NamedNumbers numbers = scale_of(context);
  return call_of("half_words",
                 {{"pairs", slice.step_pairs()},
                  {"source", slice.current_gradient},
                  {"words", slice.gradient_words}},
                 &numbers);
}

// Items are the slice's neurons, terms the samples.
Call weight_gradient(const StepContext& context, const SliceLayout& slice, const Rows& part) {
  const bool half = types_of(context).half_gradients();
  const std::uint64_t row = part.bytes(half);
  return call_of(half ? "row_products_f16_add" : "row_products_f32_add",
                 {{"items", slice.slice.neurons},
                  {"terms", context.job.network.batch},
                  {"groups", row / 16},
                  {"factors", half ? slice.gradient_words : slice.current_gradient},
                  {"factor_item", 4},
                  {"factor_term", sample_bytes(slice)},
                  {"matrix", part.gradient_rows},
                  {"matrix_bytes", row},
                  {"result", part.gradient},
                  {"result_bytes", row}});
}

// In f16 if weights and gradients both are.
Call half_input_gradient(const StepContext& context, const SliceLayout& slice, const Rows& part) {
  const std::uint64_t row = part.bytes(true);
  return call_of("input_rows_f16", {{"batch", context.job.network.batch},
                                    {"pairs", rowed_neurons(slice.slice) / 2},
                                    {"groups", row / 16},
                                    {"factors", slice.gradient_words},
                                    {"factor_bytes", sample_bytes(slice)},
                                    {"matrix", part.parameters},
                                    {"matrix_bytes", row},
                                    {"result", part.gradient_rows},
                                    {"result_bytes", row}});
}

// Items are the samples, terms the slice's neurons.
Call input_gradient(const StepContext& context, const SliceLayout& slice, const Rows& part) {
  const NumberTypes& types = types_of(context);
  if (types.half_weights() && types.half_gradients())
    return half_input_gradient(context, slice, part);
  const std::uint64_t result = part.bytes(false);
  return call_of(types.half_weights() ? "row_products_mixed" : "row_products_f32",
                 {{"items", context.job.network.batch},
                  {"terms", slice.slice.neurons},
                  {"groups", result / 16},
                  {"factors", slice.current_gradient},
                  {"factor_item", sample_bytes(slice)},
                  {"factor_term", 4},
                  {"matrix", part.parameters},
                  {"matrix_bytes", part.bytes(types.half_weights())},
                  {"result", part.gradient_rows},
                  {"result_bytes", result}});
}

// Partial sums lie where the spikes came in, which nobody needs any more; the padding of rows,
// which has an entry at the end, goes nowhere.
Call scatter_call(const StepContext& context, const Rows& part) {
  const NumberTypes& types = types_of(context);
  const bool half = types.half_weights() && types.half_gradients();
  const std::size_t padded = padded_row(part.rows) != part.rows ? 1 : 0;
  return row_copy(context, part,
                  {half                     ? "scatter_rows_f16"
                   : types.half_gradients() ? "scatter_rows_narrow"
                                            : "scatter_rows_f32",
                   half, part.gradient_rows, part.segments - padded});
}

Call bias_call(const StepContext& context, const SliceLayout& slice, const Rows& part) {
  const bool half = types_of(context).half_gradients();
  const NamedNumbers numbers = scale_of(context);
  return call_of(half ? "bias_gradient_f16" : "bias_gradient",
                 {{"bias_gradient", part.gradient + typed_bytes(part.weight_bytes, half)},
                  {"planes", slice.planes},
                  {"quads", slice.planes / 2},
                  {"batch", context.job.network.batch},
                  {"current_gradient", slice.current_gradient}},
                 &numbers);
}

void add_rows_gradients(const StepContext& context, const SliceLayout& slice, const Rows& part,
                        WorkTable& work) {
  const arch::TileId tile = slice.slice.tile;
  const bool half = types_of(context).half_gradients();
  work.add(tile, gather_call(context, part, half, part.gradient_rows));
  work.add(tile, weight_gradient(context, slice, part));
  if (part.bias) work.add(tile, bias_call(context, slice, part));
  work.add(tile, input_gradient(context, slice, part));
  work.add(tile, scatter_call(context, part));
}

// Blocks of partial sums in f16 into f32.
Call partials_call(const StepContext& context, const SliceLayout& slice, std::uint32_t source,
                   std::uint64_t blocks, std::uint32_t destination) {
  const NamedNumbers numbers{{"scale", 1.0 / context.job.mapping.gradient_scale}};
  return call_of("reduce_partials_f16",
                 {{"pairs", slice.step_pairs() / 2},
                  {"source", source},
                  {"blocks", blocks},
                  {"block_stride", slice.step_bytes / 2},
                  {"destination", destination}},
                 &numbers);
}

}  // namespace

void add_half_projection(const StepContext& context, const SliceLayout& slice, WorkTable& work) {
  if (slice.slice.layer == 0)
    work.add(slice.slice.tile, listed_forward(context, slice));
  else
    add_rows_forward(context, slice, rows_below(context, slice), work);
}

void add_half_recurrence(const StepContext& context, const SliceLayout& slice, WorkTable& work) {
  add_rows_forward(context, slice, own_rows(context, slice), work);
}

void add_half_gradients(const StepContext& context, const SliceLayout& slice, WorkTable& work) {
  add_gradient_words(context, slice, work);
  if (slice.slice.layer == 0)
    work.add(slice.slice.tile, listed_gradient(context, slice));
  else
    add_rows_gradients(context, slice, rows_below(context, slice), work);
}

void add_gradient_words(const StepContext& context, const SliceLayout& slice, WorkTable& work) {
  if (slice.gradient_words != 0) work.add(slice.slice.tile, words_call(context, slice));
}

void add_half_recurrent_gradients(const StepContext& context, const SliceLayout& slice,
                                  WorkTable& work) {
  add_rows_gradients(context, slice, own_rows(context, slice), work);
}

void add_half_spike_gradient(const StepContext& context, const SliceLayout& slice,
                             WorkTable& work) {
  const arch::TileId tile = slice.slice.tile;
  const std::uint32_t index = slice.slice.layer;
  const auto& layers = context.layout.layers;
  const std::uint64_t own = slice.recurrent ? layers[index].slices.size() : 0;
  if (!context.job.is_output(index)) {
    const std::uint64_t above = layers[index + 1].slices.size();
    work.add(tile,
             partials_call(context, slice, slice.partials_in, above + own, slice.spike_gradient));
    return;
  }
  const std::uint32_t own_sum = slice.from_above + word(slice.step_bytes);
  work.add(tile, partials_call(context, slice, slice.recurrent->partials_in, own, own_sum));
  work.add(tile, call_of("reduce_blocks", {{"pairs", slice.step_pairs()},
                                           {"source", slice.from_above},
                                           {"blocks", 2},
                                           {"block_stride", slice.step_bytes},
                                           {"destination", slice.spike_gradient}}));
}

Call half_membrane_call(const StepContext& context, const SliceLayout& slice, std::uint32_t history,
                        std::uint64_t stride, std::uint32_t destination) {
  return call_of("widen_slice", {{"pairs", slice.step_pairs() / 2},
                                 {"source_base", history},
                                 {"stride", stride},
                                 {"counter", context.layout.counter},
                                 {"destination", destination}});
}

Call half_replicas_call(const SliceLayout& slice, std::uint64_t pairs) {
  return call_of("reduce_blocks_f16", {{"pairs", pairs / 2},
                                       {"source", slice.gradient},
                                       {"blocks", slice.replicas},
                                       {"block_stride", slice.parameter_bytes / 2},
                                       {"destination", slice.gradient}});
}

}  // namespace bspike::kernels
