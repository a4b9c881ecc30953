// Tests tiles of one program that run on several threads: the same memory, counts and profile as
// one after the other, also while codelets are translated on the way. ThreadSanitizer runs it too.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "arch/isa/assembly.hpp"
#include "sim/engine/compiled/compiled_executor.hpp"
#include "sim/engine/thread_pool.hpp"
#include "tests/isa/isa_machine.hpp"

namespace bspike::sim {
namespace {

constexpr std::size_t kTiles = 48;
constexpr std::uint32_t kLaunch = 0x6000;

// Worker w adds up 200 words from the launch address on, times the tile's own first word.
const std::string kProgram =
    ".codelet c\n  ld32 m0, m12, m15, 0\n  addi m2, m12, 0\n  seti m1, 199\nagain:\n"
    "  ld32step m3, m15, m2, 1\n  mul m3, m3, m0\n  add m4, m4, m3\n  brnzdec m1, again\n"
    "  st32x m4, m13, m14\n  exit\n"
    ".supervisor\n  runall m15, m12\n  lsync\n  runall m15, m12\n  lsync\n  done\n";

struct Outcome {
  std::vector<std::byte> memory;
  std::vector<std::uint64_t> instructions;
  Executor::Profile profile;
};

Outcome run_on(std::uint32_t threads, const Executor& executor) {
  const arch::Machine machine = tests::isa_machine();
  const auto program = arch::isa::assemble(kProgram, "concurrent.tasm");
  const auto prepared = executor.prepare(program, machine, {.profile_lines = true});
  Outcome outcome;
  outcome.memory.resize(kTiles * tests::kIsaMemoryBytes);
  for (std::size_t i = 0; i < outcome.memory.size(); i += 4) {
    const auto word = static_cast<std::uint32_t>(i * 2654435761u);
    std::memcpy(outcome.memory.data() + i, &word, 4);
  }
  std::vector<ComputeCounts> counts(kTiles);
  ThreadPool pool(threads);
  for (int phase = 0; phase < 20; ++phase) {
    pool.run(kTiles, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        std::byte* bytes = outcome.memory.data() + i * tests::kIsaMemoryBytes;
        const Fault fault = executor.run(*prepared, {bytes, 0, tests::kIsaMemoryBytes}, 0, 0xe000,
                                         kLaunch, counts[i]);
        if (fault.kind != FaultKind::kNone) throw std::runtime_error("a fault");
      }
    });
  }
  for (const ComputeCounts& tile : counts) outcome.instructions.push_back(tile.instructions);
  outcome.profile = executor.profile(*prepared);
  return outcome;
}

void expect_same(const Outcome& found, const Outcome& wanted) {
  EXPECT_TRUE(found.memory == wanted.memory);
  EXPECT_EQ(found.instructions, wanted.instructions);
  EXPECT_EQ(found.profile.word_executions, wanted.profile.word_executions);
  EXPECT_EQ(found.profile.codelet_slots, wanted.profile.codelet_slots);
}

TEST(ConcurrentTiles, are_interpreted_as_one_after_the_other) {
  const auto executor = make_interpreter();
  const Outcome wanted = run_on(1, *executor);
  // Four instructions a trip, 200 trips; five around them; six workers, two launches, 20 phases;
  // the supervisor's five each time.
  EXPECT_EQ(wanted.instructions.at(0), 20u * (2 * 6 * (200 * 4 + 5) + 5));
  for (const std::uint32_t threads : {2u, 4u, 7u}) expect_same(run_on(threads, *executor), wanted);
}

TEST(ConcurrentTiles, are_translated_on_the_way_with_the_same_outcome) {
  if (!has_code_generator()) GTEST_SKIP() << "built without a code generator";
  const Outcome wanted = run_on(1, *make_interpreter());
  for (const TranslatePolicy policy : {TranslatePolicy::kAtOnce, TranslatePolicy::kWhenBusy}) {
    const auto executor = make_compiled_executor({.policy = policy});
    for (const std::uint32_t threads : {2u, 4u}) expect_same(run_on(threads, *executor), wanted);
  }
}

// 6 workers run 200 trips of 4 slots and 5 around them, twice, in a codelet of 9 words.
TEST(ConcurrentTiles, what_a_loop_will_be_busy_with_is_translated_ahead) {
  if (!has_code_generator()) GTEST_SKIP() << "built without a code generator";
  const arch::Machine machine = tests::isa_machine();
  const auto program = arch::isa::assemble(kProgram, "ahead.tasm");
  const auto executor = make_compiled_executor({.policy = TranslatePolicy::kWhenBusy});
  const auto prepared = executor->prepare(program, machine, {});
  const std::vector<std::uint64_t> before = executor->slow_slots(*prepared);
  EXPECT_EQ(before, std::vector<std::uint64_t>{0});
  EXPECT_TRUE(executor->preparations(*prepared, before, 1'000'000).empty());
  std::vector<std::byte> memory(tests::kIsaMemoryBytes);
  const auto run = [&] {
    ComputeCounts counts;
    (void)executor->run(*prepared, {memory.data(), 0, tests::kIsaMemoryBytes}, 0, 0xe000, kLaunch,
                        counts);
    return executor->slow_slots(*prepared).at(0);
  };
  const std::uint64_t slots = run();
  EXPECT_EQ(slots, 2u * 6 * (200 * 4 + 5));
  EXPECT_TRUE(executor->preparations(*prepared, before, 30).empty());
  const auto calls = executor->preparations(*prepared, before, 1000);
  ASSERT_EQ(calls.size(), 1u);
  calls[0]();
  EXPECT_EQ(run(), slots);
  EXPECT_TRUE(executor->preparations(*prepared, before, 1000).empty());
}

}  // namespace
}  // namespace bspike::sim
