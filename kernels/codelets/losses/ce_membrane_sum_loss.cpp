// Owns ce_membrane_sum_loss: cross entropy of a step's membranes, at every step, not averaged over
// them.
#include "kernels/codelets/losses/cross_entropy.hpp"
#include "kernels/codelets/losses/loss_codelets.hpp"

namespace bspike::kernels {

Codelet ce_membrane_sum_loss_codelet() {
  return cross_entropy_codelet({"ce_membrane_sum_loss", true, "sample_scale"});
}

}  // namespace bspike::kernels
