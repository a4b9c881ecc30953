// Tests that text, program and words agree on random programs, and that docs/isa.md is current.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "arch/isa/assembly.hpp"
#include "arch/isa/formats.hpp"
#include "tests/support/random_program/random_program.hpp"

namespace bspike::arch::isa {
namespace {

TEST(RoundTrip, disassembled_programs_assemble_to_the_same_words) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const auto random = tests::random_program(seed);
    const std::string text = disassemble(random.program);
    const TileProgram again = assemble(text, "again.tasm");
    ASSERT_EQ(again.words, random.program.words) << "seed " << seed << "\n" << text;
    ASSERT_EQ(again.supervisor_entry_word, random.program.supervisor_entry_word);
    ASSERT_EQ(again.codelets.size(), random.program.codelets.size());
    for (std::size_t i = 0; i < again.codelets.size(); ++i) {
      ASSERT_EQ(again.codelets[i].name, random.program.codelets[i].name);
      ASSERT_EQ(again.codelets[i].entry_word, random.program.codelets[i].entry_word);
      ASSERT_EQ(again.codelets[i].end_word, random.program.codelets[i].end_word);
    }
    ASSERT_EQ(disassemble(again), text);
  }
}

TEST(RoundTrip, random_programs_use_every_instruction) {
  std::set<Opcode> seen;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto random = tests::random_program(seed);
    for (const std::uint32_t word : random.program.words) {
      seen.insert(std::get<Decoded>(decode(word)).instruction.op);
    }
  }
  for (const InstructionInfo& row : all_instructions()) {
    const bool other_start = row.op == Opcode::kRunall;
    EXPECT_TRUE(seen.contains(row.op) || other_start) << row.mnemonic;
  }
}

TEST(RoundTrip, every_issue_knows_its_line) {
  const TileProgram program = assemble(
      ".codelet a\n"                // 1
      "  seti m0, 3\n"              // 2: word 0
      "  { nop ; mov32 a0, a1 }\n"  // 3: nop at 1, bundle at 2
      "\n"                          // 4
      "  exit\n",                   // 5: word 4
      "x.tasm");
  ASSERT_EQ(program.lines.size(), 3u);
  EXPECT_EQ(program.lines[0].word, 0u);
  EXPECT_EQ(program.lines[0].line, 2u);
  EXPECT_EQ(program.lines[1].word, 1u);
  EXPECT_EQ(program.lines[1].line, 3u);
  EXPECT_EQ(program.lines[2].word, 4u);
  EXPECT_EQ(program.lines[2].line, 5u);
}

// A label in front of padding means what stands behind it, so loops do not run the padding.
TEST(RoundTrip, labels_go_behind_padding) {
  const TileProgram program = assemble(
      ".codelet a\n"
      "  seti m0, 3\n"
      "again:\n"
      "  { brnzdec m0, again ; mov32 a0, a1 }\n"
      "  exit\n",
      "x.tasm");
  EXPECT_EQ(read_issue(program.words, 2).first.imm, 2);
}

TEST(RoundTrip, odd_spellings) {
  const TileProgram program = assemble(
      "\t.program  p.q-r \r\n"
      ".codelet a ; comment\r\n"
      "start: addi m0,m0,-0x10 # comment ; more\r\n"
      "  {nop;aseti a0,1.5}   # comment\r\n"
      "  aseti a1, 1e2\n"
      "  br @0",
      "x.tasm");
  EXPECT_EQ(program.name, "p.q-r");
  EXPECT_EQ(read_issue(program.words, 0).first.imm, -16);
  EXPECT_EQ(instruction_text(read_issue(program.words, 2).aux), "aseti a0, 1.5");
  EXPECT_EQ(instruction_text(read_issue(program.words, 4).first), "aseti a1, 100.0");
}

TEST(RoundTrip, every_aseti_immediate_survives_its_text) {
  for (std::int32_t value = 0; value < 1 << 18; value += 7) {
    const Instruction instruction{.op = Opcode::kAseti, .imm = value};
    const TileProgram program =
        assemble(".codelet a\n" + instruction_text(instruction) + "\nexit\n", "x.tasm");
    ASSERT_EQ(program.words[0], encode(instruction, false)) << instruction_text(instruction);
  }
}

TEST(Document, the_page_in_docs_is_current) {
  std::ifstream in(std::string(BSPIKE_SOURCE_DIR) + "/docs/isa.md");
  std::ostringstream page;
  page << in.rdbuf();
  EXPECT_EQ(page.str(), document_isa())
      << "docs/isa.md differs from document_isa(): BSPIKE_REBASE=1 rewrites it";
  if (std::getenv("BSPIKE_REBASE") != nullptr) {
    std::ofstream(std::string(BSPIKE_SOURCE_DIR) + "/docs/isa.md") << document_isa();
  }
}

}  // namespace
}  // namespace bspike::arch::isa
