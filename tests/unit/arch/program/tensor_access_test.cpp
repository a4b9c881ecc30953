// Tests moving tensors between logical order and tile memory, and the Image's small answers.
#include "arch/program/tensor_access.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <stdexcept>
#include <vector>

#include "tests/unit/arch/program/tiny_image.hpp"

namespace bspike::arch {
namespace {

using tests::kWeightsAt;
using tests::tiny_image;

// Memory of all tiles from the machine's base.
class Memory {
 public:
  std::byte* operator()(TileId tile, std::uint32_t address, std::uint64_t bytes) {
    auto& storage = tiles_[tile];
    storage.resize(0x4000);
    EXPECT_LE(address - 0x4c000 + bytes, storage.size());
    return storage.data() + (address - 0x4c000);
  }
  float at(TileId tile, std::uint32_t address) {
    float value = 0;
    std::memcpy(&value, (*this)(tile, address, 4), 4);
    return value;
  }

 private:
  std::map<TileId, std::vector<std::byte>> tiles_;
};

std::vector<std::byte> as_bytes(const std::vector<float>& values) {
  std::vector<std::byte> bytes(values.size() * 4);
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

// Row-major 0..5: tile 0 holds columns 0 and 1 row by row, tile 1 column 2 with a gap of 16 bytes.
TEST(TensorAccess, ScattersByPieceAndGathersBack) {
  const Image image = tiny_image();
  Memory memory;
  const auto bytes = as_bytes({0, 1, 2, 3, 4, 5});
  scatter_tensor(image, 0, bytes, std::ref(memory));
  EXPECT_EQ(memory.at(0, kWeightsAt), 0);
  EXPECT_EQ(memory.at(0, kWeightsAt + 4), 1);
  EXPECT_EQ(memory.at(0, kWeightsAt + 8), 3);
  EXPECT_EQ(memory.at(0, kWeightsAt + 12), 4);
  EXPECT_EQ(memory.at(1, kWeightsAt + 8), 2);
  EXPECT_EQ(memory.at(1, kWeightsAt + 24), 5);
  EXPECT_EQ(gather_tensor(image, 0, std::ref(memory)), bytes);
}

TEST(TensorAccess, MovesNarrowElements) {
  Image image = tiny_image();
  image.tensors[0].type = ElementType::kU16;
  image.tensors[0].pieces = {{2, kWeightsAt, 0, {1, 3, 2}, {0, 2, 6}, {0, 1, 3}}};
  Memory memory;
  const std::vector<std::uint16_t> values{1, 2, 3, 4, 5, 6};
  std::vector<std::byte> bytes(12);
  std::memcpy(bytes.data(), values.data(), 12);
  scatter_tensor(image, 0, bytes, std::ref(memory));
  EXPECT_EQ(std::memcmp(memory(2, kWeightsAt, 12), values.data(), 12), 0);
  EXPECT_EQ(gather_tensor(image, 0, std::ref(memory)), bytes);
}

TEST(TensorAccess, RefusesAnotherSize) {
  const Image image = tiny_image();
  Memory memory;
  EXPECT_THROW(scatter_tensor(image, 0, as_bytes({1, 2}), std::ref(memory)), std::invalid_argument);
  EXPECT_THROW((void)gather_tensor(image, 1, std::ref(memory)), std::out_of_range);
}

TEST(TensorAccess, ExtentReachesTheLastElement) {
  const Image image = tiny_image();
  EXPECT_EQ(piece_extent(image.tensors[0].pieces[0], ElementType::kF32), 16u);
  EXPECT_EQ(piece_extent(image.tensors[0].pieces[1], ElementType::kF32), 20u);
  EXPECT_EQ(piece_extent({0, 0, 0, {1, 0, 1}, {}, {}}, ElementType::kF32), 0u);
}

TEST(Image, FindsTensorsAndStreamsByName) {
  const Image image = tiny_image();
  EXPECT_EQ(image.tensor_index("fc0.weight"), 0u);
  EXPECT_EQ(image.tensor_index("fc0"), kNoIndex);
  EXPECT_EQ(image.stream_index("output"), 1u);
  EXPECT_EQ(image.stream_index(""), kNoIndex);
  EXPECT_EQ(image.streams[1].total_bytes(), 32u);
}

TEST(Image, KnowsElementSizesAndCategories) {
  EXPECT_EQ(element_bytes(ElementType::kF32), 4u);
  EXPECT_EQ(element_bytes(ElementType::kF16), 2u);
  EXPECT_EQ(element_bytes(ElementType::kU32), 4u);
  EXPECT_EQ(element_bytes(ElementType::kU16), 2u);
  EXPECT_EQ(element_bytes(ElementType::kU8), 1u);
  EXPECT_EQ(key(MemoryCategory::kCode), "code");
  EXPECT_EQ(key(MemoryCategory::kPadding), "padding");
  EXPECT_EQ(sentence(MemoryCategory::kControl), "Repeat counters.");
  EXPECT_THROW((void)key(static_cast<MemoryCategory>(kMemoryCategories)), std::out_of_range);
}

}  // namespace
}  // namespace bspike::arch
