// Owns the registers of one context and how instructions read and write their views.
// Contract: m15, a14 and a15 read 0 as long as whoever writes them calls restore_zeros behind the
// instruction (writes_zero_register says when).
#pragma once

#include <array>
#include <cstring>

#include "arch/isa/formats.hpp"
#include "arch/isa/semantics/matrix_state.hpp"
#include "arch/isa/semantics/values.hpp"

namespace bspike::arch::isa::semantics {

// Float registers behind the architectural 16, where an executor may keep the old value of a pair.
inline constexpr u8 kShadow = 16;

struct Registers {
  std::array<u32, kMainRegisters> m{};
  alignas(16) std::array<u32, kFloatRegisters + 4> a{};
  MatrixState matrix;

  bool operator==(const Registers&) const = default;
};

inline void restore_zeros(Registers& registers) {
  registers.m[kMainZero] = 0;
  registers.a[kFloatZero] = 0;
  registers.a[kFloatZero + 1] = 0;
}

[[nodiscard]] inline bool writes_zero_register(const Instruction& instruction) {
  for (const Operand& operand : operands(info(instruction.op).format)) {
    if (operand.access == Access::kRead) continue;
    const int last = register_in(instruction, operand.slot) + operand.width - 1;
    if (last >= (operand.kind == OperandKind::kMain ? kMainZero : kFloatZero)) return true;
  }
  return false;
}

// Fields may be an Instruction or anything with the same member names.
template <Slot slot, class Fields>
[[nodiscard]] constexpr auto field(const Fields& fields) {
  if constexpr (slot == Slot::kD) return fields.d;
  if constexpr (slot == Slot::kA) return fields.a;
  if constexpr (slot == Slot::kB) return fields.b;
  if constexpr (slot == Slot::kC) return fields.c;
  if constexpr (slot == Slot::kE) return fields.e;
  if constexpr (slot == Slot::kImm) return fields.imm;
  if constexpr (slot == Slot::kImm2) return fields.imm2;
  if constexpr (slot == Slot::kImm3) return fields.imm3;
}

template <class View>
[[nodiscard]] inline View float_view(const Registers& registers, u8 number) {
  View view;
  std::memcpy(&view, registers.a.data() + number, sizeof view);
  return view;
}

template <class View>
inline void set_float_view(Registers& registers, u8 number, View view) {
  std::memcpy(registers.a.data() + number, &view, sizeof view);
}

// The value of an operand that an instruction reads.
template <Operand operand, class Fields>
[[nodiscard]] inline auto read_operand(const Registers& registers, const Fields& fields) {
  const auto value = field<operand.slot>(fields);
  if constexpr (operand.kind == OperandKind::kMain) {
    return registers.m[value];
  } else if constexpr (operand.kind == OperandKind::kFloat) {
    if constexpr (operand.width == 1) return float_view<Bits32>(registers, value);
    if constexpr (operand.width == 2) return float_view<Bits64>(registers, value);
    if constexpr (operand.width == 4) return float_view<Bits128>(registers, value);
  } else {
    return static_cast<i32>(value);
  }
}

template <Operand operand, class Fields, class Result>
inline void write_operand(Registers& registers, const Fields& fields, Result result) {
  const auto bits = result_bits(result);
  static_assert(sizeof bits == 4 * operand.width, "the body's result has another width than d");
  if constexpr (operand.kind == OperandKind::kMain) {
    registers.m[field<operand.slot>(fields)] = bits;
  } else {
    set_float_view(registers, field<operand.slot>(fields), bits);
  }
}

}  // namespace bspike::arch::isa::semantics
