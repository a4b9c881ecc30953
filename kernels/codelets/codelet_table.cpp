// Owns the list of all codelets.
#include <algorithm>
#include <iterator>

#include "arch/base/diagnostics.hpp"
#include "kernels/codelets/codelet.hpp"
#include "kernels/codelets/conv/conv_codelets.hpp"
#include "kernels/codelets/list_rules.hpp"
#include "kernels/codelets/losses/loss_codelets.hpp"
#include "kernels/codelets/matrix/matrix_codelets.hpp"
#include "kernels/codelets/memory_codelets.hpp"
#include "kernels/codelets/micro/micro_codelets.hpp"
#include "kernels/codelets/neurons/neuron_codelets.hpp"
#include "kernels/codelets/neurons/neuron_frame.hpp"
#include "kernels/codelets/optimizers/optimizer_codelets.hpp"
#include "kernels/codelets/projection_codelets.hpp"
#include "kernels/codelets/rows/row_codelets.hpp"
#include "kernels/codelets/sparse/sparse_codelets.hpp"
#include "kernels/codelets/step_codelets.hpp"
#include "kernels/cost/estimate.hpp"

namespace bspike::kernels {

namespace {

std::vector<Codelet> make_table() {
  std::vector<Codelet> rows{fill_zero_codelet(),
                            copy_slice_codelet(),
                            spike_forward_codelet(),
                            dense_forward_codelet(),
                            count_spikes_codelet(),
                            spikes_from_history_codelet(),
                            reduce_blocks_codelet(),
                            spike_weight_gradient_codelet(),
                            dense_weight_gradient_codelet(),
                            bias_gradient_codelet(),
                            dense_input_gradient_codelet()};
  std::ranges::move(neuron_codelets(), std::back_inserter(rows));
  std::ranges::move(framed_codelets(), std::back_inserter(rows));
  std::ranges::move(loss_codelets(), std::back_inserter(rows));
  std::ranges::move(optimizer_codelets(), std::back_inserter(rows));
  std::ranges::move(micro_codelets(), std::back_inserter(rows));
  std::ranges::move(sparse_codelets(), std::back_inserter(rows));
  std::ranges::move(list_rule_codelets(), std::back_inserter(rows));
  std::ranges::move(conv_codelets(), std::back_inserter(rows));
  rows.push_back(mask_gradient_codelet());
  rows.push_back(multiply_add_codelet());
  rows.push_back(keep_highest_codelet());
  rows.push_back(keep_first_spike_codelet());
  rows.push_back(pick_step_codelet());
  rows.push_back(spread_number_codelet());
  rows.push_back(number_gradient_codelet());
  rows.push_back(sum_lanes_codelet());
  rows.push_back(spikes_from_history_f16_codelet());
  rows.push_back(widen_slice_codelet());
  std::ranges::move(spike_forward_quad_codelets(), std::back_inserter(rows));
  std::ranges::move(spike_weight_gradient_quad_codelets(), std::back_inserter(rows));
  std::ranges::move(row_codelets(), std::back_inserter(rows));
  std::ranges::move(std::vector{panels_f32_codelet(), narrow_f16_codelet(), widen_f16_codelet(),
                                scale_pairs_codelet(), add_bias_rows_codelet(),
                                transpose_f32_codelet(), transpose_f16_codelet()},
                    std::back_inserter(rows));
  std::ranges::move(matrix_codelets(), std::back_inserter(rows));  // last, as build_program wants
  for (Codelet& row : rows) row.estimate = slot_estimate(row.name);
  return rows;
}

}  // namespace

std::span<const Codelet> codelet_table() {
  static const std::vector<Codelet> kRows = make_table();
  return kRows;
}

const Codelet& find_codelet(const std::string& name) {
  const auto rows = codelet_table();
  const auto found =
      std::ranges::find_if(rows, [&](const Codelet& row) { return row.name == name; });
  if (found != rows.end()) return *found;
  std::vector<std::string> names;
  for (const Codelet& row : rows) names.push_back(row.name);
  const std::string near = arch::base::nearest_word(name, names);
  arch::base::raise<arch::base::CompileError>({}, name, "there is no codelet of this name",
                                              near.empty() ? "" : "did you mean " + near);
}

}  // namespace bspike::kernels
