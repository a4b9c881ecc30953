// Owns the operand tables of the formats as compile-time values, for the encoder and for the
// semantics. Contract: generated from format.def and isa.def; nothing here names an instruction.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "arch/isa/instruction.hpp"

namespace bspike::arch::isa {

// What an executor does with an instruction, apart from its body.
enum class Family : std::uint8_t {
  kCompute,  // operands in, result out
  kLoad,     // one memory read, then the body makes the result
  kStore,    // the body makes what one memory write stores
  kPaired,   // the body does the accesses itself
  kBranch,   // the body says whether to go to the target
  kRepeat,   // opens a repeat body
  kEngine,   // nop, exit, trap and the supervisor's: the executor knows them
};

enum class AddressMode : std::uint8_t { kNoAddress, kOffset, kStep, kRegisterStep, kIndexed };

namespace format_fields {

using enum Slot;

constexpr std::int32_t power(int bits) { return std::int32_t{1} << bits; }

constexpr Operand reg(OperandKind kind, Access access, int width, Slot slot, int shift) {
  return {
      slot, kind, access, static_cast<std::uint8_t>(width), 0, 0, static_cast<std::uint8_t>(shift),
      4,    1};
}
constexpr Operand main_in(Slot slot, int shift) {
  return reg(OperandKind::kMain, Access::kRead, 1, slot, shift);
}
constexpr Operand main_out(Slot slot, int shift) {
  return reg(OperandKind::kMain, Access::kWrite, 1, slot, shift);
}
constexpr Operand main_both(Slot slot, int shift) {
  return reg(OperandKind::kMain, Access::kReadWrite, 1, slot, shift);
}
template <int width>
constexpr Operand float_in(Slot slot, int shift) {
  return reg(OperandKind::kFloat, Access::kRead, width, slot, shift);
}
template <int width>
constexpr Operand float_out(Slot slot, int shift) {
  return reg(OperandKind::kFloat, Access::kWrite, width, slot, shift);
}
template <int width>
constexpr Operand float_both(Slot slot, int shift) {
  return reg(OperandKind::kFloat, Access::kReadWrite, width, slot, shift);
}
// A pair whose number is stored halved, in three bits.
constexpr Operand halved(Operand operand) {
  operand.bits = 3;
  operand.scale = 2;
  return operand;
}
constexpr Operand number(OperandKind kind, Slot slot, int shift, int bits, std::int32_t low,
                         std::int32_t high) {
  return {slot,
          kind,
          Access::kRead,
          1,
          low,
          high,
          static_cast<std::uint8_t>(shift),
          static_cast<std::uint8_t>(bits),
          1};
}
constexpr Operand signed_imm(Slot slot, int shift, int bits) {
  return number(OperandKind::kImmediate, slot, shift, bits, -power(bits - 1), power(bits - 1) - 1);
}
constexpr Operand unsigned_imm(Slot slot, int shift, int bits) {
  return number(OperandKind::kImmediate, slot, shift, bits, 0, power(bits) - 1);
}
constexpr Operand count(Slot slot, int shift, int bits) {
  return number(OperandKind::kImmediate, slot, shift, bits, 1, power(bits) - 1);
}
constexpr Operand target() { return number(OperandKind::kTarget, kImm, 0, 18, 0, power(18) - 1); }

template <class... Operands>
constexpr std::array<Operand, sizeof...(Operands)> list(Operands... operands) {
  return {operands...};
}

}  // namespace format_fields

template <Format format>
struct FormatTraits;

namespace format_fields {
#define BSPIKE_FORMAT(enumerator, family, mode, ...)        \
  struct Traits_##enumerator {                              \
    static constexpr Family kFamily = Family::family;       \
    static constexpr AddressMode kMode = AddressMode::mode; \
    static constexpr auto kOperands = list(__VA_ARGS__);    \
  };
#include "arch/isa/format.def"
#undef BSPIKE_FORMAT
}  // namespace format_fields

#define BSPIKE_FORMAT(enumerator, family, mode, ...) \
  template <>                                        \
  struct FormatTraits<Format::enumerator> : format_fields::Traits_##enumerator {};
#include "arch/isa/format.def"
#undef BSPIKE_FORMAT

inline constexpr std::size_t kFormatCount = 0
#define BSPIKE_FORMAT(enumerator, family, mode, ...) +1
#include "arch/isa/format.def"
#undef BSPIKE_FORMAT
    ;

// Without its k: "M_MM".
[[nodiscard]] std::string_view format_name(Format format);

[[nodiscard]] constexpr Family family_of(Format format) {
  switch (format) {
#define BSPIKE_FORMAT(enumerator, family, mode, ...) \
  case Format::enumerator:                           \
    return Family::family;
#include "arch/isa/format.def"
#undef BSPIKE_FORMAT
  }
  return Family::kEngine;
}

[[nodiscard]] constexpr Format format_of(Opcode op) {
  switch (op) {
#define BSPIKE_INSTR(enumerator, mnemonic, opcode, pipe, format, unit, sentence) \
  case Opcode::enumerator:                                                       \
    return Format::format;
#include "arch/isa/isa.def"
#undef BSPIKE_INSTR
  }
  return Format::kNone;
}

[[nodiscard]] constexpr Family family_of(Opcode op) { return family_of(format_of(op)); }

}  // namespace bspike::arch::isa
