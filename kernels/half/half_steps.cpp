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

std::uint64_t row_bytes(const LayerLayout& layer, bool half) {
  return std::uint64_t{padded_row(layer.rows)} * (half ? 2 : 4);
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

Call row_copy(const StepContext& context, const SliceLayout& slice, const RowCopy& copy) {
  const LayerLayout& layer = layer_of(context, slice);
  const NamedNumbers numbers = scale_of(context);
  return call_of(copy.codelet,
                 {{"batch", context.job.network.batch},
                  {"blocks", layer.received},
                  {"rows", copy.rows},
                  {"row_bytes", row_bytes(layer, copy.half_rows)},
                  {"segments", copy.segments},
                  {"segment_table", layer.segment_table}},
                 &numbers);
}

Call gather_call(const StepContext& context, const SliceLayout& slice, bool half,
                 std::uint32_t rows) {
  return row_copy(context, slice,
                  {half ? "gather_rows_f16" : "gather_rows_f32", half, rows,
                   layer_of(context, slice).segments.size()});
}

Call row_forward(const StepContext& context, const SliceLayout& slice) {
  const NumberTypes& types = types_of(context);
  const bool half = types.half_weights();
  return call_of(
      half ? types.half_sums() ? "row_forward_f16_sums" : "row_forward_f16" : "row_forward_f32",
      {{"weights", slice.parameters},
       {"row_bytes", row_bytes(layer_of(context, slice), half)},
       {"pairs", rowed_neurons(slice.slice) / 2},
       {"bias", slice.parameters + typed_bytes(slice.weight_bytes, half)},
       {"batch", context.job.network.batch},
       {"rows", slice.spike_rows},
       {"current", slice.current},
       {"current_bytes", sample_bytes(slice)}});
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
Call weight_gradient(const StepContext& context, const SliceLayout& slice) {
  const bool half = types_of(context).half_gradients();
  const std::uint64_t row = row_bytes(layer_of(context, slice), half);
  return call_of(half ? "row_products_f16_add" : "row_products_f32_add",
                 {{"items", slice.slice.neurons},
                  {"terms", context.job.network.batch},
                  {"groups", row / 16},
                  {"factors", half ? slice.gradient_words : slice.current_gradient},
                  {"factor_item", 4},
                  {"factor_term", sample_bytes(slice)},
                  {"matrix", slice.gradient_rows},
                  {"matrix_bytes", row},
                  {"result", slice.gradient},
                  {"result_bytes", row}});
}

// In f16 if weights and gradients both are.
Call half_input_gradient(const StepContext& context, const SliceLayout& slice) {
  const std::uint64_t row = row_bytes(layer_of(context, slice), true);
  return call_of("input_rows_f16", {{"batch", context.job.network.batch},
                                    {"pairs", rowed_neurons(slice.slice) / 2},
                                    {"groups", row / 16},
                                    {"factors", slice.gradient_words},
                                    {"factor_bytes", sample_bytes(slice)},
                                    {"matrix", slice.parameters},
                                    {"matrix_bytes", row},
                                    {"result", slice.gradient_rows},
                                    {"result_bytes", row}});
}

// Items are the samples, terms the slice's neurons.
Call input_gradient(const StepContext& context, const SliceLayout& slice) {
  const NumberTypes& types = types_of(context);
  if (types.half_weights() && types.half_gradients()) return half_input_gradient(context, slice);
  const LayerLayout& layer = layer_of(context, slice);
  const std::uint64_t result = row_bytes(layer, false);
  return call_of(types.half_weights() ? "row_products_mixed" : "row_products_f32",
                 {{"items", context.job.network.batch},
                  {"terms", slice.slice.neurons},
                  {"groups", result / 16},
                  {"factors", slice.current_gradient},
                  {"factor_item", sample_bytes(slice)},
                  {"factor_term", 4},
                  {"matrix", slice.parameters},
                  {"matrix_bytes", row_bytes(layer, types.half_weights())},
                  {"result", slice.gradient_rows},
                  {"result_bytes", result}});
}

// Partial sums lie where the spikes came in, which nobody needs any more; the padding of rows,
// which has an entry at the end, goes nowhere.
Call scatter_call(const StepContext& context, const SliceLayout& slice) {
  const NumberTypes& types = types_of(context);
  const bool half = types.half_weights() && types.half_gradients();
  const LayerLayout& layer = layer_of(context, slice);
  const std::size_t padded = padded_row(layer.rows) != layer.rows ? 1 : 0;
  return row_copy(context, slice,
                  {half                     ? "scatter_rows_f16"
                   : types.half_gradients() ? "scatter_rows_narrow"
                                            : "scatter_rows_f32",
                   half, slice.gradient_rows, layer.segments.size() - padded});
}

Call bias_call(const StepContext& context, const SliceLayout& slice) {
  const bool half = types_of(context).half_gradients();
  const NamedNumbers numbers = scale_of(context);
  return call_of(half ? "bias_gradient_f16" : "bias_gradient",
                 {{"bias_gradient", slice.gradient + typed_bytes(slice.weight_bytes, half)},
                  {"planes", slice.planes},
                  {"quads", slice.planes / 2},
                  {"batch", context.job.network.batch},
                  {"current_gradient", slice.current_gradient}},
                 &numbers);
}

}  // namespace

void add_half_projection(const StepContext& context, const SliceLayout& slice, WorkTable& work) {
  const arch::TileId tile = slice.slice.tile;
  if (slice.slice.layer == 0) {
    work.add(tile, listed_forward(context, slice));
    return;
  }
  work.add(tile, gather_call(context, slice, types_of(context).half_weights(), slice.spike_rows));
  work.add(tile, row_forward(context, slice));
}

void add_half_gradients(const StepContext& context, const SliceLayout& slice, WorkTable& work) {
  const arch::TileId tile = slice.slice.tile;
  if (slice.slice.layer == 0) {
    work.add(tile, listed_gradient(context, slice));
    return;
  }
  const bool half = types_of(context).half_gradients();
  work.add(tile, gather_call(context, slice, half, slice.gradient_rows));
  if (half) work.add(tile, words_call(context, slice));
  work.add(tile, weight_gradient(context, slice));
  if (context.job.network.projection(slice.slice.layer).bias)
    work.add(tile, bias_call(context, slice));
  work.add(tile, input_gradient(context, slice));
  work.add(tile, scatter_call(context, slice));
}

Call half_partials_call(const StepContext& context, const SliceLayout& slice,
                        std::uint64_t blocks) {
  const NamedNumbers numbers{{"scale", 1.0 / context.job.mapping.gradient_scale}};
  return call_of("reduce_partials_f16",
                 {{"pairs", slice.step_pairs() / 2},
                  {"source", slice.partials_in},
                  {"blocks", blocks},
                  {"block_stride", slice.step_bytes / 2},
                  {"destination", slice.spike_gradient}},
                 &numbers);
}

Call half_replicas_call(const SliceLayout& slice, std::uint64_t pairs) {
  return call_of("reduce_blocks_f16", {{"pairs", pairs / 2},
                                       {"source", slice.gradient},
                                       {"blocks", slice.replicas},
                                       {"block_stride", slice.parameter_bytes / 2},
                                       {"destination", slice.gradient}});
}

}  // namespace bspike::kernels
