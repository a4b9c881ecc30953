// Owns ce_temporal_loss: cross entropy of the first spikes' time steps, the earlier the better,
// once after the last step.
#include "kernels/codelets/losses/cross_entropy.hpp"
#include "kernels/codelets/losses/loss_codelets.hpp"

namespace bspike::kernels {

Codelet ce_temporal_loss_codelet() {
  return cross_entropy_codelet({"ce_temporal_loss", false, "scale", true});
}

}  // namespace bspike::kernels
