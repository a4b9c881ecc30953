// Owns mse_count_loss: squared distance of the spike counts from target counts, once after the last
// step. Counts and targets are whole numbers, so sums are exact.
#include "kernels/codelets/losses/loss_codelets.hpp"
#include "kernels/codelets/losses/mean_square.hpp"

namespace bspike::kernels {

Codelet mse_count_loss_codelet() {
  return mean_square_codelet(
      {"mse_count_loss", "correct_count", "incorrect_count", "mean_square_scale"});
}

}  // namespace bspike::kernels
