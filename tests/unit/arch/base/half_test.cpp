// Tests of binary16: exact values, rounding, the two forms against each other.
#include "arch/base/half.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "arch/base/random.hpp"

namespace bspike::arch::base {
namespace {

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

// Value of a half by the definition of the format.
double value_of(std::uint16_t half) {
  const int exponent = (half >> 10) & 31;
  const double mantissa = half & 0x3ff;
  const double magnitude =
      exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(mantissa + 1024, exponent - 25);
  return (half & 0x8000) != 0 ? -magnitude : magnitude;
}

bool is_nan(std::uint16_t half) { return (half & 0x7fff) > 0x7c00; }

TEST(Half, every_half_widens_to_its_value) {
  for (std::uint32_t i = 0; i < 0x10000; ++i) {
    const auto half = static_cast<std::uint16_t>(i);
    const float wide = float_from_half_software(half);
    ASSERT_EQ(bits(wide), bits(float_from_half(half))) << std::hex << i;
    if (is_nan(half)) {
      ASSERT_EQ(bits(wide), 0x7fc00000u);
    } else if ((half & 0x7fff) == 0x7c00) {
      ASSERT_EQ(bits(wide), (half & 0x8000) != 0 ? 0xff800000u : 0x7f800000u);
    } else {
      ASSERT_EQ(static_cast<double>(wide), value_of(half));
      ASSERT_EQ(std::signbit(wide), (half & 0x8000) != 0);
    }
  }
}

TEST(Half, every_half_survives_the_round_trip) {
  for (std::uint32_t i = 0; i < 0x10000; ++i) {
    const auto half = static_cast<std::uint16_t>(i);
    const std::uint16_t wanted = is_nan(half) ? 0x7e00 : half;
    ASSERT_EQ(half_from_float_software(float_from_half_software(half)), wanted) << std::hex << i;
  }
}

// Neighbours of every midpoint between two halves: the midpoint goes to the even one.
TEST(Half, ties_go_to_even_and_their_neighbours_do_not) {
  for (std::uint32_t i = 0; i < 0x7bff; ++i) {
    const auto low = static_cast<std::uint16_t>(i);
    const double middle = (value_of(low) + value_of(static_cast<std::uint16_t>(i + 1))) / 2;
    const auto tie = static_cast<float>(middle);
    ASSERT_EQ(static_cast<double>(tie), middle);
    const auto even = static_cast<std::uint16_t>((i & 1) == 0 ? i : i + 1);
    ASSERT_EQ(half_from_float_software(tie), even) << std::hex << i;
    ASSERT_EQ(half_from_float_software(std::nextafterf(tie, 0)), i) << std::hex << i;
    ASSERT_EQ(half_from_float_software(std::nextafterf(tie, 1e9f)), i + 1) << std::hex << i;
    ASSERT_EQ(half_from_double(middle), even);
    ASSERT_EQ(half_from_double(std::nextafter(middle, 0)), i);
    ASSERT_EQ(half_from_double(std::nextafter(middle, 1e9)), i + 1);
  }
}

TEST(Half, overflow_gives_infinity) {
  EXPECT_EQ(half_from_float_software(65519.996f), 0x7bff);
  EXPECT_EQ(half_from_float_software(65520.0f), 0x7c00);
  EXPECT_EQ(half_from_float_software(-1e30f), 0xfc00);
  EXPECT_EQ(half_from_double(1e300), 0x7c00);
  EXPECT_EQ(half_from_double(-65519.99999999), 0xfbff);
  EXPECT_EQ(half_from_double(std::numeric_limits<double>::quiet_NaN()), 0x7e00);
}

TEST(Half, the_fast_form_equals_the_software_form) {
  for (std::uint64_t i = 0; i < 2000000; ++i) {
    const auto pattern = static_cast<std::uint32_t>(random_bits(7, i));
    const auto value = std::bit_cast<float>(pattern);
    ASSERT_EQ(half_from_float(value), half_from_float_software(value)) << std::hex << pattern;
  }
  for (std::uint32_t i = 0; i < 0x10000; ++i) {  // every exponent, with the mantissa's ends
    const auto value = std::bit_cast<float>((i << 16) | ((i & 1) != 0 ? 0x1fffu : 0x1000u));
    ASSERT_EQ(half_from_float(value), half_from_float_software(value)) << std::hex << i;
  }
}

TEST(Half, four_lanes_equal_one_each) {
  const Float4 values = {1.0f, -65520.0f, 0x1p-25f, -0.0f};
  EXPECT_EQ(halves_from_floats(values), 0x80000000fc003c00ull);
  const Float4 wide = floats_from_halves(0x0001c0007c003800ull);
  EXPECT_EQ(wide[0], 0.5f);
  EXPECT_EQ(wide[1], std::numeric_limits<float>::infinity());
  EXPECT_EQ(wide[2], -2.0f);
  EXPECT_EQ(wide[3], 0x1p-24f);
}

}  // namespace
}  // namespace bspike::arch::base
