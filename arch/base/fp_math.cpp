// Owns exp, ln, tanh and the logistic function: tables and polynomials in double, each operation
// rounded on its own, so that every host computes the same bits.
#include "arch/base/fp_math.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <limits>

namespace bspike::arch::base {
namespace {

// 2^(j/32), rounded to nearest.
constexpr std::array<double, 32> kPowers = {
    0x1.0000000000000p+0, 0x1.059b0d3158574p+0, 0x1.0b5586cf9890fp+0, 0x1.11301d0125b51p+0,
    0x1.172b83c7d517bp+0, 0x1.1d4873168b9aap+0, 0x1.2387a6e756238p+0, 0x1.29e9df51fdee1p+0,
    0x1.306fe0a31b715p+0, 0x1.371a7373aa9cbp+0, 0x1.3dea64c123422p+0, 0x1.44e086061892dp+0,
    0x1.4bfdad5362a27p+0, 0x1.5342b569d4f82p+0, 0x1.5ab07dd485429p+0, 0x1.6247eb03a5585p+0,
    0x1.6a09e667f3bcdp+0, 0x1.71f75e8ec5f74p+0, 0x1.7a11473eb0187p+0, 0x1.82589994cce13p+0,
    0x1.8ace5422aa0dbp+0, 0x1.93737b0cdc5e5p+0, 0x1.9c49182a3f090p+0, 0x1.a5503b23e255dp+0,
    0x1.ae89f995ad3adp+0, 0x1.b7f76f2fb5e47p+0, 0x1.c199bdd85529cp+0, 0x1.cb720dcef9069p+0,
    0x1.d5818dcfba487p+0, 0x1.dfc97337b9b5fp+0, 0x1.ea4afa2a490dap+0, 0x1.f50765b6e4540p+0};

// ln 2 / 32 and ln 2 as a sum of a short and a long part: k times the short part is exact.
constexpr double kStepsPerE = 0x1.71547652b82fep+5;  // 32 / ln 2
constexpr double kStepHigh = 0x1.62e42fee00000p-6;
constexpr double kStepLow = 0x1.a39ef35793c76p-38;
constexpr double kLn2High = 0x1.62e42fee00000p-1;
constexpr double kLn2Low = 0x1.a39ef35793c76p-33;

constexpr float kNanF32 = std::numeric_limits<float>::quiet_NaN();
constexpr double kNanF64 = std::numeric_limits<double>::quiet_NaN();
constexpr float kInfF32 = std::numeric_limits<float>::infinity();
constexpr double kInfF64 = std::numeric_limits<double>::infinity();

double power_of_two(std::int64_t exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

// x = (steps * ln 2 / 32) + rest, |rest| <= ln 2 / 64.
struct Reduced {
  std::int64_t steps;
  double rest;
};

Reduced reduce(double x) {
  constexpr double kRounder = 0x1.8p52;  // adding and taking away rounds to an integer
  const double k = (x * kStepsPerE + kRounder) - kRounder;
  return {static_cast<std::int64_t>(k), (x - k * kStepHigh) - k * kStepLow};
}

// e^x for |x| < 700 with a relative error below 2^-38: enough for one rounding to f32.
double exp_short(double x) {
  const Reduced r = reduce(x);
  const double t = r.rest;
  const double polynomial = 1.0 + t * (1.0 + t * (1.0 / 2 + t * (1.0 / 6 + t * (1.0 / 24))));
  return kPowers[static_cast<std::size_t>(r.steps & 31)] * polynomial * power_of_two(r.steps >> 5);
}

// ln of a positive normal number given as mantissa * 2^exponent, mantissa near 1, through
// ln m = 2 atanh((m - 1) / (m + 1)).
double ln_of(double mantissa, double exponent) {
  const double s = (mantissa - 1.0) / (mantissa + 1.0);
  const double z = s * s;
  double series = 1.0 / 23;
  for (int odd = 21; odd >= 3; odd -= 2) series = 1.0 / odd + z * series;
  const double tail = 2.0 * s * (z * series);
  return exponent * kLn2High + (2.0 * s + (tail + exponent * kLn2Low));
}

}  // namespace

double exp_f64(double x) {
  if (x != x) return kNanF64;
  if (x > 709.79) return kInfF64;
  if (x < -745.2) return 0.0;
  const Reduced r = reduce(x);
  const double t = r.rest;
  const double tail =
      t * t * (1.0 / 2 + t * (1.0 / 6 + t * (1.0 / 24 + t * (1.0 / 120 + t * (1.0 / 720)))));
  const double power = kPowers[static_cast<std::size_t>(r.steps & 31)];
  const double value = power + power * (t + tail);
  const std::int64_t exponent = r.steps >> 5;
  if (exponent > 1000) return value * power_of_two(exponent - 1000) * power_of_two(1000);
  if (exponent < -1000) return value * power_of_two(exponent + 1000) * power_of_two(-1000);
  return value * power_of_two(exponent);
}

double ln_f64(double x) {
  if (x != x || x < 0) return kNanF64;
  if (x == 0) return -kInfF64;
  if (x == kInfF64) return kInfF64;
  double exponent = 0;
  if (x < std::numeric_limits<double>::min()) {  // a denormal becomes normal first
    x *= 0x1.0p54;
    exponent = -54;
  }
  const auto bits = std::bit_cast<std::uint64_t>(x);
  exponent += static_cast<double>(static_cast<std::int64_t>(bits >> 52) - 1023);
  double mantissa = std::bit_cast<double>((bits & 0xfffffffffffffull) | 0x3ff0000000000000ull);
  if (mantissa > 1.4142135623730951) {
    mantissa *= 0.5;
    exponent += 1;
  }
  return ln_of(mantissa, exponent);
}

float exp_f32(float x) {
  if (x != x) return kNanF32;
  if (x > 89.0f) return kInfF32;  // e^88.73 overflows
  if (x < -104.0f) return 0.0f;   // e^-103.98 is under half the smallest denormal
  return static_cast<float>(exp_short(static_cast<double>(x)));
}

float ln_f32(float x) {
  if (x != x || x < 0) return kNanF32;
  return static_cast<float>(ln_f64(static_cast<double>(x)));
}

float tanh_f32(float x) {
  if (x != x) return kNanF32;
  if (x > 10.0f) return 1.0f;  // 1 - tanh 10 is under 2^-27
  if (x < -10.0f) return -1.0f;
  const double v = static_cast<double>(x);
  if (v > -0.03125 && v < 0.03125) {
    const double z = v * v;
    return static_cast<float>(v * (1.0 + z * (-1.0 / 3 + z * (2.0 / 15 + z * (-17.0 / 315)))));
  }
  return static_cast<float>(1.0 - 2.0 / (exp_short(2.0 * v) + 1.0));
}

float sigmoid_f32(float x) {
  if (x != x) return kNanF32;
  if (x > 120.0f) return 1.0f;
  if (x < -120.0f) return 0.0f;
  return static_cast<float>(1.0 / (1.0 + exp_short(-static_cast<double>(x))));
}

}  // namespace bspike::arch::base
