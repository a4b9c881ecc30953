// Tests of the assembler's refusals: each bad text with the exact message, place and hint.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "arch/isa/assembly.hpp"

namespace bspike::arch::isa {
namespace {

struct BadText {
  std::string text;
  std::string message;
};

std::string message_of(const std::string& text) {
  try {
    static_cast<void>(assemble(text, "bad.tasm"));
  } catch (const base::AsmError& error) {
    return error.what();
  }
  return "accepted";
}

const std::vector<BadText> kBadTexts = {
    {"", "bad.tasm:1:1: the program has neither codelet nor supervisor"},
    {"exit", "bad.tasm:1:1: an instruction outside a codelet or the supervisor"},
    {"here:", "bad.tasm:1:1: a label outside a codelet or the supervisor"},
    {".codelet a\n  addd m0, m1, m2\n  exit",
     "bad.tasm:2:3: unknown instruction \"addd\"\n  hint: did you mean \"add\"?"},
    {".codelet a\n  frobnicate\n  exit", "bad.tasm:2:3: unknown instruction \"frobnicate\""},
    {".codelet a\n  add m0, m1\n  exit", "bad.tasm:2:3: add takes 3 operands (d, a, b), found 2"},
    {".codelet a\n  exit m0", "bad.tasm:2:3: exit takes 0 operands, found 1"},
    {".codelet a\n  br\n", "bad.tasm:2:3: br takes 1 operand (target), found 0"},
    {".codelet a\n  add m0, a1, m2\n  exit",
     "bad.tasm:2:11: operand a of add must be an integer register m0 to m15, found \"a1\""},
    {".codelet a\n  add m16, m1, m2\n  exit",
     "bad.tasm:2:7: operand d of add must be an integer register m0 to m15, found \"m16\""},
    {".codelet a\n  f32add a0, m1, a2\n  exit",
     "bad.tasm:2:14: operand a of f32add must be a float register a0 to a15, found \"m1\""},
    {".codelet a\n  f32v2add a0:1, a1:2, a2:3\n  exit",
     "bad.tasm:2:18: operand a of f32v2add must be an aligned float pair such as a0:1, found "
     "\"a1:2\""},
    {".codelet a\n  lda128 a0:1, m0, m15, 0\n  exit",
     "bad.tasm:2:10: operand d of lda128 must be an aligned float quad such as a0:3, found "
     "\"a0:1\""},
    {".codelet a\n  addi m0, m0, 8192\n  exit",
     "bad.tasm:2:16: operand immediate of addi must be a number from -8192 to 8191, found "
     "\"8192\""},
    {".codelet a\n  seti m0, -1\n  exit",
     "bad.tasm:2:12: operand immediate of seti must be a number from 0 to 262143, found \"-1\""},
    {".codelet a\n  addi m0, m0, 1x\n  exit",
     "bad.tasm:2:16: operand immediate of addi must be a number from -8192 to 8191, found "
     "\"1x\""},
    {".codelet a\n  aseti a0, 0.1\n  exit",
     "bad.tasm:2:13: operand immediate of aseti must be a float whose low 14 bits are 0, found "
     "\"0.1\""},
    {".codelet a\n  rpti 3, 0\n  exit",
     "bad.tasm:2:11: operand n of rpti must be a number from 1 to 1023, found \"0\""},
    {".codelet a\n  ldst64 a0:1, m0, m1, m2, 1, 1\n  exit",
     "bad.tasm:2:24: operand s of ldst64 must be an aligned float pair such as a0:1, found "
     "\"m2\""},
    {".codelet a\n  brz m0, nowhere\n  exit", "bad.tasm:2:11: unknown label \"nowhere\""},
    {".codelet a\nloop:\n  brz m0, lop\n  exit",
     "bad.tasm:3:11: unknown label \"lop\"\n  hint: did you mean \"loop\"?"},
    {".codelet a\n  brz m0, 17\n  exit",
     "bad.tasm:2:11: the target of brz must be a label or @N, found \"17\""},
    {".codelet a\nx:\n  nop\nx:\n  exit",
     "bad.tasm:4:1: label \"x\" is defined twice\n  hint: first in line 2"},
    {".codelet a\n7up:\n  exit", "bad.tasm:2:1: \"7up\" is no name for a label"},
    {".codelet\n  exit",
     "bad.tasm:1:9: .codelet needs a name, found \"\"\n"
     "bad.tasm:2:3: an instruction outside a codelet or the supervisor"},
    {".codelet a b\n  exit",
     "bad.tasm:1:10: .codelet needs a name, found \"a b\"\n"
     "bad.tasm:2:3: an instruction outside a codelet or the supervisor"},
    {".codelet a\n  exit\n.codelet a\n  exit", "bad.tasm:3:10: codelet \"a\" is defined twice"},
    {".text\n.codelet a\n  exit",
     "bad.tasm:1:1: unknown directive \".text\"\n  hint: known are .program, .codelet and "
     ".supervisor"},
    {".supervisor main\n  done", "bad.tasm:1:13: .supervisor takes no name"},
    {".supervisor\n  done\n.supervisor\n  done", "bad.tasm:3:1: a second .supervisor"},
    {".codelet a\n  { nop ; mov32 a0, a1\n  exit", "bad.tasm:2:3: the bundle has no closing brace"},
    {".codelet a\n  { nop }\n  exit",
     "bad.tasm:2:3: a bundle holds two instructions separated by `;`, found 1"},
    {".codelet a\n  { nop ; mov32 a0, a1 } nop\n  exit",
     "bad.tasm:2:25: unexpected text behind the bundle"},
    {".codelet a\n  { nop ; }\n  exit", "bad.tasm:2:10: an instruction is missing"},
    {".codelet a\n  { nop ; nop }\n  exit",
     "bad.tasm:2:3: nop cannot end a bundle: it is no AUX instruction"},
    {".codelet a\n  { mov32 a0, a1 ; mov32 a2, a1 }\n  exit",
     "bad.tasm:2:3: mov32 cannot lead a bundle: it is no MAIN instruction"},
    {".codelet a\n  { lda32 a0, m0, m15, 0 ; mov32 a0, a1 }\n  exit",
     "bad.tasm:2:3: both halves of the bundle write a0"},
    {".codelet a\n  ld2x64 a0:3, m0, m0, 1, 1\n  exit", "bad.tasm:2:3: ld2x64 writes m0 twice"},
    {".codelet a\n  nop\n",
     "bad.tasm:2:3: codelet a can run past its end: it must end in exit, trap or br"},
    {".supervisor\n  lsync\n",
     "bad.tasm:2:3: the supervisor can run past its end: it must end in done, trap or br"},
    {".codelet a\n.codelet b\n  exit", "bad.tasm:1:10: codelet a is empty"},
    {".codelet a\n  rpti 2, 1\n  nop\n  exit", "bad.tasm:3:3: a repeat body holds bundles only"},
    {".codelet a\n  rpti 2, 3\n  { nop ; mov32 a0, a1 }\n  exit",
     "bad.tasm:2:3: the repeat body runs past the end of codelet a"},
    {".codelet a\n  rpti 2, 1\n  { exit ; mov32 a0, a1 }\n  exit",
     "bad.tasm:3:3: exit cannot stand in a repeat body"},
    {".codelet a\n  rpti 2, 1\nx:\n  { nop ; mov32 a0, a1 }\n  br x",
     "bad.tasm:5:3: the target @2 lies in a repeat body"},
    {".codelet a\n  br @1\n", "bad.tasm:2:3: the target @1 lies outside codelet a"},
    {".codelet a\n  { br @1 ; mov32 a0, a1 }\n",
     "bad.tasm:2:3: the target @1 is the second word of a bundle"},
    {".codelet a\n  lsync\n  exit", "bad.tasm:2:3: lsync belongs to the supervisor"},
    {".supervisor\n  exit\n", "bad.tasm:2:3: exit is no instruction of the supervisor"},
    {".supervisor\n  f32add a0, a1, a2\n  done",
     "bad.tasm:2:3: f32add is no instruction of the supervisor"},
    {".supervisor\n  { nop ; mov32 a0, a1 }\n  done",
     "bad.tasm:2:3: the supervisor issues no bundles"},
    {".supervisor\n  rpti 2, 1\n  { nop ; mov32 a0, a1 }\n  done",
     "bad.tasm:2:3: rpti is no instruction of the supervisor\n"
     "bad.tasm:3:3: the supervisor issues no bundles"},
};

TEST(AssemblerErrors, messages_are_exact) {
  for (const BadText& bad : kBadTexts) {
    EXPECT_EQ(message_of(bad.text), bad.message) << bad.text;
  }
}

TEST(AssemblerErrors, all_problems_are_gathered) {
  EXPECT_EQ(message_of(".codelet a\n  add m0, m1, a2\n  subb m0, m1, m2\n  addi m0, m0, 9999\n"),
            "bad.tasm:2:15: operand b of add must be an integer register m0 to m15, found \"a2\"\n"
            "bad.tasm:3:3: unknown instruction \"subb\"\n  hint: did you mean \"sub\"?\n"
            "bad.tasm:4:16: operand immediate of addi must be a number from -8192 to 8191, found "
            "\"9999\"");
}

}  // namespace
}  // namespace bspike::arch::isa
