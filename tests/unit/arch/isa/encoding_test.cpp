// Tests of the binary form: hand-assembled words, round trips over all instructions, refusals.
#include <gtest/gtest.h>

#include <string>

#include "arch/base/random.hpp"
#include "arch/isa/assembly.hpp"
#include "arch/isa/formats.hpp"

namespace bspike::arch::isa {
namespace {

Instruction random_instruction(const InstructionInfo& row, std::uint64_t seed) {
  Instruction instruction;
  instruction.op = row.op;
  std::uint64_t draw = 0;
  for (const Operand& operand : operands(row.format)) {
    const std::uint64_t bits = base::random_bits(seed, draw++);
    if (operand.kind == OperandKind::kMain || operand.kind == OperandKind::kFloat) {
      const auto number = static_cast<std::uint8_t>(bits % 16 / operand.width * operand.width);
      set_register(instruction, operand.slot, number);
    } else {
      const auto span = static_cast<std::uint64_t>(operand.high - operand.low) + 1;
      set_immediate(instruction, operand.slot,
                    operand.low + static_cast<std::int32_t>(bits % span));
    }
  }
  return instruction;
}

TEST(Encoding, words_by_hand) {
  // opcode 0x001 << 22, d 3 << 18, a 1 << 14, b 2 << 10
  EXPECT_EQ(encode({.op = Opcode::kAdd, .d = 3, .a = 1, .b = 2}, false), 0x004c4800u);
  EXPECT_EQ(encode({.op = Opcode::kAdd, .d = 3, .a = 1, .b = 2}, true), 0x804c4800u);
  // opcode 0x020, immediate -1 in 14 bits
  EXPECT_EQ(encode({.op = Opcode::kAddi, .d = 0, .a = 0, .imm = -1}, false), 0x08003fffu);
  // opcode 0x082 << 22 = 0x20800000; d 4 << 18, a 0, b 1 << 10, c 2 << 6, pair a8:9 = 4 << 3, 1 0 1
  EXPECT_EQ(encode({.op = Opcode::kLd2xst64,
                    .d = 4,
                    .a = 0,
                    .b = 1,
                    .c = 2,
                    .e = 8,
                    .imm = 1,
                    .imm2 = 0,
                    .imm3 = 1},
                   false),
            0x209004a5u);
  // opcode 0x035, a 3 in bits 21..18, target 5
  EXPECT_EQ(encode({.op = Opcode::kBrnzdec, .a = 3, .imm = 5}, false), 0x0d4c0005u);
  EXPECT_EQ(encode({}, false), 0u);  // nop
}

TEST(Encoding, round_trip_of_every_instruction) {
  for (const InstructionInfo& row : all_instructions()) {
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
      const Instruction instruction = random_instruction(row, seed);
      const bool bundled = seed % 2 == 1;
      const auto result = decode(encode(instruction, bundled));
      const auto* decoded = std::get_if<Decoded>(&result);
      ASSERT_NE(decoded, nullptr) << row.mnemonic << ": " << std::get<std::string>(result);
      ASSERT_EQ(decoded->instruction, instruction) << row.mnemonic << " seed " << seed;
      ASSERT_EQ(decoded->bundled, bundled);
    }
  }
}

// Whatever decodes encodes to the same word: no bit is ignored.
TEST(Encoding, every_decodable_word_is_canonical) {
  std::uint64_t legal = 0;
  for (std::uint64_t i = 0; i < 2000000; ++i) {
    const auto word = static_cast<std::uint32_t>(base::random_bits(11, i));
    const auto result = decode(word);
    if (const auto* decoded = std::get_if<Decoded>(&result)) {
      ++legal;
      ASSERT_EQ(encode(decoded->instruction, decoded->bundled), word) << std::hex << word;
    }
  }
  EXPECT_GT(legal, 10000u);
}

std::string problem_of(std::uint32_t word) {
  const auto result = decode(word);
  const auto* problem = std::get_if<std::string>(&result);
  return problem == nullptr ? "" : *problem;
}

TEST(Encoding, refusals) {
  EXPECT_EQ(problem_of(0x7fc00000), "no instruction has the opcode of 0x7fc00000");
  EXPECT_EQ(problem_of(0x00000001), "nop: unused bits are set in 0x00000001");
  EXPECT_EQ(problem_of(0x004c4801), "add: unused bits are set in 0x004c4801");
  EXPECT_EQ(problem_of(encode({.op = Opcode::kF32v2add}, false) | 1u << 14),
            "f32v2add: register a1 is not aligned to 2");
  EXPECT_EQ(problem_of(encode({.op = Opcode::kLda128}, false) | 2u << 18),
            "lda128: register a2 is not aligned to 4");
  EXPECT_EQ(problem_of(encode({.op = Opcode::kRpti}, false)), "rpti: immediate 0 is below 1");
}

std::string issue_error(const std::vector<std::uint32_t>& words, std::uint32_t word) {
  try {
    static_cast<void>(read_issue(words, word));
  } catch (const base::AsmError& error) {
    return error.diagnostics().front().message;
  }
  return "";
}

TEST(Encoding, refusals_of_issues) {
  const Instruction load{.op = Opcode::kLda64, .d = 0, .a = 0, .b = 15};
  const Instruction add{.op = Opcode::kF32v2add, .d = 2, .a = 0, .b = 0};
  const Instruction same{.op = Opcode::kF32v2add, .d = 0, .a = 2, .b = 2};
  const std::uint32_t nop = 0;
  EXPECT_EQ(issue_error({encode(load, true), encode(add, false)}, 0), "");
  EXPECT_EQ(issue_error({nop, encode(load, true), encode(add, false)}, 1),
            "word 1: a bundle must be 8-byte aligned");
  EXPECT_EQ(issue_error({encode(load, true)}, 0),
            "word 0: the bundle is cut: its AUX word is missing");
  EXPECT_EQ(issue_error({nop}, 1), "word 1: the program ends before it");
  EXPECT_EQ(issue_error({encode(load, true), encode(add, true)}, 0),
            "word 1: the second word of a bundle cannot start a bundle");
  EXPECT_EQ(issue_error({encode(load, true), nop}, 0),
            "word 0: nop cannot end a bundle: it is no AUX instruction");
  EXPECT_EQ(issue_error({encode(add, true), encode(add, false)}, 0),
            "word 0: f32v2add cannot lead a bundle: it is no MAIN instruction");
  EXPECT_EQ(issue_error({encode(load, true), encode(same, false)}, 0),
            "word 0: both halves of the bundle write a0");
  EXPECT_EQ(issue_error({encode({.op = Opcode::kRunall}, true), encode(add, false)}, 0),
            "word 0: runall never pairs");
  EXPECT_EQ(issue_error({encode({.op = Opcode::kLd32step, .d = 1, .b = 1}, false)}, 0),
            "word 0: ld32step writes m1 twice");
  // Writes to zero registers vanish, so they cannot clash.
  EXPECT_EQ(issue_error({encode({.op = Opcode::kLd32step, .d = 15, .b = 15}, false)}, 0), "");
}

}  // namespace
}  // namespace bspike::arch::isa
