// Owns single steps by opcode, for those who interpret decoded instructions one by one: the
// supervisor and the traced loop. Generated from isa.def; the bodies are the fast loop's.
#pragma once

#include <array>

#include "arch/isa/semantics/execute.hpp"
#include "sim/engine/checked_memory.hpp"

namespace bspike::sim {

template <class Memory>
struct Step {
  // nullptr where the family is another.
  bool (*advance)(arch::isa::semantics::Registers&, const arch::isa::Instruction&,
                  Memory&) = nullptr;
  bool (*branches)(arch::isa::semantics::Registers&, const arch::isa::Instruction&) = nullptr;
};

namespace step_table_parts {

template <arch::isa::Opcode op, class Memory>
bool advance(arch::isa::semantics::Registers& registers, const arch::isa::Instruction& instruction,
             Memory& memory) {
  return arch::isa::semantics::advance<op>(registers, instruction, memory);
}

template <arch::isa::Opcode op>
bool branches(arch::isa::semantics::Registers& registers,
              const arch::isa::Instruction& instruction) {
  return arch::isa::semantics::branches<op>(registers, instruction);
}

template <arch::isa::Opcode op, class Memory>
constexpr Step<Memory> make_step() {
  using arch::isa::Family;
  constexpr Family family = arch::isa::family_of(op);
  Step<Memory> step;
  if constexpr (family == Family::kBranch) {
    step.branches = branches<op>;
  } else if constexpr (family != Family::kEngine && family != Family::kRepeat) {
    step.advance = advance<op, Memory>;
  }
  return step;
}

template <class Memory>
constexpr std::array<Step<Memory>, arch::isa::kOpcodeSpace> make_table() {
  std::array<Step<Memory>, arch::isa::kOpcodeSpace> table{};
#define BSPIKE_INSTR(enumerator, mnemonic, opcode, pipe, format, unit, sentence) \
  table[opcode] = make_step<arch::isa::Opcode::enumerator, Memory>();
#include "arch/isa/isa.def"
#undef BSPIKE_INSTR
  return table;
}

}  // namespace step_table_parts

template <class Memory>
inline constexpr auto kStepTable = step_table_parts::make_table<Memory>();

template <class Memory>
[[nodiscard]] constexpr const Step<Memory>& step_of(arch::isa::Opcode op) {
  return kStepTable<Memory>[static_cast<std::size_t>(op)];
}

}  // namespace bspike::sim
