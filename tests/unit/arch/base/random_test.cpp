// Owns the tests of the counter-based random source against published and recorded numbers.
#include "arch/base/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <charconv>
#include <string>
#include <vector>

#include "arch/base/file.hpp"

namespace bspike::arch::base {
namespace {

// The generator's published sequence from seed 0: the state advances by the golden gamma.
TEST(Splitmix64, GivesItsPublishedSequence) {
  constexpr std::uint64_t gamma = 0x9E3779B97F4A7C15ull;
  EXPECT_EQ(splitmix64(0), 0xE220A8397B1DCDAFull);
  EXPECT_EQ(splitmix64(gamma), 0x6E789E6AA1B965F4ull);
  EXPECT_EQ(splitmix64(2 * gamma), 0x06C45D188009454Full);
}

TEST(RandomBits, ChainsItsIndices) {
  EXPECT_EQ(random_bits(7), splitmix64(7));
  EXPECT_EQ(random_bits(7, 1u, 2u), splitmix64(splitmix64(splitmix64(7) ^ 1) ^ 2));
  EXPECT_NE(random_bits(7, 1u, 2u), random_bits(7, 2u, 1u));
}

TEST(ToUnit, StaysBelowOne) {
  EXPECT_EQ(to_unit(0), 0.0);
  EXPECT_EQ(to_unit(~0ull), 1.0 - 0x1.0p-53);
  EXPECT_EQ(to_unit(1ull << 63), 0.5);
}

// The pixels of the first two images of the digits set.
std::array<std::vector<unsigned>, 2> first_images() {
  const std::vector<std::byte> bytes =
      read_bytes(BSPIKE_SOURCE_DIR "/tests/data/digits/digits.csv.gz");
  const char* at = reinterpret_cast<const char*>(bytes.data());
  const char* end = at + bytes.size();
  std::array<std::vector<unsigned>, 2> images;
  for (std::vector<unsigned>& image : images) {
    for (int column = 0; column < 65; ++column) {  // 64 pixels and the label
      unsigned value = 0;
      at = std::from_chars(at, end, value).ptr + 1;
      if (column < 64) image.push_back(value);
    }
  }
  return images;
}

// tests/data/digits/digits_rate.json, "encoding_check", step 0: made by software that is not ours.
TEST(RandomBits, ReproducesTheRecordedSpikesOfTheDigits) {
  const std::array<std::vector<unsigned>, 2> recorded{
      std::vector<unsigned>{3, 10, 11, 13, 18, 25, 26, 33, 42, 45, 52, 53, 58, 59, 60},
      std::vector<unsigned>{3,  4,  11, 12, 13, 19, 20, 26, 27, 28,
                            35, 36, 43, 44, 45, 51, 52, 53, 60, 61}};
  const auto images = first_images();
  for (std::uint64_t row = 0; row < 2; ++row) {
    std::vector<unsigned> spikes;
    for (unsigned pixel = 0; pixel < 64; ++pixel) {
      const std::uint64_t bits = random_bits(202, row, 0u, pixel);
      if ((bits >> 60) < images[row][pixel]) spikes.push_back(pixel);
    }
    EXPECT_EQ(spikes, recorded[row]);
  }
}

}  // namespace
}  // namespace bspike::arch::base
