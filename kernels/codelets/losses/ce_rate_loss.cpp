// Owns ce_rate_loss: cross entropy of a step's spikes, at every step.
#include "kernels/codelets/losses/cross_entropy.hpp"
#include "kernels/codelets/losses/loss_codelets.hpp"

namespace bspike::kernels {

Codelet ce_rate_loss_codelet() { return cross_entropy_codelet({"ce_rate_loss", true}); }

}  // namespace bspike::kernels
