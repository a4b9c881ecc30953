// Owns the parts of the sparse layout that are scattered over the chip by job: list building and
// the reductions of the backward pass.
#pragma once

#include "kernels/sparse/sparse_layout.hpp"

namespace bspike::kernels::sparse {

[[nodiscard]] constexpr std::uint64_t round_to_pair(std::uint64_t bytes) {
  return (bytes + 7) / 8 * 8;
}

void plan_list_building(const SparseJob& job, MemoryPlanner& memory, SparseLayout& layout);
void plan_reductions(const SparseJob& job, MemoryPlanner& memory, SparseLayout& layout);

}  // namespace bspike::kernels::sparse
