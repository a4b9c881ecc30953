// Tests of exp, ln, tanh and the logistic function: error over a dense sweep, special values.
#include "arch/base/fp_math.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace bspike::arch::base {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

// Distance in units in the last place of the float next to the exact value.
double error_in_ulp(float found, long double exact) {
  const auto nearest = static_cast<float>(exact);
  const float above = std::nextafterf(std::fabs(nearest), kInf);
  const long double unit = static_cast<long double>(above) - std::fabs(nearest);
  return static_cast<double>(std::fabs(static_cast<long double>(found) - exact) / unit);
}

// Largest error over floats of both signs in [smallest, largest], one in `stride` of all patterns.
double largest_error(float (*function)(float), long double (*exact)(long double), float smallest,
                     float largest, bool negatives, std::uint32_t stride) {
  double worst = 0;
  const auto end = std::bit_cast<std::uint32_t>(largest);
  for (auto i = std::bit_cast<std::uint32_t>(smallest); i <= end; i += stride) {
    const auto x = std::bit_cast<float>(i);
    worst = std::max(worst, error_in_ulp(function(x), exact(static_cast<long double>(x))));
    if (negatives) {
      worst = std::max(worst, error_in_ulp(function(-x), exact(static_cast<long double>(-x))));
    }
  }
  return worst;
}

long double exact_exp(long double x) { return std::exp(x); }
long double exact_ln(long double x) { return std::log(x); }
long double exact_tanh(long double x) { return std::tanh(x); }
long double exact_sigmoid(long double x) { return 1 / (1 + std::exp(-x)); }

// Measured maxima of the sweeps: all are correctly rounded but for near ties, so just over a half.
constexpr double kMeasured = 0.5001;

TEST(FpMath, exp_error) {
  EXPECT_LT(largest_error(exp_f32, exact_exp, 1e-30f, 88.7f, true, 1777), kMeasured);
}

TEST(FpMath, exp_of_denormal_results) {
  for (float x = -87.4f; x > -103.9f; x -= 0.00173f) {
    ASSERT_LT(error_in_ulp(exp_f32(x), exact_exp(static_cast<long double>(x))), kMeasured) << x;
  }
}

TEST(FpMath, ln_error) {
  EXPECT_LT(largest_error(ln_f32, exact_ln, 1e-45f, 3.4e38f, false, 3511), kMeasured);
  EXPECT_LT(largest_error(ln_f32, exact_ln, 0.7f, 1.5f, false, 17), kMeasured);
}

TEST(FpMath, tanh_error) {
  EXPECT_LT(largest_error(tanh_f32, exact_tanh, 1e-38f, 12.0f, true, 2111), kMeasured);
  EXPECT_LT(largest_error(tanh_f32, exact_tanh, 0.02f, 0.05f, true, 23), kMeasured);
}

TEST(FpMath, sigmoid_error) {
  EXPECT_LT(largest_error(sigmoid_f32, exact_sigmoid, 1e-30f, 120.0f, true, 2111), kMeasured);
}

TEST(FpMath, special_values) {
  const float nan = std::bit_cast<float>(0xffc12345u);
  for (const float found :
       {exp_f32(nan), ln_f32(nan), tanh_f32(nan), sigmoid_f32(nan), ln_f32(-1.0f), ln_f32(-kInf)}) {
    EXPECT_EQ(std::bit_cast<std::uint32_t>(found), 0x7fc00000u);
  }
  EXPECT_EQ(exp_f32(kInf), kInf);
  EXPECT_EQ(exp_f32(-kInf), 0.0f);
  EXPECT_EQ(exp_f32(0.0f), 1.0f);
  EXPECT_EQ(exp_f32(std::bit_cast<float>(0x42b17218u)), kInf);  // the first that overflows
  EXPECT_LT(exp_f32(std::bit_cast<float>(0x42b17217u)), kInf);  // the last that does not
  EXPECT_EQ(ln_f32(0.0f), -kInf);
  EXPECT_EQ(ln_f32(-0.0f), -kInf);
  EXPECT_EQ(ln_f32(kInf), kInf);
  EXPECT_EQ(ln_f32(1.0f), 0.0f);
  EXPECT_EQ(tanh_f32(kInf), 1.0f);
  EXPECT_EQ(tanh_f32(-kInf), -1.0f);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(tanh_f32(-0.0f)), 0x80000000u);
  EXPECT_EQ(sigmoid_f32(kInf), 1.0f);
  EXPECT_EQ(sigmoid_f32(-kInf), 0.0f);
  EXPECT_EQ(sigmoid_f32(0.0f), 0.5f);
}

TEST(FpMath, double_forms_are_good_to_a_unit_and_a_half) {
  double worst_exp = 0, worst_ln = 0;
  for (int i = -7000; i < 7090; ++i) {
    const double x = i * 0.1003;
    if (x > 709.7 || x < -708) continue;
    const long double exact = std::exp(static_cast<long double>(x));
    worst_exp = std::max(worst_exp, static_cast<double>(std::fabs(exp_f64(x) / exact - 1)));
  }
  for (int i = 1; i < 20000; ++i) {
    const double x = i * 0.000731;
    const long double exact = std::log(static_cast<long double>(x));
    worst_ln = std::max(worst_ln, static_cast<double>(std::fabs((ln_f64(x) - exact) / exact)));
  }
  EXPECT_LT(worst_exp, 0x1.8p-52);
  EXPECT_LT(worst_ln, 0x1.8p-52);
  EXPECT_EQ(exp_f64(710.0), std::numeric_limits<double>::infinity());
  EXPECT_EQ(exp_f64(-746.0), 0.0);
  EXPECT_EQ(exp_f64(-745.0), 0x1p-1074);
  EXPECT_EQ(ln_f64(0.0), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(ln_f64(1.0), 0.0);
}

}  // namespace
}  // namespace bspike::arch::base
