// Owns the codelets of list-driven training: docs/sparse_step.md, "Codelets".
// Contract: inner loops are as a good compiler makes them: hardware repeats of one iteration, not
// pipelined over iterations unless their row says so. For estimates, WorkSize::list_counts holds
// the ids of each list that a vertex reads; of flags_to_list the flags looked at, then the ids
// written; of state_gradient_tile the list's entries, then those of the tile's own neurons.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"

namespace bspike::kernels {

// All of them; a new one is a row here.
[[nodiscard]] std::vector<Codelet> sparse_codelets();

// The rows, by file.
[[nodiscard]] Codelet sparse_state_update_pair_codelet();
[[nodiscard]] Codelet sparse_state_update_codelet();
[[nodiscard]] Codelet sparse_state_update_scalar_codelet();
[[nodiscard]] Codelet spike_flags_codelet();
[[nodiscard]] Codelet flags_to_list_codelet();
[[nodiscard]] Codelet merge_lists_codelet();
[[nodiscard]] Codelet merge_thresholds_codelet();
[[nodiscard]] Codelet state_gradient_sample_codelet();
[[nodiscard]] Codelet state_gradient_sample_double_codelet();
[[nodiscard]] Codelet state_gradient_tile_codelet();
[[nodiscard]] Codelet sparse_weight_gradient_pair_codelet();
[[nodiscard]] Codelet sparse_weight_gradient_codelet();
[[nodiscard]] Codelet sparse_weight_gradient_scalar_codelet();
[[nodiscard]] Codelet sparse_input_gradient_pair_codelet();
[[nodiscard]] Codelet sparse_input_gradient_codelet();
[[nodiscard]] Codelet sparse_input_gradient_scalar_codelet();
[[nodiscard]] Codelet reduce_group_codelet();
[[nodiscard]] Codelet sparse_to_dense_codelet();
[[nodiscard]] Codelet dense_to_sparse_codelet();
[[nodiscard]] Codelet index_add_codelet();
[[nodiscard]] Codelet slice_words_codelet();
[[nodiscard]] Codelet update_words_codelet();
[[nodiscard]] Codelet copy_words_codelet();
[[nodiscard]] Codelet fill_zero_words_codelet();
[[nodiscard]] Codelet slice_pairs_codelet();
[[nodiscard]] Codelet update_pairs_codelet();
[[nodiscard]] Codelet copy_pairs_codelet();
[[nodiscard]] Codelet scale_rows_codelet();
[[nodiscard]] Codelet scale_rows_scalar_codelet();
[[nodiscard]] Codelet cast_to_float_codelet();
[[nodiscard]] Codelet cast_to_unsigned_codelet();
[[nodiscard]] Codelet reduce_words_codelet();
[[nodiscard]] Codelet draw_uniform_codelet();

// --- What they share -------------------------------------------------------------------------

// Executions of the regions by the one worker that runs a vertex.
using VertexTrips = std::function<Trips(const WorkSize&, const EmitContext&)>;

// A row of a codelet that runs on one worker.
[[nodiscard]] Codelet single_worker_codelet(std::string name, Arguments arguments,
                                            VertexTrips trips);

// A fresh register with the word at an address.
[[nodiscard]] Int load_word(Builder& b, Int address);
[[nodiscard]] F2 load_pair(Builder& b, Int address);
// The word that an argument points to.
[[nodiscard]] Int pointed_word(Builder& b, const std::string& argument);

// The next id of a list.
void load_id(Builder& b, Int id, Int next_id);

// Adds the executions of Builder::repeat of a count, `times` times.
void add_repeat_trips(Trips& trips, const std::string& name, std::uint64_t count,
                      const EmitContext& context);

// Runs `body` for every word of this worker, word by word in turn with the others (region "word"):
// pointers start at `offset_bytes` and step by `workers` words. Then exits.
struct WordShare {
  Int offset_bytes;
  int step;  // words to this worker's next one
};
void for_words(Builder& b, const std::function<std::function<void()>(const WordShare&)>& prepare);
[[nodiscard]] Trips word_trips(const WorkSize& work, const EmitContext& context,
                               std::uint32_t worker);

}  // namespace bspike::kernels
