// Owns how an instruction's body meets registers and memory: operands by its format, one function
// a family. Contract: an executor calls compute, access, paired or branches for the opcode at hand
// and handles Family::kRepeat and Family::kEngine itself; Fields may be an Instruction or any
// struct with the same member names.
#pragma once

#include <utility>

#include "arch/isa/semantics/control.hpp"
#include "arch/isa/semantics/float16.hpp"
#include "arch/isa/semantics/float32.hpp"
#include "arch/isa/semantics/integer.hpp"
#include "arch/isa/semantics/matrix.hpp"
#include "arch/isa/semantics/memory.hpp"
#include "arch/isa/semantics/registers.hpp"

namespace bspike::arch::isa::semantics {

template <Opcode op>
inline constexpr auto kOperandsOf = FormatTraits<format_of(op)>::kOperands;

// Which operands the body gets: all that are read, in order.
template <Opcode op>
inline constexpr std::size_t kFirstRead = kOperandsOf<op>[0].access == Access::kWrite ? 1 : 0;

template <Opcode op, class Fields>
[[gnu::always_inline]] inline void compute(Registers& registers, const Fields& fields) {
  constexpr auto& operands = kOperandsOf<op>;
  [&]<std::size_t... index>(std::index_sequence<index...>) {
    const auto run = [&](auto&... state) {
      return body(Is<op>{}, state...,
                  read_operand<operands[kFirstRead<op> + index]>(registers, fields)...);
    };
    if constexpr (kUsesMatrix<op>) {
      write_operand<operands[0]>(registers, fields, run(registers.matrix));
    } else {
      write_operand<operands[0]>(registers, fields, run());
    }
  }
  (std::make_index_sequence<operands.size() - kFirstRead<op>>{});
}

// What the body of a load reads.
template <Opcode op>
[[nodiscard]] consteval auto loaded_type() {
  if constexpr (requires { body(Is<op>{}, Loaded<u8>{}); }) return Loaded<u8>{};
  if constexpr (requires { body(Is<op>{}, Loaded<i8>{}); }) return Loaded<i8>{};
  if constexpr (requires { body(Is<op>{}, Loaded<u16>{}); }) return Loaded<u16>{};
  if constexpr (requires { body(Is<op>{}, Loaded<i16>{}); }) return Loaded<i16>{};
  if constexpr (requires { body(Is<op>{}, Loaded<u32>{}); }) return Loaded<u32>{};
  if constexpr (requires { body(Is<op>{}, Loaded<Bits64>{}); }) return Loaded<Bits64>{};
  if constexpr (requires { body(Is<op>{}, Loaded<Bits128>{}); }) return Loaded<Bits128>{};
}

template <AddressMode mode, u32 size, class Fields>
[[nodiscard]] inline u32 address(const Registers& r, const Fields& f) {
  if constexpr (mode == AddressMode::kOffset) {
    return r.m[f.a] + r.m[f.b] + static_cast<u32>(f.imm) * size;
  }
  if constexpr (mode == AddressMode::kStep) return r.m[f.a] + r.m[f.b];
  if constexpr (mode == AddressMode::kRegisterStep) return r.m[f.a];
  if constexpr (mode == AddressMode::kIndexed) return r.m[f.a] + r.m[f.b] * size;
}

template <AddressMode mode, u32 size, class Fields>
inline void step_pointer(Registers& r, const Fields& f) {
  if constexpr (mode == AddressMode::kStep) r.m[f.b] += static_cast<u32>(f.imm) * size;
  if constexpr (mode == AddressMode::kRegisterStep) r.m[f.a] += r.m[f.b];
}

// False: a fault, noted by the memory; nothing has changed.
template <Opcode op, class Fields, class Memory>
[[nodiscard, gnu::always_inline]] inline bool load(Registers& r, const Fields& f, Memory& memory) {
  constexpr AddressMode mode = FormatTraits<format_of(op)>::kMode;
  decltype(loaded_type<op>()) loaded;
  constexpr u32 size = sizeof loaded.value;
  const u32 from = address<mode, size>(r, f);
  const auto* bytes = memory.template read<size>(from);
  if (bytes == nullptr) [[unlikely]]
    return false;
  if constexpr (size == 16) {
    if (!memory.together(from, from + 8)) [[unlikely]]
      return false;
  }
  std::memcpy(&loaded.value, bytes, size);
  step_pointer<mode, size>(r, f);
  write_operand<kOperandsOf<op>[0]>(r, f, body(Is<op>{}, loaded));
  return true;
}

template <Opcode op, class Fields, class Memory>
[[nodiscard, gnu::always_inline]] inline bool store(Registers& r, const Fields& f, Memory& memory) {
  constexpr AddressMode mode = FormatTraits<format_of(op)>::kMode;
  const auto stored = body(Is<op>{}, read_operand<kOperandsOf<op>[0]>(r, f));
  constexpr u32 size = sizeof stored;
  const u32 to = address<mode, size>(r, f);
  auto* bytes = memory.template write<size>(to);
  if (bytes == nullptr) [[unlikely]]
    return false;
  if constexpr (size == 16) {
    if (!memory.together(to, to + 8)) [[unlikely]]
      return false;
  }
  std::memcpy(bytes, &stored, size);
  step_pointer<mode, size>(r, f);
  return true;
}

// An instruction that goes on to the next one. False: a fault, noted by the memory.
template <Opcode op, class Fields, class Memory>
[[nodiscard, gnu::always_inline]] inline bool advance(Registers& r, const Fields& f,
                                                      Memory& memory) {
  constexpr Family family = family_of(op);
  if constexpr (family == Family::kLoad) return load<op>(r, f, memory);
  if constexpr (family == Family::kStore) return store<op>(r, f, memory);
  if constexpr (family == Family::kPaired) return body(Is<op>{}, r, f, memory);
  if constexpr (family == Family::kCompute) {
    compute<op>(r, f);
    return true;
  }
}

// Whether a branch is taken; writes its register where the format says so.
template <Opcode op, class Fields>
[[nodiscard, gnu::always_inline]] inline bool branches(Registers& r, const Fields& f) {
  constexpr auto& operands = kOperandsOf<op>;
  if constexpr (operands.size() == 1) {
    return body(Is<op>{});
  } else if constexpr (operands[0].access == Access::kReadWrite) {
    return body(Is<op>{}, r.m[f.a]);
  } else {
    return body(Is<op>{}, static_cast<u32>(r.m[f.a]));
  }
}

}  // namespace bspike::arch::isa::semantics
