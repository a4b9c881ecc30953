// Owns gathering a tensor out of tile memory and scattering it back.
#include "arch/program/tensor_access.hpp"

#include <cstring>
#include <stdexcept>

namespace bspike::arch {

namespace {

// Calls body with a constant of the element size, so that copies of elements are single moves.
template <class Body>
void with_element_size(ElementType type, Body body) {
  switch (element_bytes(type)) {
    case 1:
      return body(std::integral_constant<std::size_t, 1>{});
    case 2:
      return body(std::integral_constant<std::size_t, 2>{});
    default:
      return body(std::integral_constant<std::size_t, 4>{});
  }
}

}  // namespace

std::uint64_t element_count(const TensorInfo& tensor) {
  std::uint64_t count = 1;
  for (const std::uint64_t extent : tensor.shape) count *= extent;
  return count;
}

std::uint64_t piece_extent(const TensorPiece& piece, ElementType type) {
  std::uint64_t last = 0;
  for (std::size_t loop = 0; loop < piece.count.size(); ++loop) {
    if (piece.count[loop] == 0) return 0;
    last += std::uint64_t{piece.count[loop] - 1} * piece.byte_stride[loop];
  }
  return last + element_bytes(type);
}

std::vector<std::byte> gather_tensor(const Image& image, std::uint32_t tensor,
                                     const ConstTileBytes& memory) {
  const TensorInfo& info = image.tensors.at(tensor);
  std::vector<std::byte> bytes(element_count(info) * element_bytes(info.type));
  for (const TensorPiece& piece : info.pieces) {
    const std::byte* tile = memory(piece.tile, piece.address, piece_extent(piece, info.type));
    with_element_size(info.type, [&](auto size) {
      for_each_element(piece, [&](std::uint64_t index, std::uint64_t offset) {
        std::memcpy(bytes.data() + index * size(), tile + offset, size());
      });
    });
  }
  return bytes;
}

void scatter_tensor(const Image& image, std::uint32_t tensor, std::span<const std::byte> bytes,
                    const TileBytes& memory) {
  const TensorInfo& info = image.tensors.at(tensor);
  if (bytes.size() != element_count(info) * element_bytes(info.type))
    throw std::invalid_argument("tensor " + info.name + " has another size");
  for (const TensorPiece& piece : info.pieces) {
    std::byte* tile = memory(piece.tile, piece.address, piece_extent(piece, info.type));
    with_element_size(info.type, [&](auto size) {
      for_each_element(piece, [&](std::uint64_t index, std::uint64_t offset) {
        std::memcpy(tile + offset, bytes.data() + index * size(), size());
      });
    });
  }
}

}  // namespace bspike::arch
