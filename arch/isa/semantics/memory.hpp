// Owns the bodies of loads (from what was read to what d gets), of stores (from d to what is
// written) and of the paired accesses, which do their accesses themselves.
// Contract of Memory: `read<bytes>(address)` and `write<bytes>(address)` give a pointer, or nullptr
// after noting a fault; `together(addresses...)` says whether these accesses may share a slot.
#pragma once

#include "arch/isa/semantics/registers.hpp"

namespace bspike::arch::isa::semantics {

template <Opcode op>
requires is_one_of<op, kLd32, kLd32step, kLd32r, kLd32x>
constexpr u32 body(Is<op>, Loaded<u32> x) { return x.value; }
template <Opcode op>
requires is_one_of<op, kLdz16, kLdz16step>
constexpr u32 body(Is<op>, Loaded<u16> x) { return x.value; }
template <Opcode op>
requires is_one_of<op, kLdz8, kLdz8step>
constexpr u32 body(Is<op>, Loaded<u8> x) { return x.value; }
constexpr u32 body(Is<kLds16>, Loaded<i16> x) { return static_cast<u32>(i32{x.value}); }
constexpr u32 body(Is<kLds8>, Loaded<i8> x) { return static_cast<u32>(i32{x.value}); }
template <Opcode op>
requires is_one_of<op, kLda32, kLda32step, kLda32r, kLda32x>
constexpr u32 body(Is<op>, Loaded<u32> x) { return x.value; }
template <Opcode op>
requires is_one_of<op, kLda64, kLda64step, kLda64r, kLda64x>
inline Bits64 body(Is<op>, Loaded<Bits64> x) { return x.value; }
template <Opcode op>
requires is_one_of<op, kLda128, kLda128step, kLda128r, kLda128x>
inline Bits128 body(Is<op>, Loaded<Bits128> x) { return x.value; }

template <Opcode op>
requires is_one_of<op, kSt32, kSt32step, kSt32x>
constexpr u32 body(Is<op>, u32 d) { return d; }
constexpr u16 body(Is<kSt16>, u32 d) { return static_cast<u16>(d); }
constexpr u8 body(Is<kSt8>, u32 d) { return static_cast<u8>(d); }
template <Opcode op>
requires is_one_of<op, kSta32, kSta32step, kSta32r, kSta32x>
constexpr u32 body(Is<op>, u32 d) { return d; }
template <Opcode op>
requires is_one_of<op, kSta64, kSta64step, kSta64r, kSta64x>
inline Bits64 body(Is<op>, Bits64 d) { return d; }
inline Bits128 body(Is<kSta128>, Bits128 d) { return d; }

inline constexpr u32 kPairBytes = 8;  // of one of the accesses of a paired instruction

inline void copy_pair(void* to, const void* from) { std::memcpy(to, from, kPairBytes); }

template <class Fields, class Memory>
[[nodiscard]] inline bool body(Is<kLd2x64>, Registers& r, const Fields& f, Memory& memory) {
  const auto* low = memory.template read<kPairBytes>(r.m[f.a]);
  const auto* high = memory.template read<kPairBytes>(r.m[f.b]);
  if (!low || !high || !memory.together(r.m[f.a], r.m[f.b])) return false;
  copy_pair(&r.a[f.d], low);
  copy_pair(&r.a[f.d + 2u], high);
  r.m[f.a] += kPairBytes * static_cast<u32>(f.imm);
  r.m[f.b] += kPairBytes * static_cast<u32>(f.imm2);
  return true;
}

template <class Fields, class Memory>
[[nodiscard]] inline bool body(Is<kLdst64>, Registers& r, const Fields& f, Memory& memory) {
  const auto* from = memory.template read<kPairBytes>(r.m[f.a]);
  auto* to = memory.template write<kPairBytes>(r.m[f.b]);
  if (!from || !to || !memory.together(r.m[f.a], r.m[f.b])) return false;
  const auto stored = float_view<Bits64>(r, f.c);
  copy_pair(&r.a[f.d], from);
  copy_pair(to, &stored);
  r.m[f.a] += kPairBytes * static_cast<u32>(f.imm);
  r.m[f.b] += kPairBytes * static_cast<u32>(f.imm2);
  return true;
}

template <class Fields, class Memory>
[[nodiscard]] inline bool body(Is<kLd2xst64>, Registers& r, const Fields& f, Memory& memory) {
  const auto* low = memory.template read<kPairBytes>(r.m[f.a]);
  const auto* high = memory.template read<kPairBytes>(r.m[f.b]);
  auto* to = memory.template write<kPairBytes>(r.m[f.c]);
  if (!low || !high || !to || !memory.together(r.m[f.a], r.m[f.b], r.m[f.c])) return false;
  const auto stored = float_view<Bits64>(r, f.e);
  copy_pair(&r.a[f.d], low);
  copy_pair(&r.a[f.d + 2u], high);
  copy_pair(to, &stored);
  r.m[f.a] += kPairBytes * static_cast<u32>(f.imm);
  r.m[f.b] += kPairBytes * static_cast<u32>(f.imm2);
  r.m[f.c] += kPairBytes * static_cast<u32>(f.imm3);
  return true;
}

}  // namespace bspike::arch::isa::semantics
