// Owns the bodies of the f32 instructions and of those that move and mask float registers.
#pragma once

#include <cmath>
#include <limits>

#include "arch/base/fp_math.hpp"
#include "arch/isa/semantics/values.hpp"

namespace bspike::arch::isa::semantics {

// The smaller; a number wins over NaN; -0 < +0.
[[nodiscard]] inline float smaller(float a, float b) {
  if (a == b) return std::bit_cast<float>(std::bit_cast<u32>(a) | std::bit_cast<u32>(b));
  return a < b || b != b ? a : b;
}

// The larger; a number wins over NaN; -0 < +0.
[[nodiscard]] inline float larger(float a, float b) {
  if (a == b) return std::bit_cast<float>(std::bit_cast<u32>(a) & std::bit_cast<u32>(b));
  return a > b || b != b ? a : b;
}

[[nodiscard]] inline F32x2 both(float a) { return F32x2{a, a}; }
[[nodiscard]] inline F32x4 all_four(float a) { return F32x4{a, a, a, a}; }
[[nodiscard]] constexpr u32 mask(bool truth) { return truth ? 0xffffffffu : 0u; }

constexpr float body(Is<kF32add>, float a, float b) { return a + b; }
constexpr float body(Is<kF32sub>, float a, float b) { return a - b; }
constexpr float body(Is<kF32mul>, float a, float b) { return a * b; }
constexpr float body(Is<kF32mac>, float d, float a, float b) { return d + a * b; }
inline float body(Is<kF32fma>, float d, float a, float b) { return std::fma(a, b, d); }
inline float body(Is<kF32min>, float a, float b) { return smaller(a, b); }
inline float body(Is<kF32max>, float a, float b) { return larger(a, b); }
constexpr u32 body(Is<kF32cmplt>, float a, float b) { return mask(a < b); }
constexpr u32 body(Is<kF32cmple>, float a, float b) { return mask(a <= b); }
constexpr u32 body(Is<kF32cmpeq>, float a, float b) { return mask(a == b); }
constexpr float body(Is<kF32div>, float a, float b) { return a / b; }
inline float body(Is<kF32abs>, float a) { return std::fabs(a); }
constexpr float body(Is<kF32neg>, float a) { return -a; }
inline float body(Is<kF32exp>, float a) { return base::exp_f32(a); }
inline float body(Is<kF32ln>, float a) { return base::ln_f32(a); }
inline float body(Is<kF32tanh>, float a) { return base::tanh_f32(a); }
inline float body(Is<kF32sigm>, float a) { return base::sigmoid_f32(a); }
inline float body(Is<kF32sqrt>, float a) { return std::sqrt(a); }
inline float body(Is<kF32rsqrt>, float a) { return 1.0f / std::sqrt(a); }
constexpr float body(Is<kF32rcp>, float a) { return 1.0f / a; }
constexpr u32 body(Is<kF32toi32>, float a) {
  if (a != a) return 0;
  if (a >= 0x1p31f) return 0x7fffffffu;
  if (a < -0x1p31f) return 0x80000000u;
  return static_cast<u32>(static_cast<i32>(a));
}
constexpr float body(Is<kI32tof32>, i32 a) { return static_cast<float>(a); }
constexpr float body(Is<kU32tof32>, u32 a) { return static_cast<float>(a); }
inline float body(Is<kF32floor>, float a) { return std::floor(a); }

constexpr u32 body(Is<kMov32>, u32 a) { return a; }
inline Bits64 body(Is<kMov64>, Bits64 a) { return a; }
constexpr u32 body(Is<kAseti>, i32 immediate) { return static_cast<u32>(immediate) << 14; }
constexpr u32 body(Is<kAorlo>, u32 d, i32 immediate) { return d | static_cast<u32>(immediate); }
constexpr u32 body(Is<kAnd32>, u32 a, u32 b) { return a & b; }
constexpr u32 body(Is<kAndc32>, u32 a, u32 b) { return a & ~b; }
constexpr u32 body(Is<kOr32>, u32 a, u32 b) { return a | b; }
inline U32x2 body(Is<kAnd64>, U32x2 a, U32x2 b) { return a & b; }
inline U32x2 body(Is<kAndc64>, U32x2 a, U32x2 b) { return a & ~b; }
inline U32x2 body(Is<kOr64>, U32x2 a, U32x2 b) { return a | b; }
constexpr u32 body(Is<kSel32>, u32 d, u32 a, u32 b) { return (a & d) | (b & ~d); }
inline U32x2 body(Is<kSel64>, U32x2 d, U32x2 a, U32x2 b) { return (a & d) | (b & ~d); }
inline U32x2 body(Is<kSwap32>, U32x2 a) { return U32x2{a[1], a[0]}; }
inline U32x2 body(Is<kBcast32>, u32 a) { return U32x2{a, a}; }

inline F32x2 body(Is<kF32v2add>, F32x2 a, F32x2 b) { return a + b; }
inline F32x2 body(Is<kF32v2sub>, F32x2 a, F32x2 b) { return a - b; }
inline F32x2 body(Is<kF32v2mul>, F32x2 a, F32x2 b) { return a * b; }
inline F32x2 body(Is<kF32v2mac>, F32x2 d, F32x2 a, F32x2 b) { return d + a * b; }
inline F32x2 body(Is<kF32v2fma>, F32x2 d, F32x2 a, F32x2 b) {
  return F32x2{std::fma(a[0], b[0], d[0]), std::fma(a[1], b[1], d[1])};
}
inline F32x2 body(Is<kF32v2min>, F32x2 a, F32x2 b) {
  return F32x2{smaller(a[0], b[0]), smaller(a[1], b[1])};
}
inline F32x2 body(Is<kF32v2max>, F32x2 a, F32x2 b) {
  return F32x2{larger(a[0], b[0]), larger(a[1], b[1])};
}
inline U32x2 body(Is<kF32v2cmplt>, F32x2 a, F32x2 b) { return std::bit_cast<U32x2>(a < b); }
inline U32x2 body(Is<kF32v2cmple>, F32x2 a, F32x2 b) { return std::bit_cast<U32x2>(a <= b); }
inline U32x2 body(Is<kF32v2cmpeq>, F32x2 a, F32x2 b) { return std::bit_cast<U32x2>(a == b); }
inline F32x2 body(Is<kF32v2addb>, float a, F32x2 b) { return both(a) + b; }
inline F32x2 body(Is<kF32v2subb>, float a, F32x2 b) { return both(a) - b; }
inline F32x2 body(Is<kF32v2mulb>, float a, F32x2 b) { return both(a) * b; }
inline F32x2 body(Is<kF32v2macb>, F32x2 d, float a, F32x2 b) { return d + both(a) * b; }
inline U32x2 body(Is<kF32v2cmpltb>, float a, F32x2 b) { return std::bit_cast<U32x2>(both(a) < b); }
inline F32x2 body(Is<kF32v2abs>, F32x2 a) { return F32x2{std::fabs(a[0]), std::fabs(a[1])}; }
inline F32x2 body(Is<kF32v2neg>, F32x2 a) { return -a; }
inline F32x4 body(Is<kF32v4add>, F32x4 d, F32x4 a) { return d + a; }
inline F32x4 body(Is<kF32v4macb>, F32x4 d, float a, F32x4 b) { return d + all_four(a) * b; }

}  // namespace bspike::arch::isa::semantics
