// Owns the codelets of losses: a sample's loss and its gradient, from the output blocks.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"

namespace bspike::kernels {

[[nodiscard]] std::vector<Codelet> loss_codelets();

// The rows, one file each.
[[nodiscard]] Codelet ce_count_loss_codelet();
[[nodiscard]] Codelet ce_rate_loss_codelet();
[[nodiscard]] Codelet mse_count_loss_codelet();
[[nodiscard]] Codelet ce_max_membrane_loss_codelet();
[[nodiscard]] Codelet ce_membrane_sum_loss_codelet();
[[nodiscard]] Codelet mse_membrane_loss_codelet();
[[nodiscard]] Codelet ce_temporal_loss_codelet();
[[nodiscard]] Codelet mse_temporal_loss_codelet();
[[nodiscard]] Codelet ce_count_membrane_loss_codelet();

// Around the losses of a population code.
[[nodiscard]] Codelet sum_classes_codelet();
[[nodiscard]] Codelet spread_classes_codelet();

// --- What losses share -----------------------------------------------------------------------

// All arguments but the loss's own; `scale` is the name of the factor.
[[nodiscard]] Arguments loss_arguments(const std::string& scale);

// Registers of a sample.
struct LossSample {
  Int sample;
  Int label;        // class of the sample
  Int loss;         // address of loss[sample]
  Int to_gradient;  // from an output's address to its gradient's
};

// Runs `body` for every W-th sample, in region "sample"; then exits.
void for_loss_samples(Builder& b, const std::function<void(const LossSample&)>& body);

// Runs `body` with the address of every output of the sample, in the order of the classes; `body`
// steps the address by 4. Regions: NAME_segment, NAME_block, NAME_class.
void for_classes(Builder& b, const std::string& name, const LossSample& sample,
                 const std::function<void(Int address)>& body);

// Keeps in `found` the address at which `countdown`, the label at first, has come to 0.
void find_label(Builder& b, Int found, Int countdown, Int address);

[[nodiscard]] Trips loss_trips(const WorkSize& work, const EmitContext& context,
                               std::uint32_t worker, const std::vector<std::string>& passes);

}  // namespace bspike::kernels
