// Owns mse_membrane_loss: squared distance of a step's membranes from targets, at every step.
#include "kernels/codelets/losses/loss_codelets.hpp"
#include "kernels/codelets/losses/mean_square.hpp"

namespace bspike::kernels {

Codelet mse_membrane_loss_codelet() {
  return mean_square_codelet(
      {"mse_membrane_loss", "on_target", "off_target", "mean_square_scale", true});
}

}  // namespace bspike::kernels
