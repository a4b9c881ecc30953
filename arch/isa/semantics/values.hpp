// Owns the values that instruction bodies compute with: raw bits that read as what a body asks for,
// and the canonical NaN. Contract: a float result is made canonical when it is written, so bodies
// need not think of it.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "arch/base/half.hpp"
#include "arch/isa/instruction.hpp"

namespace bspike::arch::isa::semantics {

static_assert(std::endian::native == std::endian::little, "tile memory is little-endian");

using i8 = std::int8_t;
using u8 = std::uint8_t;
using i16 = std::int16_t;
using u16 = std::uint16_t;
using i32 = std::int32_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

// Lane vectors; arithmetic and comparison act on each lane alone.
using F32x2 = float __attribute__((vector_size(8)));
using F32x4 = float __attribute__((vector_size(16)));
using U32x2 = u32 __attribute__((vector_size(8)));
using U32x4 = u32 __attribute__((vector_size(16)));

// f16 lanes as bits.
struct Half2 {
  u32 bits;
};
struct Half4 {
  u64 bits;
};

// What a register view holds.
struct Bits32 {
  u32 bits;
  constexpr operator u32() const { return bits; }
  constexpr operator i32() const { return static_cast<i32>(bits); }
  constexpr operator float() const { return std::bit_cast<float>(bits); }
  constexpr operator Half2() const { return {bits}; }
};

struct Bits64 {
  U32x2 lanes;
  operator U32x2() const { return lanes; }
  operator F32x2() const { return std::bit_cast<F32x2>(lanes); }
  operator Half4() const { return std::bit_cast<Half4>(lanes); }
};

struct Bits128 {
  U32x4 lanes;
  operator U32x4() const { return lanes; }
  operator F32x4() const { return std::bit_cast<F32x4>(lanes); }
};

inline constexpr u32 kNan = 0x7fc00000;

// Results as bits of their view; floats become canonical here. NaN is left to a branch that is
// hardly ever taken, so that looking for it lengthens no chain of dependent instructions.
[[nodiscard]] constexpr u32 result_bits(u32 value) { return value; }
[[nodiscard]] constexpr u32 result_bits(Half2 value) { return value.bits; }
[[nodiscard]] constexpr u32 result_bits(float value) {
  if (value != value) [[unlikely]]
    return kNan;
  return std::bit_cast<u32>(value);
}
[[nodiscard]] inline U32x2 result_bits(U32x2 value) { return value; }
[[nodiscard]] inline U32x2 result_bits(Bits64 value) { return value.lanes; }
[[nodiscard]] inline U32x2 result_bits(Half4 value) { return std::bit_cast<U32x2>(value); }
[[nodiscard]] inline U32x2 result_bits(F32x2 value) {
  const auto not_number = std::bit_cast<U32x2>(value != value);
  const auto bits = std::bit_cast<U32x2>(value);
  if (std::bit_cast<u64>(not_number) != 0) [[unlikely]]
    return (bits & ~not_number) | (kNan & not_number);
  return bits;
}
[[nodiscard]] inline U32x4 result_bits(U32x4 value) { return value; }
[[nodiscard]] inline U32x4 result_bits(Bits128 value) { return value.lanes; }
[[nodiscard]] inline U32x4 result_bits(F32x4 value) {
  const auto not_number = std::bit_cast<U32x4>(value != value);
  const auto halves = std::bit_cast<std::array<u64, 2>>(not_number);
  const auto bits = std::bit_cast<U32x4>(value);
  if ((halves[0] | halves[1]) != 0) [[unlikely]]
    return (bits & ~not_number) | (kNan & not_number);
  return bits;
}

// f16 lanes widened to f32, and f32 lanes rounded to f16.
[[nodiscard]] inline F32x4 widen(Half4 halves) { return base::floats_from_halves(halves.bits); }
[[nodiscard]] inline F32x2 widen(Half2 halves) {
  const F32x4 wide = base::floats_from_halves(halves.bits);
  return F32x2{wide[0], wide[1]};
}
[[nodiscard]] inline Half4 narrow(F32x4 values) { return {base::halves_from_floats(values)}; }
[[nodiscard]] inline Half2 narrow(F32x2 values) {
  return {static_cast<u32>(base::halves_from_floats(F32x4{values[0], values[1], 0, 0}))};
}

// Names the body of one instruction: body(Is<kAdd>, a, b).
template <Opcode op>
struct Is {};

template <Opcode op, Opcode... candidates>
inline constexpr bool is_one_of = ((op == candidates) || ...);

// What a load read, and the tag that says how many bytes it reads.
template <class T>
struct Loaded {
  T value;
};

using enum Opcode;

}  // namespace bspike::arch::isa::semantics
