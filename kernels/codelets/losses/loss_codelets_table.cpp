// Owns the list of losses with codelets.
#include "kernels/codelets/losses/loss_codelets.hpp"

namespace bspike::kernels {

std::vector<Codelet> loss_codelets() {
  return {ce_count_loss_codelet(), ce_rate_loss_codelet(), mse_count_loss_codelet()};
}

}  // namespace bspike::kernels
