// Owns the list of the sparse codelets.
#include "kernels/codelets/sparse/sparse_codelets.hpp"

namespace bspike::kernels {

std::vector<Codelet> sparse_codelets() {
  return {sparse_state_update_pair_codelet(),
          sparse_state_update_codelet(),
          sparse_state_update_scalar_codelet(),
          spike_flags_codelet(),
          flags_to_list_codelet(),
          merge_lists_codelet(),
          merge_thresholds_codelet(),
          state_gradient_sample_codelet(),
          state_gradient_sample_double_codelet(),
          state_gradient_tile_codelet(),
          sparse_weight_gradient_pair_codelet(),
          sparse_weight_gradient_codelet(),
          sparse_weight_gradient_scalar_codelet(),
          sparse_input_gradient_pair_codelet(),
          sparse_input_gradient_codelet(),
          sparse_input_gradient_scalar_codelet(),
          reduce_group_codelet(),
          sparse_to_dense_codelet(),
          dense_to_sparse_codelet(),
          index_add_codelet(),
          slice_words_codelet(),
          update_words_codelet(),
          copy_words_codelet(),
          fill_zero_words_codelet(),
          slice_pairs_codelet(),
          update_pairs_codelet(),
          copy_pairs_codelet(),
          scale_rows_codelet(),
          scale_rows_scalar_codelet(),
          cast_to_float_codelet(),
          cast_to_unsigned_codelet(),
          reduce_words_codelet(),
          draw_uniform_codelet()};
}

}  // namespace bspike::kernels
