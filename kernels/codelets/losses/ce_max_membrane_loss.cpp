// Owns ce_max_membrane_loss: cross entropy of the largest membranes, once after the last step.
#include "kernels/codelets/losses/cross_entropy.hpp"
#include "kernels/codelets/losses/loss_codelets.hpp"

namespace bspike::kernels {

Codelet ce_max_membrane_loss_codelet() { return cross_entropy_codelet({"ce_max_membrane_loss"}); }

}  // namespace bspike::kernels
