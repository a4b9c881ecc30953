// Owns how many replicas of a network share a batch.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/compile.hpp"

namespace bspike::kernels {

// What the mapping says or, of a network with convolutions, the most that divide the batch and
// leave each a tile for every pair of channels or neurons, for the input of every time step and for
// the loss. Throws CompileError for a number that cannot be.
[[nodiscard]] std::uint32_t replicas_of(const models::Network& network, const Mapping& mapping,
                                        std::size_t tiles);
// Of the programs that have no replicas.
void check_no_replicas(const Mapping& mapping);

}  // namespace bspike::kernels
