// Owns the writing of tensor pieces as three loops.
#pragma once

#include <cstddef>
#include <cstdint>

#include "arch/program/image.hpp"

namespace bspike::kernels {

// One loop of a piece: trips, bytes and logical elements from one to the next.
struct PieceLoop {
  std::uint64_t count = 1;
  std::uint64_t byte_stride = 0;
  std::uint64_t index_stride = 0;
};

[[nodiscard]] inline arch::TensorPiece tensor_piece(arch::TileId tile, std::uint64_t address,
                                                    std::uint64_t first_index, PieceLoop outer,
                                                    PieceLoop middle, PieceLoop inner) {
  arch::TensorPiece result;
  result.tile = tile;
  result.address = static_cast<std::uint32_t>(address);
  result.first_index = first_index;
  const PieceLoop loops[] = {outer, middle, inner};
  for (std::size_t i = 0; i < 3; ++i) {
    result.count[i] = static_cast<std::uint32_t>(loops[i].count);
    result.byte_stride[i] = static_cast<std::uint32_t>(loops[i].byte_stride);
    result.index_stride[i] = loops[i].index_stride;
  }
  return result;
}

}  // namespace bspike::kernels
