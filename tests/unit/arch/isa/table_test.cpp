// Tests of the tables themselves: encodings never overlap, every operand bit is used once, names
// are unique, and what the table says of loads, stores and branches holds.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "arch/isa/assembly.hpp"
#include "arch/isa/formats.hpp"

namespace bspike::arch::isa {
namespace {

TEST(Table, opcodes_and_mnemonics_are_unique_and_fit) {
  std::set<std::uint16_t> opcodes;
  std::set<std::string_view> mnemonics;
  for (const InstructionInfo& row : all_instructions()) {
    const auto opcode = static_cast<std::uint16_t>(row.op);
    EXPECT_LT(opcode, kOpcodeSpace) << row.mnemonic;
    EXPECT_TRUE(opcodes.insert(opcode).second) << row.mnemonic;
    EXPECT_TRUE(mnemonics.insert(row.mnemonic).second) << row.mnemonic;
    EXPECT_EQ(find_info(opcode), &info(row.op));
    EXPECT_EQ(find_mnemonic(row.mnemonic), row.op);
    EXPECT_TRUE(row.sentence.ends_with('.')) << row.mnemonic;
  }
  EXPECT_EQ(find_info(0x1ff), nullptr);
  EXPECT_EQ(find_mnemonic("addd"), std::nullopt);
}

// An opcode takes the bits above 22, so words of two rows differ; within a row fields must not.
TEST(Table, no_bit_of_a_word_belongs_to_two_operands) {
  for (std::size_t i = 0; i < kFormatCount; ++i) {
    const auto format = static_cast<Format>(i);
    std::uint32_t used = 0;
    std::set<Slot> slots;
    for (const Operand& operand : operands(format)) {
      const std::uint32_t field = ((1u << operand.bits) - 1) << operand.shift;
      EXPECT_EQ(used & field, 0u) << format_name(format);
      EXPECT_EQ(field >> 22, 0u) << format_name(format);
      EXPECT_TRUE(slots.insert(operand.slot).second) << format_name(format);
      used |= field;
    }
  }
}

TEST(Table, fields_hold_all_values_of_their_operand) {
  for (std::size_t i = 0; i < kFormatCount; ++i) {
    for (const Operand& operand : operands(static_cast<Format>(i))) {
      const bool is_register =
          operand.kind == OperandKind::kMain || operand.kind == OperandKind::kFloat;
      if (is_register) {
        EXPECT_GE((1 << operand.bits) * operand.scale, 16);
        EXPECT_EQ(operand.width % operand.scale, 0);
      } else {
        EXPECT_LE(operand.high - operand.low, (1 << operand.bits) - 1);
        EXPECT_LE(operand.low, operand.high);
      }
    }
  }
}

TEST(Table, kinds_of_access) {
  EXPECT_TRUE(info(Opcode::kLd2x64).is_load);
  EXPECT_FALSE(info(Opcode::kLd2x64).is_store);
  EXPECT_TRUE(info(Opcode::kLdst64).is_load);
  EXPECT_TRUE(info(Opcode::kLdst64).is_store);
  EXPECT_TRUE(info(Opcode::kLd2xst64).is_store);
  EXPECT_TRUE(info(Opcode::kSt8).is_store);
  EXPECT_FALSE(info(Opcode::kSt8).is_load);
  EXPECT_TRUE(info(Opcode::kBrnzdec).is_branch);
  EXPECT_FALSE(info(Opcode::kRpt).is_branch);
  EXPECT_TRUE(info(Opcode::kRunall).supervisor_only);
  EXPECT_FALSE(info(Opcode::kExit).supervisor_only);
}

TEST(Table, aux_instructions_touch_float_registers_only) {
  for (const InstructionInfo& row : all_instructions()) {
    if (row.pipe != Pipe::kAux) continue;
    EXPECT_FALSE(row.is_load || row.is_store || row.is_branch) << row.mnemonic;
    for (const Operand& operand : operands(row.format)) {
      EXPECT_NE(operand.kind, OperandKind::kMain) << row.mnemonic;
    }
  }
}

TEST(Table, no_ops) {
  EXPECT_TRUE(is_no_op({}));
  Instruction add;
  add.op = Opcode::kAdd;
  add.d = kMainZero;
  EXPECT_TRUE(is_no_op(add));
  add.d = 0;
  EXPECT_FALSE(is_no_op(add));
  Instruction load;
  load.op = Opcode::kLda32;
  load.d = kFloatZero;
  EXPECT_FALSE(is_no_op(load));  // may fault
  Instruction step;
  step.op = Opcode::kF32amp;
  step.d = kFloatZero;
  EXPECT_FALSE(is_no_op(step));  // the matrix unit keeps sums
}

}  // namespace
}  // namespace bspike::arch::isa
