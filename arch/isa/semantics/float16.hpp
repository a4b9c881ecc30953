// Owns the bodies of the f16 instructions. Lanes are widened to f32, which holds every sum and
// product of two halves well enough that rounding it again to f16 gives the correctly rounded
// result; fused forms go through double, rounded once.
#pragma once

#include <array>

#include "arch/isa/semantics/float32.hpp"
#include "arch/isa/semantics/values.hpp"

namespace bspike::arch::isa::semantics {

template <class Wide>
inline constexpr std::size_t kLanes = sizeof(Wide) / sizeof(float);

template <class Wide>
using LaneArray = std::array<float, kLanes<Wide>>;

template <class Wide>
[[nodiscard]] inline Wide map_lanes(Wide a, float (*function)(float)) {
  auto lanes = std::bit_cast<LaneArray<Wide>>(a);
  for (float& lane : lanes) lane = function(lane);
  return std::bit_cast<Wide>(lanes);
}

template <class Wide>
[[nodiscard]] inline Wide map_lanes(Wide a, Wide b, float (*function)(float, float)) {
  auto lanes = std::bit_cast<LaneArray<Wide>>(a);
  const auto others = std::bit_cast<LaneArray<Wide>>(b);
  for (std::size_t i = 0; i < lanes.size(); ++i) lanes[i] = function(lanes[i], others[i]);
  return std::bit_cast<Wide>(lanes);
}

[[nodiscard]] inline u64 low_half_everywhere(u32 bits) {
  return (bits & 0xffffu) * 0x0001000100010001ull;
}

// 16-bit lanes of ones where a < b.
template <class Wide>
[[nodiscard]] inline u64 less_mask(Wide a, Wide b) {
  u64 bits = 0;
  for (std::size_t i = 0; i < kLanes<Wide>; ++i) {
    if (a[i] < b[i]) bits |= 0xffffull << (16 * i);
  }
  return bits;
}

// d + a * b rounded once: the product of two halves is exact in double, and where the sum is not,
// the smaller term is too small to turn a rounding to f16.
[[nodiscard]] inline u64 fused(u64 d, u64 a, u64 b) {
  const auto x = base::floats_from_halves(d);
  const auto y = base::floats_from_halves(a);
  const auto z = base::floats_from_halves(b);
  u64 bits = 0;
  for (int i = 0; i < 4; ++i) {
    const double product = static_cast<double>(y[i]) * static_cast<double>(z[i]);
    const double sum = static_cast<double>(x[i]) + product;
    bits |= u64{base::half_from_double(sum)} << (16 * i);
  }
  return bits;
}

// The product rounded to f16, then the sum.
template <class Halves>
[[nodiscard]] inline Halves product_then_sum(Halves d, Halves a, Halves b) {
  return {static_cast<decltype(d.bits)>(base::halves_product_sum(d.bits, a.bits, b.bits))};
}

inline Half2 body(Is<kF16v2add>, Half2 a, Half2 b) { return narrow(widen(a) + widen(b)); }
inline Half2 body(Is<kF16v2sub>, Half2 a, Half2 b) { return narrow(widen(a) - widen(b)); }
inline Half2 body(Is<kF16v2mul>, Half2 a, Half2 b) { return narrow(widen(a) * widen(b)); }
inline Half2 body(Is<kF16v2mac>, Half2 d, Half2 a, Half2 b) { return product_then_sum(d, a, b); }
inline Half2 body(Is<kF16v2fma>, Half2 d, Half2 a, Half2 b) {
  return {static_cast<u32>(fused(d.bits, a.bits, b.bits))};
}
inline Half2 body(Is<kF16v2min>, Half2 a, Half2 b) {
  return narrow(map_lanes(widen(a), widen(b), smaller));
}
inline Half2 body(Is<kF16v2max>, Half2 a, Half2 b) {
  return narrow(map_lanes(widen(a), widen(b), larger));
}
inline Half2 body(Is<kF16v2cmplt>, Half2 a, Half2 b) {
  return {static_cast<u32>(less_mask(widen(a), widen(b)))};
}
inline Half2 body(Is<kF16v2exp>, Half2 a) { return narrow(map_lanes(widen(a), base::exp_f32)); }
inline Half2 body(Is<kF16v2ln>, Half2 a) { return narrow(map_lanes(widen(a), base::ln_f32)); }
inline Half2 body(Is<kF16v2tanh>, Half2 a) { return narrow(map_lanes(widen(a), base::tanh_f32)); }
inline Half2 body(Is<kF16v2sigm>, Half2 a) {
  return narrow(map_lanes(widen(a), base::sigmoid_f32));
}

inline Half4 body(Is<kF16v4add>, Half4 a, Half4 b) { return narrow(widen(a) + widen(b)); }
inline Half4 body(Is<kF16v4sub>, Half4 a, Half4 b) { return narrow(widen(a) - widen(b)); }
inline Half4 body(Is<kF16v4mul>, Half4 a, Half4 b) { return narrow(widen(a) * widen(b)); }
inline Half4 body(Is<kF16v4mac>, Half4 d, Half4 a, Half4 b) { return product_then_sum(d, a, b); }
inline Half4 body(Is<kF16v4fma>, Half4 d, Half4 a, Half4 b) {
  return {fused(d.bits, a.bits, b.bits)};
}
inline Half4 body(Is<kF16v4min>, Half4 a, Half4 b) {
  return narrow(map_lanes(widen(a), widen(b), smaller));
}
inline Half4 body(Is<kF16v4max>, Half4 a, Half4 b) {
  return narrow(map_lanes(widen(a), widen(b), larger));
}
inline Half4 body(Is<kF16v4cmplt>, Half4 a, Half4 b) { return {less_mask(widen(a), widen(b))}; }
inline Half4 body(Is<kF16v4mulb>, u32 a, Half4 b) {
  return narrow(widen(Half4{low_half_everywhere(a)}) * widen(b));
}
inline Half4 body(Is<kF16v4macb>, Half4 d, u32 a, Half4 b) {
  return product_then_sum(d, Half4{low_half_everywhere(a)}, b);
}
inline F32x4 body(Is<kF16v4acc>, F32x4 d, Half4 a) { return d + widen(a); }
inline F32x4 body(Is<kF16v4dot>, F32x4 d, Half4 a, Half4 b) { return d + widen(a) * widen(b); }

inline F32x2 body(Is<kF16v2tof32>, Half2 a) { return widen(a); }
inline Half2 body(Is<kF32v2tof16>, F32x2 a) { return narrow(a); }
inline F32x4 body(Is<kF16v4tof32>, Half4 a) { return widen(a); }
inline Half4 body(Is<kF32v4tof16>, F32x4 a) { return narrow(a); }

}  // namespace bspike::arch::isa::semantics
