// Owns the placement strategy `contiguous`.
#pragma once

#include "kernels/placement/partitioner_table.hpp"

namespace bspike::kernels {

[[nodiscard]] std::vector<std::vector<Slice>> split_contiguous(std::span<const LayerSize> layers,
                                                               std::span<const arch::TileId> tiles);

}  // namespace bspike::kernels
