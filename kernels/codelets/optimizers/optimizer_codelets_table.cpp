// Owns the list of optimisers with codelets.
#include "kernels/codelets/optimizers/optimizer_codelets.hpp"

namespace bspike::kernels {

std::vector<Codelet> optimizer_codelets() {
  return {sgd_update_codelet(), sgd_update_stateless_codelet(), adam_update_codelet(),
          adam_decay_update_codelet(), adamw_update_codelet()};
}

}  // namespace bspike::kernels
