// Tests of launch cycles and critical slots against counts derived on paper.
// Prices of the test machine: entry 4, straight 1, taken branch 6, load-use 6, run 6, lsync 7.
#include <gtest/gtest.h>

#include <vector>

#include "arch/isa/assembly.hpp"
#include "sim/engine/executor.hpp"
#include "tests/isa/isa_machine.hpp"

namespace bspike::sim {
namespace {

struct Ran {
  ComputeCounts counts;
  Fault fault;
};

Ran run(const std::string& text, const ExecutorOptions& options = {}) {
  const auto program = arch::isa::assemble(text, "t.tasm");
  std::vector<std::byte> memory(tests::kIsaMemoryBytes);
  const auto executor = make_interpreter();
  const auto prepared = executor->prepare(program, tests::isa_machine(), options);
  Ran ran;
  ran.fault = executor->run(*prepared, {memory.data(), 0, tests::kIsaMemoryBytes}, 0, 0x7000,
                            0x6000, ran.counts);
  return ran;
}

void expect_counts(const Ran& ran, std::uint64_t launch, std::uint64_t critical,
                   std::uint64_t issue, std::uint64_t instructions) {
  EXPECT_EQ(name(ran.fault.kind), "none");
  EXPECT_EQ(ran.counts.launch_cycles, launch);
  EXPECT_EQ(ran.counts.critical_slots, critical);
  EXPECT_EQ(ran.counts.issue_slots, issue);
  EXPECT_EQ(ran.counts.instructions, instructions);
}

// entry 4 + done 1
TEST(SupervisorCycles, empty_compute_set) {
  expect_counts(run(".supervisor\n  done\n"), 5, 0, 0, 1);
}

const std::string kStartOne =
    ".supervisor\n"
    "  run m15, m12, 0\n"
    "  lsync\n"
    "  done\n";
const std::string kStartAll =
    ".supervisor\n"
    "  runall m15, m12\n"
    "  lsync\n"
    "  done\n";

// entry 4 + run 6 + lsync 7 + done 1 = 18; the program is `exit`: 1 slot.
TEST(SupervisorCycles, one_worker_empty_program) {
  expect_counts(run(".codelet c\n  exit\n" + kStartOne), 18, 1, 1, 3 + 1);
}

// n instructions and exit: n + 1 slots.
TEST(SupervisorCycles, one_worker_one_two_and_three_instructions) {
  const std::string add = "  addi m0, m0, 1\n";
  expect_counts(run(".codelet c\n" + add + "  exit\n" + kStartOne), 18, 2, 2, 3 + 2);
  expect_counts(run(".codelet c\n" + add + add + "  exit\n" + kStartOne), 18, 3, 3, 3 + 3);
  expect_counts(run(".codelet c\n" + add + add + add + "  exit\n" + kStartOne), 18, 4, 4, 3 + 4);
}

// The critical path is one worker's; all six are counted as work.
TEST(SupervisorCycles, six_workers) {
  const std::string add = "  addi m0, m0, 1\n";
  expect_counts(run(".codelet c\n  exit\n" + kStartAll), 18, 1, 6, 3 + 6);
  expect_counts(run(".codelet c\n" + add + "  exit\n" + kStartAll), 18, 2, 12, 3 + 12);
  expect_counts(run(".codelet c\n" + add + add + "  exit\n" + kStartAll), 18, 3, 18, 3 + 18);
  expect_counts(run(".codelet c\n" + add + add + add + "  exit\n" + kStartAll), 18, 4, 24, 3 + 24);
}

// Worker w runs 1 + w trips of a 1-slot loop, and exit: the slowest 6 + 1; the sum 21 + 6. Each
// counts as many instructions.
TEST(SupervisorCycles, slowest_of_six) {
  expect_counts(run(".codelet c\nagain:\n  brnzdec m14, again\n  exit\n" + kStartAll), 18, 7, 27,
                3 + 27);
}

// Two segments: each takes its own maximum. Launch: entry 4 + 2 (run 6 + lsync 7) + done 1.
TEST(SupervisorCycles, two_segments_add_up) {
  const std::string text =
      ".codelet c\n  exit\n"
      ".supervisor\n  runall m15, m12\n  lsync\n  run m15, m12, 5\n  lsync\n  done\n";
  expect_counts(run(text), 31, 2, 7, 5 + 7);
}

// entry 4 + seti 1 + 3 times addi 1 + brnzdec taken 6, 6, then 1 + done 1.
TEST(SupervisorCycles, loop) {
  expect_counts(run(".supervisor\n  seti m0, 2\nagain:\n  addi m1, m1, 1\n  brnzdec m0, again\n"
                    "  done\n"),
                4 + 1 + 3 + 6 + 6 + 1 + 1, 0, 0, 1 + 6 + 1);
}

// A load costs 1; using its register at once 5 more, one instruction later none.
TEST(SupervisorCycles, load_use) {
  expect_counts(run(".supervisor\n  ld32 m0, m12, m15, 0\n  addi m1, m0, 1\n  done\n"),
                4 + 1 + 6 + 1, 0, 0, 3);
  expect_counts(run(".supervisor\n  ld32 m0, m12, m15, 0\n  nop\n  addi m1, m0, 1\n  done\n"),
                4 + 1 + 1 + 1 + 1, 0, 0, 3);
  expect_counts(run(".supervisor\n  ld32 m0, m12, m15, 0\n  addi m0, m12, 1\n  done\n"),
                4 + 1 + 1 + 1, 0, 0, 3);
  // A taken branch on the loaded value: 6 and 5.
  expect_counts(run(".supervisor\n  ld32 m0, m12, m15, 0\n  brz m0, end\n  nop\nend:\n  done\n"),
                4 + 1 + 11 + 1, 0, 0, 3);
}

TEST(SupervisorCycles, faults) {
  EXPECT_EQ(run(".supervisor\n  trap 3\n").fault.kind, FaultKind::kTrap);
  EXPECT_EQ(run(".supervisor\n  trap 3\n").fault.worker, 6u);  // contexts: the supervisor
  EXPECT_EQ(run(".supervisor\n  ld32 m0, m15, m15, 0\n  done\n").fault.kind,
            FaultKind::kCodeAccess);
  const std::string exit = ".codelet c\n  exit\n";
  EXPECT_EQ(run(exit + ".supervisor\n  run m15, m12, 6\n  lsync\n  done\n").fault.kind,
            FaultKind::kSupervisor);  // no such worker
  EXPECT_EQ(run(exit + ".supervisor\n  run m15, m12, 0\n  done\n").fault.kind,
            FaultKind::kSupervisor);  // not waited for
  EXPECT_EQ(run(exit + ".supervisor\n  run m12, m12, 0\n  lsync\n  done\n").fault.kind,
            FaultKind::kIllegalInstruction);  // 0x6000 is no word of the program
  const Fault odd =
      run(exit + ".supervisor\n  seti m0, 2\n  run m0, m12, 3\n  lsync\n  done\n").fault;
  EXPECT_EQ(odd.kind, FaultKind::kIllegalInstruction);
  EXPECT_EQ(odd.worker, 3u);
}

TEST(SupervisorCycles, endless_loops_make_no_progress) {
  ExecutorOptions options;
  options.slot_limit = 1000;
  const Ran supervisor = run(".supervisor\nagain:\n  br again\n", options);
  EXPECT_EQ(supervisor.fault.kind, FaultKind::kNoProgress);
  EXPECT_EQ(supervisor.fault.worker, 6u);
  const Ran worker = run(".codelet c\nagain:\n  br again\n" + kStartOne, options);
  EXPECT_EQ(worker.fault.kind, FaultKind::kNoProgress);
  EXPECT_EQ(worker.fault.worker, 0u);
  EXPECT_EQ(worker.counts.issue_slots, 1001u);
}

// At the limit a vertex still ends well.
TEST(SupervisorCycles, the_slot_limit_is_exact) {
  // seti, m0 + 1 trips, exit: 1 + 10 + 1; the last jump is taken with 1 + 9 slots issued.
  const std::string text =
      ".codelet c\n  seti m0, 9\nagain:\n  brnzdec m0, again\n  exit\n" + kStartOne;
  ExecutorOptions options;
  options.slot_limit = 10;
  EXPECT_EQ(run(text, options).fault.kind, FaultKind::kNone);
  options.slot_limit = 9;
  EXPECT_EQ(run(text, options).fault.kind, FaultKind::kNoProgress);
}

}  // namespace
}  // namespace bspike::sim
