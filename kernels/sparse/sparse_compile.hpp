// Owns the compilation of the program sparse_bptt: docs/sparse_step.md.
// Contract: as kernels::compile.
#pragma once

#include "kernels/compile.hpp"

namespace bspike::kernels::sparse {

[[nodiscard]] arch::Image compile_sparse(const models::Network& network,
                                         const models::ParameterSet& parameters,
                                         const arch::Machine& machine, const Mapping& mapping,
                                         Purpose purpose);

}  // namespace bspike::kernels::sparse
