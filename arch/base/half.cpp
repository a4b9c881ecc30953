// Owns binary16 conversions: a software form for every host and an F16C form chosen at run time.
#include "arch/base/half.hpp"

#include <bit>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace bspike::arch::base {
namespace {

constexpr std::uint16_t kNanHalf = 0x7e00;
constexpr std::uint32_t kNanFloat = 0x7fc00000;

// Shifts right by `shift` (1 .. 31), rounding to nearest, ties to even.
std::uint32_t shift_rounding(std::uint32_t value, std::uint32_t shift) {
  const std::uint32_t half_unit = 1u << (shift - 1);
  const std::uint32_t odd = (value >> shift) & 1u;
  return (value + (half_unit - 1) + odd) >> shift;
}

std::uint16_t half_magnitude(std::uint32_t magnitude) {
  if (magnitude > 0x7f800000) return kNanHalf;
  if (magnitude >= 0x47800000) return 0x7c00;  // 65536 and up
  if (magnitude >= 0x38800000) {               // normal halves; 65520 rounds up to infinity
    return static_cast<std::uint16_t>(shift_rounding(magnitude - 0x38000000, 13));
  }
  const std::uint32_t exponent = magnitude >> 23;
  if (exponent < 102) return 0;  // under half the smallest denormal
  const std::uint32_t mantissa = (magnitude & 0x7fffff) | 0x800000;
  return static_cast<std::uint16_t>(shift_rounding(mantissa, 126 - exponent));
}

Float4 floats_from_halves_software(std::uint64_t halves) {
  Float4 values{};
  for (int i = 0; i < 4; ++i) {
    values[i] = float_from_half_software(static_cast<std::uint16_t>(halves >> (16 * i)));
  }
  return values;
}

std::uint64_t halves_from_floats_software(Float4 values) {
  std::uint64_t halves = 0;
  for (int i = 0; i < 4; ++i) {
    halves |= std::uint64_t{half_from_float_software(values[i])} << (16 * i);
  }
  return halves;
}

std::uint64_t halves_product_sum_software(std::uint64_t d, std::uint64_t a, std::uint64_t b) {
  const Float4 product = floats_from_halves_software(a) * floats_from_halves_software(b);
  const Float4 rounded = floats_from_halves_software(halves_from_floats_software(product));
  return halves_from_floats_software(floats_from_halves_software(d) + rounded);
}

#if defined(__x86_64__)

__attribute__((target("avx,f16c"))) inline Float4 floats_from_halves_f16c(std::uint64_t halves) {
  const __m128 wide = _mm_cvtph_ps(_mm_cvtsi64_si128(static_cast<long long>(halves)));
  const __m128 nan = _mm_castsi128_ps(_mm_set1_epi32(static_cast<int>(kNanFloat)));
  return _mm_blendv_ps(wide, nan, _mm_cmpunord_ps(wide, wide));
}

__attribute__((target("avx,f16c"))) inline std::uint64_t halves_from_floats_f16c(Float4 values) {
  const __m128 wide = values;
  const __m128 nan = _mm_castsi128_ps(_mm_set1_epi32(static_cast<int>(kNanFloat)));
  const __m128 clean = _mm_blendv_ps(wide, nan, _mm_cmpunord_ps(wide, wide));
  const __m128i narrow = _mm_cvtps_ph(clean, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
  return static_cast<std::uint64_t>(_mm_cvtsi128_si64(narrow));
}

// All in one function: an interpreted instruction then makes one call, not five.
__attribute__((target("avx,f16c"))) std::uint64_t halves_product_sum_f16c(std::uint64_t d,
                                                                          std::uint64_t a,
                                                                          std::uint64_t b) {
  const Float4 product = floats_from_halves_f16c(a) * floats_from_halves_f16c(b);
  const Float4 rounded = floats_from_halves_f16c(halves_from_floats_f16c(product));
  return halves_from_floats_f16c(floats_from_halves_f16c(d) + rounded);
}

// cpuid itself: not every compiler's __builtin_cpu_supports knows f16c.
bool host_has_f16c() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_F16C) != 0 &&
         __builtin_cpu_supports("avx");
}

#else

constexpr auto floats_from_halves_f16c = floats_from_halves_software;
constexpr auto halves_from_floats_f16c = halves_from_floats_software;
constexpr auto halves_product_sum_f16c = halves_product_sum_software;
bool host_has_f16c() { return false; }

#endif

struct Conversions {
  Float4 (*widen)(std::uint64_t);
  std::uint64_t (*narrow)(Float4);
  std::uint64_t (*product_sum)(std::uint64_t, std::uint64_t, std::uint64_t);
};

// The software forms until the host is known: both give the same bits, so that code running before
// this file's initialisation is right too.
constinit Conversions conversions = {floats_from_halves_software, halves_from_floats_software,
                                     halves_product_sum_software};

[[maybe_unused]] const bool kFastFormsChosen = [] {
  if (host_has_f16c()) {
    conversions = {floats_from_halves_f16c, halves_from_floats_f16c, halves_product_sum_f16c};
  }
  return true;
}();

}  // namespace

std::uint16_t half_from_float_software(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint16_t half = half_magnitude(bits & 0x7fffffff);
  if (half == kNanHalf) return kNanHalf;
  return static_cast<std::uint16_t>(half | ((bits >> 16) & 0x8000u));
}

float float_from_half_software(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000u) << 16;
  const std::uint32_t exponent = (half >> 10) & 0x1fu;
  const std::uint32_t mantissa = half & 0x3ffu;
  if (exponent == 31) {
    return std::bit_cast<float>(mantissa != 0 ? kNanFloat : sign | 0x7f800000u);
  }
  if (exponent == 0) {  // the mantissa counts units of 2^-24
    const float magnitude = static_cast<float>(mantissa) * 0x1.0p-24f;
    return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(magnitude));
  }
  return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (mantissa << 13));
}

Float4 floats_from_halves(std::uint64_t halves) { return conversions.widen(halves); }

std::uint64_t halves_from_floats(Float4 values) { return conversions.narrow(values); }

std::uint64_t halves_product_sum(std::uint64_t d, std::uint64_t a, std::uint64_t b) {
  return conversions.product_sum(d, a, b);
}

std::uint16_t half_from_float(float value) {
  return static_cast<std::uint16_t>(conversions.narrow(Float4{value, 0, 0, 0}));
}

float float_from_half(std::uint16_t half) { return conversions.widen(half)[0]; }

// Rounding to odd on the way to f32 keeps what the second rounding must know.
std::uint16_t half_from_double(double value) {
  const float nearest = static_cast<float>(value);
  const double back = static_cast<double>(nearest);
  if (back == value || value != value) return half_from_float(nearest);
  auto bits = std::bit_cast<std::uint32_t>(nearest);
  const bool rounded_away = value > 0 ? back > value : back < value;
  if (rounded_away) --bits;
  return half_from_float(std::bit_cast<float>(bits | 1u));
}

}  // namespace bspike::arch::base
