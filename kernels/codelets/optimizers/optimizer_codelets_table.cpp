// Owns the list of optimisers with codelets.
#include <algorithm>
#include <iterator>

#include "kernels/codelets/optimizers/optimizer_codelets.hpp"

namespace bspike::kernels {

std::vector<Codelet> optimizer_codelets() {
  std::vector<Codelet> rows = sgd_update_codelets();
  std::ranges::move(adam_update_codelets(), std::back_inserter(rows));
  std::ranges::move(adam_decay_update_codelets(), std::back_inserter(rows));
  std::ranges::move(adamw_update_codelets(), std::back_inserter(rows));
  return rows;
}

}  // namespace bspike::kernels
