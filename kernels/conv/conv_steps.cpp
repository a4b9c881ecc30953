// Owns those calls: spikes into a map, sums, pooling; and the way back.
#include "kernels/conv/conv_steps.hpp"

namespace bspike::kernels::conv {
namespace {

using models::PoolKind;

// The calls of one slice.
class SliceCalls {
 public:
  SliceCalls(const StepContext& context, const SliceLayout& slice, WorkTable& work)
      : context_(context),
        slice_(slice),
        layer_(context.layout.layers[slice.slice.layer]),
        conv_(*layer_.conv),
        maps_(*slice.conv),
        batch_(context.job.network.batch),
        work_(work) {}

  void forward() {
    add_source();
    call("conv_forward", {{"parameters", maps_.parameters},
                          {"rows", layer_.rows},
                          {"taps", conv_.shape.taps()},
                          {"planes", maps_.planes},
                          {"batch", batch_},
                          {"source", conv_.source},
                          {"source_bytes", source_bytes(conv_.shape)},
                          {"tap_table", conv_.taps},
                          {"position_table", conv_.positions},
                          {"groups", sums_plane_bytes(conv_.shape) / 32},
                          {"sums", maps_.sums}});
    std::vector<NamedWord> words = pool_words(sums_plane_bytes(conv_.shape));
    words.push_back({"sums", maps_.sums});
    words.push_back({"current", slice_.current});
    words.push_back({"place_table", conv_.windows});
    words.push_back({"window_table", conv_.cells});
    words.push_back({"code_table", conv_.codes});
    const NamedNumbers numbers{{"factor", conv_.shape.pool.factor()}};
    call(conv_.shape.pool.is_max() ? "pool_max_forward" : "pool_sum_forward", words, &numbers);
  }

  void backward() {
    add_source();
    std::vector<NamedWord> words = pool_words(gradient_plane_bytes());
    words.push_back({"map_gradient", maps_.map_gradient});
    words.push_back({"current_gradient", slice_.current_gradient});
    words.push_back({"place_table", conv_.gradient_windows});
    words.push_back({"window_table", conv_.gradient_cells});
    call(conv_.shape.pool.is_max() ? "pool_max_backward" : "pool_sum_backward", words);
    add_weight_gradient();
    if (context_.job.network.projection(slice_.slice.layer).bias) add_bias_gradient();
    if (!conv_.from_ids) add_input_gradient();
  }

 private:
  void call(const std::string& codelet, const std::vector<NamedWord>& words,
            const NamedNumbers* numbers = nullptr) {
    work_.add(slice_.slice.tile, call_of(codelet, words, numbers));
  }

  [[nodiscard]] std::uint64_t gradient_plane_bytes() const {
    return std::uint64_t{conv_.gradient_positions} * 8;
  }

  // Spikes as a map. Its border stays 0; what lists leave out must become so.
  void add_source() {
    const std::uint64_t bytes = source_bytes(conv_.shape);
    if (!conv_.from_ids) {
      return call("copy_runs", {{"entries", conv_.gather_entries},
                                {"table", conv_.gather},
                                {"source", layer_.received},
                                {"destination", conv_.source},
                                {"batch", batch_}});
    }
    const InputRecord& record = context_.layout.record;
    call("fill_zero", {{"address", conv_.source}, {"pairs", batch_ * bytes / 8}});
    call("scatter_spikes", {{"ids", layer_.received},
                            {"ids_stride", record.id_stride},
                            {"counts", layer_.received + record.counts_offset},
                            {"batch", batch_},
                            {"place_table", conv_.places},
                            {"map", conv_.source},
                            {"map_bytes", bytes}});
  }

  // Inference keeps one slot of winners.
  [[nodiscard]] std::vector<NamedWord> pool_words(std::uint64_t plane_bytes) const {
    return {{"plane_bytes", plane_bytes},
            {"planes", maps_.planes},
            {"batch", batch_},
            {"sample_bytes", slice_.planes * 8ull},
            {"positions", conv_.shape.output().positions()},
            {"cells", conv_.shape.pool.size.cells()},
            {"plane_table", maps_.plane_table},
            {"history_base", maps_.winners},
            {"stride", context_.job.training() ? slice_.step_bytes : 0},
            {"counter", context_.layout.counter}};
  }

  void add_weight_gradient() {
    call("conv_weight_gradient", {{"gradient", maps_.gradient},
                                  {"tap_groups", layer_.rows / 4},
                                  {"planes", maps_.planes},
                                  {"batch", batch_},
                                  {"source", conv_.source},
                                  {"source_bytes", source_bytes(conv_.shape)},
                                  {"map_gradient", maps_.map_gradient},
                                  {"plane_bytes", gradient_plane_bytes()},
                                  {"tap_table", conv_.taps},
                                  {"position_table", conv_.meetings},
                                  {"positions", conv_.shape.map().positions()}});
  }

  // A sum of a window has its gradient from each cell; a mean or a largest one from all together.
  void add_bias_gradient() {
    const models::Pool& pool = conv_.shape.pool;
    const double cells = pool.kind == PoolKind::kSum ? static_cast<double>(pool.size.cells()) : 1;
    const NamedNumbers numbers{{"factor", cells}};
    call("conv_bias_gradient",
         {{"bias_gradient", maps_.gradient + slice_.weight_bytes},
          {"channels", maps_.channels},
          {"batch", batch_},
          {"current_gradient", slice_.current_gradient},
          {"sample_bytes", slice_.planes * 8ull},
          {"positions", conv_.shape.output().positions()}},
         &numbers);
  }

  void add_input_gradient() {
    call("conv_input_gradient", {{"parameters", maps_.parameters},
                                 {"rows", layer_.rows},
                                 {"taps", conv_.shape.kernel.cells()},
                                 {"planes", maps_.planes},
                                 {"channels", conv_.shape.input.channels},
                                 {"batch", batch_},
                                 {"map_gradient", maps_.map_gradient},
                                 {"plane_bytes", gradient_plane_bytes()},
                                 {"tap_table", conv_.back_taps},
                                 {"position_table", conv_.back_positions},
                                 {"groups", (conv_.shape.input.positions() + 3) / 4},
                                 {"result", maps_.result}});
    call("copy_runs", {{"entries", conv_.scatter_entries},
                       {"table", conv_.scatter},
                       {"source", maps_.result},
                       {"destination", maps_.partials},
                       {"batch", batch_}});
  }

  const StepContext& context_;
  const SliceLayout& slice_;
  const LayerLayout& layer_;
  const ConvLayer& conv_;
  const ConvSlice& maps_;
  std::uint64_t batch_;
  WorkTable& work_;
};

}  // namespace

void add_conv_forward(const StepContext& context, const SliceLayout& slice, WorkTable& work) {
  SliceCalls(context, slice, work).forward();
}

void add_conv_gradients(const StepContext& context, const SliceLayout& slice, WorkTable& work) {
  SliceCalls(context, slice, work).backward();
}

}  // namespace bspike::kernels::conv
