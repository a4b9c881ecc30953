// Owns the list of codelets for weights in rows.
#include <algorithm>
#include <iterator>

#include "kernels/codelets/rows/row_codelets.hpp"

namespace bspike::kernels {

std::vector<Codelet> row_codelets() {
  std::vector<Codelet> rows = row_copy_codelets();
  std::ranges::move(row_forward_codelets(), std::back_inserter(rows));
  std::ranges::move(row_product_codelets(), std::back_inserter(rows));
  rows.push_back(input_rows_f16_codelet());
  std::ranges::move(half_gradient_codelets(), std::back_inserter(rows));
  return rows;
}

}  // namespace bspike::kernels
