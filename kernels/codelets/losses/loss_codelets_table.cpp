// Owns the list of losses with codelets.
#include "kernels/codelets/losses/loss_codelets.hpp"

namespace bspike::kernels {

std::vector<Codelet> loss_codelets() {
  return {ce_count_loss_codelet(),          ce_rate_loss_codelet(),
          mse_count_loss_codelet(),         ce_max_membrane_loss_codelet(),
          ce_membrane_sum_loss_codelet(),   mse_membrane_loss_codelet(),
          ce_temporal_loss_codelet(),       mse_temporal_loss_codelet(),
          ce_count_membrane_loss_codelet(), sum_classes_codelet(),
          spread_classes_codelet()};
}

}  // namespace bspike::kernels
