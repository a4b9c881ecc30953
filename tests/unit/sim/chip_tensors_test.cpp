// Tests the reductions of result series.
#include "sim/chip_tensors.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace bspike::sim {
namespace {

template <class T>
std::vector<std::byte> bytes_of(const std::vector<T>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

TEST(ReduceSeries, SumMeanAndCount) {
  const auto elements = bytes_of<float>({1, 2.5f, -4, 0.5f});
  const auto reduce = [&](arch::Reduction reduction, double threshold, double scale) {
    return reduce_series({"s", 0, reduction, threshold, scale}, arch::ElementType::kF32, elements);
  };
  EXPECT_EQ(reduce(arch::Reduction::kSum, 0, 2), 0.0);
  EXPECT_EQ(reduce(arch::Reduction::kMean, 0, 8), 0.0);
  EXPECT_EQ(reduce(arch::Reduction::kCountAbove, 0.5, 0.5), 1.0);  // strictly above: 1 and 2.5
}

// In double, in order: 2^53 + 1 + 1 stays 2^53, while 1 + 1 + 2^53 is exact.
TEST(ReduceSeries, SumsInDoubleInOrder) {
  const auto elements = bytes_of<float>({0x1p53f, 1, 1, -0x1p53f});
  EXPECT_EQ(reduce_series({"s", 0, arch::Reduction::kSum, 0, 1}, arch::ElementType::kF32, elements),
            0.0);
  const auto other = bytes_of<float>({1, 1, 0x1p53f, -0x1p53f});
  EXPECT_EQ(reduce_series({"s", 0, arch::Reduction::kSum, 0, 1}, arch::ElementType::kF32, other),
            2.0);
}

TEST(ReduceSeries, ReadsEveryElementType) {
  const arch::ResultSeries sum{"s", 0, arch::Reduction::kSum, 0, 1};
  using Type = arch::ElementType;
  EXPECT_EQ(reduce_series(sum, Type::kU32, bytes_of<std::uint32_t>({1, 0xffffffff})), 4294967296.0);
  EXPECT_EQ(reduce_series(sum, Type::kU16, bytes_of<std::uint16_t>({1, 0xffff})), 65536.0);
  EXPECT_EQ(reduce_series(sum, Type::kU8, bytes_of<std::uint8_t>({1, 0xff})), 256.0);
  EXPECT_EQ(reduce_series(sum, Type::kF16, bytes_of<std::uint16_t>({0x3c00, 0xc000})), -1.0);
}

TEST(ReduceSeries, TheMeanOfNothingIsNoNumber) {
  EXPECT_TRUE(std::isnan(reduce_series({"s", 0, arch::Reduction::kMean, 0, 1},
                                       arch::ElementType::kF32, std::vector<std::byte>{})));
}

}  // namespace
}  // namespace bspike::sim
