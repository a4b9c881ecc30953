// Owns the way between a named tensor's logical elements and tile memory.
// Contract: bytes are in row-major order of the logical elements, in the tensor's type; the pieces
// have passed verify_image, so each element is moved exactly once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "arch/program/image.hpp"

namespace bspike::arch {

// Where bytes [address, address + bytes) of a tile lie on the host.
using TileBytes = std::function<std::byte*(TileId, std::uint32_t address, std::uint64_t bytes)>;
using ConstTileBytes =
    std::function<const std::byte*(TileId, std::uint32_t address, std::uint64_t bytes)>;

[[nodiscard]] std::uint64_t element_count(const TensorInfo& tensor);

// Bytes from a piece's address to the end of its last element.
[[nodiscard]] std::uint64_t piece_extent(const TensorPiece& piece, ElementType type);

[[nodiscard]] std::vector<std::byte> gather_tensor(const Image& image, std::uint32_t tensor,
                                                   const ConstTileBytes& memory);
// Throws std::invalid_argument if `bytes` has not the tensor's size.
void scatter_tensor(const Image& image, std::uint32_t tensor, std::span<const std::byte> bytes,
                    const TileBytes& memory);

// Calls visit(logical element index, byte offset from the piece's address) for each element.
template <class Visit>
void for_each_element(const TensorPiece& piece, Visit visit) {
  if (piece.count[1] == 0 || piece.count[2] == 0) return;  // nothing, however often
  for (std::uint64_t i = 0; i < piece.count[0]; ++i) {
    for (std::uint64_t j = 0; j < piece.count[1]; ++j) {
      std::uint64_t index =
          piece.first_index + i * piece.index_stride[0] + j * piece.index_stride[1];
      std::uint64_t offset = i * piece.byte_stride[0] + j * piece.byte_stride[1];
      for (std::uint64_t k = 0; k < piece.count[2]; ++k) {
        visit(index, offset);
        index += piece.index_stride[2];
        offset += piece.byte_stride[2];
      }
    }
  }
}

}  // namespace bspike::arch
