// Tests that lists are found whose entries lead to accesses, and that looking ahead along them
// changes nothing, wherever registers point.
#include "sim/engine/list_prefetch.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "arch/isa/assembly.hpp"
#include "sim/engine/interpreter_loop.hpp"
#include "sim/engine/micro_program.hpp"
#include "tests/isa/isa_machine.hpp"

namespace bspike::sim {
namespace {

// Rows of 64 bytes that a list of 10 offsets at 0x400 names, from 0x800 on.
const std::string kGather =
    ".codelet c\n  seti m4, 0x400\n  seti m6, 0x800\n  seti m1, 9\n"
    "spike:\n  ld32step m2, m15, m4, 1\n  add m3, m6, m2\n  rpti 8, 1\n"
    "  { lda64step a0:1, m15, m3, 1 ; f32v2add a2:3, a2:3, a0:1 }\n"
    "  brnzdec m1, spike\n  exit\n"
    ".supervisor\n  runall m15, m12\n  lsync\n  done\n";

MicroProgram predecoded(const std::string& text, bool prefetch) {
  return predecode(arch::isa::assemble(text, "list.tasm"), tests::isa_machine(), prefetch);
}

TEST(ListPrefetch, FindsTheRowsThatAListNames) {
  EXPECT_TRUE(predecoded(kGather, false).prefetches.empty());
  const MicroProgram micro = predecoded(kGather, true);
  ASSERT_EQ(micro.prefetches.size(), 1u);
  const ListPrefetch& found = micro.prefetches[0];
  EXPECT_EQ(found.load.d, 2);
  EXPECT_EQ(found.lines, 1u);
  ASSERT_EQ(found.path.size(), 2u);  // the sum, the row
  EXPECT_NE(found.path[0].compute, nullptr);
  EXPECT_EQ(found.path[1].compute, nullptr);
  EXPECT_EQ(found.written, (std::vector<std::uint8_t>{2, 3}));
}

TEST(ListPrefetch, LeavesWhatIsNoListAlone) {
  const std::string sum =
      ".codelet c\n  seti m4, 0x400\n  seti m1, 9\n"
      "again:\n  ld32step m2, m15, m4, 1\n  add m3, m3, m2\n  brnzdec m1, again\n  exit\n"
      ".supervisor\n  runall m15, m12\n  lsync\n  done\n";
  EXPECT_TRUE(predecoded(sum, true).prefetches.empty());
}

// 0xfffffff0 and the like: the entry ahead, and what it names, lie anywhere.
TEST(ListPrefetch, ChangesNoRegisterWhereverTheyPoint) {
  const MicroProgram micro = predecoded(kGather, true);
  std::vector<std::byte> bytes(0x1000, std::byte{0xff});
  const TileMemory memory{bytes.data(), 0x4c000, 0x1000};
  for (const std::uint32_t pointer :
       {0u, 0x4c000u, 0x4c7fcu, 0x4cffcu, 0x4d000u, 0x7fffffffu, 0xfffffff0u}) {
    arch::isa::semantics::Registers registers;
    for (std::uint32_t i = 0; i < 15; ++i) registers.m[i] = pointer + i;
    const arch::isa::semantics::Registers before = registers;
    prefetch_uses(micro.prefetches[0], registers, memory);
    EXPECT_EQ(registers, before) << pointer;
  }
}

// Micro-ops that look ahead count nothing.
TEST(ListPrefetch, CostsNoSlots) {
  const MicroProgram with = predecoded(kGather, true);
  const MicroProgram without = predecoded(kGather, false);
  EXPECT_EQ(with.ops.size(), without.ops.size() + 1);
  EXPECT_EQ(with.slots_before, without.slots_before);
  EXPECT_EQ(with.instructions_before, without.instructions_before);
}

}  // namespace
}  // namespace bspike::sim
