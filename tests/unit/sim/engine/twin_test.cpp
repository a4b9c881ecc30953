// Tests the fast loop against its traced twin on random programs: equal registers, memory, counts
// and faults.
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <vector>

#include "arch/base/random.hpp"
#include "sim/engine/bare_run.hpp"
#include "tests/isa/isa_machine.hpp"
#include "tests/support/random_program/random_program.hpp"

namespace bspike::sim {
namespace {

using tests::kIsaMemoryBytes;

std::vector<std::byte> random_memory(std::uint64_t seed) {
  std::vector<std::byte> bytes(kIsaMemoryBytes);
  for (std::size_t i = 0; i < bytes.size(); i += 4) {
    // Mostly floats near 1, now and then any bits.
    const std::uint64_t draw = arch::base::random_bits(seed, i);
    const auto near_one = static_cast<std::uint32_t>(0x3f000000 + (draw >> 40));
    const auto value = draw % 8 == 0 ? static_cast<std::uint32_t>(draw >> 32) : near_one;
    std::memcpy(bytes.data() + i, &value, 4);
  }
  return bytes;
}

struct Outcome {
  BareResult result;
  std::vector<std::byte> memory;
};

Outcome run(const tests::RandomProgram& random, std::uint64_t seed, bool traced) {
  Outcome outcome;
  outcome.memory = random_memory(seed);
  BareRun bare;
  bare.memory = {outcome.memory.data(), 0, kIsaMemoryBytes};
  const std::uint32_t vertex_base = seed % 2 == 0 ? 0x6000 : 0xa000;
  bare.registers = bare_start(tests::isa_machine(), 3, vertex_base, 0xe000);
  bare.worker = 3;
  outcome.result = traced ? run_bare_traced(random.program, tests::isa_machine(), bare, {})
                          : run_bare(random.program, tests::isa_machine(), bare);
  return outcome;
}

void expect_equal(const Outcome& fast, const Outcome& slow) {
  ASSERT_EQ(name(fast.result.fault.kind), name(slow.result.fault.kind));
  ASSERT_EQ(fast.result.fault.pc_word, slow.result.fault.pc_word);
  ASSERT_EQ(fast.result.fault.address, slow.result.fault.address);
  ASSERT_EQ(fast.result.fault.code, slow.result.fault.code);
  ASSERT_EQ(fast.result.slots, slow.result.slots);
  ASSERT_EQ(fast.result.instructions, slow.result.instructions);
  ASSERT_EQ(fast.memory, slow.memory);
  if (fast.result.fault.kind == FaultKind::kNone) {
    ASSERT_EQ(fast.result.registers.m, slow.result.registers.m);
    ASSERT_EQ(fast.result.registers.a, slow.result.registers.a);
  }
}

TEST(Twin, random_programs_agree) {
  std::map<FaultKind, int> outcomes;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    tests::RandomProgramOptions options;
    options.codelets = 1;
    options.statements = 30;
    const auto random = tests::random_program(seed, options);
    const Outcome fast = run(random, seed, false);
    expect_equal(fast, run(random, seed, true));
    if (HasFatalFailure()) {
      ADD_FAILURE() << random.text;
      return;
    }
    ++outcomes[fast.result.fault.kind];
  }
  // The generator must reach good ends and each kind of fault that a lone worker can make.
  for (const FaultKind kind : {FaultKind::kNone, FaultKind::kOutOfRange, FaultKind::kMisaligned,
                               FaultKind::kCodeAccess, FaultKind::kRepeatLimit, FaultKind::kTrap}) {
    EXPECT_GT(outcomes[kind], 0) << name(kind);
  }
  EXPECT_GT(outcomes[FaultKind::kNone], 1000);
}

TEST(Twin, the_trace_tells_each_issue_in_order) {
  const auto program = arch::isa::assemble(
      ".codelet a\n"
      "  seti m0, 1\n"
      "again:\n"
      "  { brnzdec m0, again ; f32add a0, a0, a1 }\n"
      "  exit\n",
      "a.tasm");
  std::vector<std::byte> memory(kIsaMemoryBytes);
  BareRun bare;
  bare.memory = {memory.data(), 0, kIsaMemoryBytes};
  bare.registers.a[1] = 0x3f800000;
  std::vector<std::uint32_t> words;
  std::vector<std::uint64_t> slots;
  std::vector<std::uint32_t> sums;
  const auto result =
      run_bare_traced(program, tests::isa_machine(), bare, [&](const TraceStep& step) {
        words.push_back(step.pc_word);
        slots.push_back(step.slots);
        sums.push_back(step.registers.a[0]);
      });
  // The assembler puts a nop at word 1; the bundle lies at 2 and runs twice.
  EXPECT_EQ(words, (std::vector<std::uint32_t>{0, 1, 2, 2, 4}));
  EXPECT_EQ(slots, (std::vector<std::uint64_t>{1, 2, 3, 4, 5}));
  EXPECT_EQ(sums, (std::vector<std::uint32_t>{0, 0, 0x3f800000, 0x40000000, 0x40000000}));
  EXPECT_EQ(result.slots, 5u);
  EXPECT_EQ(result.cycles, 30u);
}

TEST(Twin, unknown_codelets_are_named) {
  const auto program = arch::isa::assemble(".program p\n.codelet a\n  exit\n", "a.tasm");
  std::vector<std::byte> memory(kIsaMemoryBytes);
  BareRun bare;
  bare.memory = {memory.data(), 0, kIsaMemoryBytes};
  bare.codelet = "b";
  try {
    static_cast<void>(run_bare(program, tests::isa_machine(), bare));
    FAIL();
  } catch (const arch::base::CompileError& error) {
    EXPECT_STREQ(error.what(), "program p has no codelet \"b\"");
  }
}

}  // namespace
}  // namespace bspike::sim
