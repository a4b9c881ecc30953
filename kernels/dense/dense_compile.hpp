// Owns the program matrix_unit: projections of any size as products of the matrix unit, cut over
// all tiles. Contract: as kernels::compile and kernels::place; a network with spike lists, delays
// or what else this program would leave out is a CompileError.
#pragma once

#include "kernels/compile.hpp"

namespace bspike::kernels::dense {

[[nodiscard]] Placement place_dense(const models::Network& network, const arch::Machine& machine,
                                    const Mapping& mapping);
[[nodiscard]] arch::Image compile_dense(const models::Network& network,
                                        const models::ParameterSet& parameters,
                                        const arch::Machine& machine, const Mapping& mapping,
                                        Purpose purpose);

}  // namespace bspike::kernels::dense
