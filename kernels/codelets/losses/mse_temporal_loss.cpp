// Owns mse_temporal_loss: squared distance of the first spikes' time steps from targets, once after
// the last step; an earlier time stands for a larger spike.
#include "kernels/codelets/losses/loss_codelets.hpp"
#include "kernels/codelets/losses/mean_square.hpp"

namespace bspike::kernels {

Codelet mse_temporal_loss_codelet() {
  return mean_square_codelet(
      {"mse_temporal_loss", "on_time", "off_time", "mean_square_time_scale", false, true});
}

}  // namespace bspike::kernels
