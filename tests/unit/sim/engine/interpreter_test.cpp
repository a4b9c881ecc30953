// Tests of the interpreter beyond single instructions: worker set-up, profile, races, concurrent
// runs, conflicts that fault, contracts of memory.
#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>
#include <thread>
#include <vector>

#include "arch/isa/assembly.hpp"
#include "sim/engine/checked_memory.hpp"
#include "sim/engine/executor.hpp"
#include "tests/isa/isa_machine.hpp"
#include "tests/support/random_program/random_program.hpp"

namespace bspike::sim {
namespace {

using tests::isa_machine;
using tests::kIsaMemoryBytes;

const std::string kStartAll =
    ".supervisor\n"
    "  runall m15, m12\n"
    "  lsync\n"
    "  done\n";

// A tile with a program that starts at code_base.
class Tile {
 public:
  explicit Tile(const std::string& text, const arch::Machine& machine = isa_machine(),
                const ExecutorOptions& options = {})
      : program_(arch::isa::assemble(text, "t.tasm")),
        executor_(make_interpreter()),
        prepared_(executor_->prepare(program_, machine, options)),
        bytes_(kIsaMemoryBytes) {}

  Fault run(std::uint32_t base = 0) {
    counts = {};
    return executor_->run(*prepared_, {bytes_.data(), base, kIsaMemoryBytes}, base, base + 0x7000,
                          base + 0x6000, counts);
  }
  std::uint32_t& word(std::uint32_t offset) {
    return *reinterpret_cast<std::uint32_t*>(bytes_.data() + offset);
  }
  [[nodiscard]] const Executor::Profile& profile() const { return executor_->profile(*prepared_); }
  [[nodiscard]] const Executor& executor() const { return *executor_; }
  PreparedProgram& prepared() { return *prepared_; }

  ComputeCounts counts;

 private:
  arch::TileProgram program_;
  std::unique_ptr<Executor> executor_;
  std::unique_ptr<PreparedProgram> prepared_;
  std::vector<std::byte> bytes_;
};

TEST(Interpreter, workers_start_with_base_scratch_and_index) {
  // Each worker stores m12, m13, m14 and the sum of all others at vertex base + 16 * index.
  std::string text = ".codelet c\n  shli m0, m14, 4\n  add m0, m0, m12\n";
  text += "  st32 m12, m0, m15, 0\n  st32 m13, m0, m15, 1\n  st32 m14, m0, m15, 2\n";
  for (int m = 1; m < 12; ++m) text += "  add m1, m1, m" + std::to_string(m) + "\n";
  text += "  st32 m1, m0, m15, 3\n  exit\n" + kStartAll;
  Tile tile(text);
  EXPECT_EQ(tile.run(0x40000).kind, FaultKind::kNone);
  for (std::uint32_t worker = 0; worker < 6; ++worker) {
    EXPECT_EQ(tile.word(0x6000 + 16 * worker), 0x46000u);
    EXPECT_EQ(tile.word(0x6004 + 16 * worker), 0x47000u + 256 * worker);
    EXPECT_EQ(tile.word(0x6008 + 16 * worker), worker);
    EXPECT_EQ(tile.word(0x600c + 16 * worker), 0u);
  }
}

TEST(Interpreter, profile_counts_words_calls_slots_and_instructions) {
  const std::string text =
      ".codelet first\n"  // word
      "  seti m0, 2\n"    // 0
      "again:\n"
      "  rpti 5, 1\n"                               // 1
      "  { addi m1, m1, 1 ; f32add a0, a0, a1 }\n"  // 2, 3
      "  brnzdec m0, again\n"                       // 4
      "  exit\n"                                    // 5
      ".codelet second\n"
      "  brz m15, end\n"  // 6
      "  nop\n"           // 7
      "end:\n"
      "  exit\n"  // 8, then padding at 9
      ".supervisor\n"
      "  ld32 m0, m12, m15, 0\n"  // 10
      "  runall m15, m12\n"       // 11
      "  run m0, m12, 4\n"        // 12
      "  lsync\n"                 // 13
      "  done\n";                 // 14
  ExecutorOptions options;
  options.profile_lines = true;
  Tile tile(text, isa_machine(), options);
  tile.word(0x6000) = 24;  // byte offset of `second`
  EXPECT_EQ(tile.run().kind, FaultKind::kNone);
  EXPECT_EQ(tile.run().kind, FaultKind::kNone);
  const Executor::Profile& profile = tile.profile();
  // Twelve runs of `first` (two times six), two of `second`, two of the supervisor.
  EXPECT_EQ(profile.word_executions,
            (std::vector<std::uint64_t>{12, 36, 180, 180, 36, 12, 2, 0, 2, 0, 2, 2, 2, 2, 2}));
  EXPECT_EQ(profile.codelet_calls, (std::vector<std::uint64_t>{2, 2}));
  // seti + 3 (rpti + 5 + brnzdec) + exit = 23 slots; instructions 1 + 3 (1 + 10 + 1) + 1 = 38
  EXPECT_EQ(profile.codelet_slots, (std::vector<std::uint64_t>{12 * 23, 2 * 2}));
  EXPECT_EQ(profile.codelet_instructions, (std::vector<std::uint64_t>{12 * 38, 2 * 2}));
}

TEST(Interpreter, profile_is_exact_where_a_fault_ends_a_repeat) {
  const std::string text =
      ".codelet c\n"
      "  seti m3, 0xfff8\n"                             // 0
      "  rpti 100, 2\n"                                 // 1
      "  { addi m1, m1, 1 ; mov32 a0, a1 }\n"           // 2, 3
      "  { ld32step m2, m15, m3, 1 ; mov32 a0, a1 }\n"  // 4, 5
      "  exit\n"                                        // 6, then padding at 7
      ".supervisor\n  run m15, m12, 0\n  lsync\n  done\n";
  ExecutorOptions options;
  options.profile_lines = true;
  Tile tile(text, isa_machine(), options);
  const Fault fault = tile.run();
  EXPECT_EQ(fault.kind, FaultKind::kOutOfRange);
  EXPECT_EQ(fault.pc_word, 4u);
  EXPECT_EQ(fault.address, 0x10000u);
  // Two loads succeed, the third trip's first bundle has run.
  const auto& words = tile.profile().word_executions;
  EXPECT_EQ(std::vector<std::uint64_t>(words.begin(), words.begin() + 7),
            (std::vector<std::uint64_t>{1, 1, 3, 3, 2, 2, 0}));
  EXPECT_EQ(tile.counts.issue_slots, 1u + 1 + 3 + 2);
}

struct RaceCase {
  const char* body;
  bool races;
};

TEST(Interpreter, race_checker) {
  ExecutorOptions options;
  options.check_races = true;
  const RaceCase cases[] = {
      // Each its own word.
      {"  shli m0, m14, 2\n  add m0, m0, m12\n  st32 m14, m0, m15, 0\n", false},
      // All write one word.
      {"  st32 m14, m12, m15, 0\n", true},
      // All read one word.
      {"  ld32 m0, m12, m15, 0\n", false},
      // Worker 0 writes what the others read later.
      {"  brnz m14, read\n  st32 m14, m12, m15, 0\nread:\n  ld32 m0, m12, m15, 0\n", true},
      // Worker 5 writes what the others have read.
      {"  ld32 m0, m12, m15, 0\n  cmpeqi m0, m14, 5\n  brz m0, end\n  st32 m14, m12, m15, "
       "0\nend:\n",
       true},
      // Bytes of one word: narrow stores read and write back the word.
      {"  st8 m14, m12, m14, 0\n", true},
      // 128 bits that touch the next worker's word.
      {"  shli m0, m14, 4\n  add m0, m0, m12\n  sta128 a0:3, m0, m15, 0\n", false},
      {"  shli m0, m14, 3\n  add m0, m0, m12\n  sta64 a0:1, m0, m15, 0\n  lda64 a2:3, m0, m15, 1\n",
       true},
  };
  for (const RaceCase& at : cases) {
    Tile tile(std::string(".codelet c\n") + at.body + "  exit\n" + kStartAll, isa_machine(),
              options);
    const Fault fault = tile.run();
    EXPECT_EQ(name(fault.kind), at.races ? "race" : "none") << at.body;
    if (at.races) {
      EXPECT_GE(fault.address, 0x6000u) << at.body;
    }
    Tile unchecked(std::string(".codelet c\n") + at.body + "  exit\n" + kStartAll);
    EXPECT_EQ(unchecked.run().kind, FaultKind::kNone) << at.body;
  }
}

TEST(Interpreter, a_local_sync_ends_a_race_segment) {
  ExecutorOptions options;
  options.check_races = true;
  const std::string text =
      ".codelet c\n  st32 m14, m12, m15, 0\n  exit\n"
      ".supervisor\n  run m15, m12, 0\n  lsync\n  run m15, m12, 1\n  lsync\n  done\n";
  Tile tile(text, isa_machine(), options);
  EXPECT_EQ(tile.run().kind, FaultKind::kNone);
  EXPECT_EQ(tile.word(0x6000), 1u);
}

TEST(Interpreter, conflicts_fault_where_the_machine_says_so) {
  arch::Machine machine = isa_machine();
  machine.sram.conflict_faults = true;
  const auto text = [](const std::string& base) {
    return ".codelet c\n  seti m0, " + base + "\n  lda128 a0:3, m0, m15, 0\n  exit\n" + kStartAll;
  };
  Tile plain(text("0x4000"), machine);
  const Fault fault = plain.run();
  EXPECT_EQ(fault.kind, FaultKind::kElementConflict);
  EXPECT_EQ(fault.address, 0x4008u);
  Tile interleaved(text("0x8000"), machine);
  EXPECT_EQ(interleaved.run().kind, FaultKind::kNone);
}

TEST(Interpreter, memory_contracts) {
  Tile tile(".codelet c\n  exit\n" + kStartAll);
  std::vector<std::byte> bytes(64);
  ComputeCounts counts;
  EXPECT_THROW(static_cast<void>(
                   tile.executor().run(tile.prepared(), {bytes.data(), 8, 64}, 8, 0, 0, counts)),
               std::invalid_argument);
  EXPECT_THROW(static_cast<void>(
                   tile.executor().run(tile.prepared(), {bytes.data(), 0, 64}, 60, 0, 0, counts)),
               std::invalid_argument);
}

TEST(Interpreter, illegal_programs_are_refused) {
  auto program = arch::isa::assemble(".codelet c\n  exit\n" + kStartAll, "t.tasm");
  program.words[0] = 0x7fc00000;
  const auto executor = make_interpreter();
  EXPECT_THROW(static_cast<void>(executor->prepare(program, isa_machine(), {})),
               arch::base::AsmError);
}

TEST(Interpreter, a_program_may_be_run_by_threads_at_once) {
  const auto random = tests::random_program(4, {.codelets = 3, .fault_percent = 0});
  ExecutorOptions options;
  options.profile_lines = true;
  const auto executor = make_interpreter();
  const auto run_tiles = [&](PreparedProgram& prepared, int tiles) {
    std::vector<std::uint64_t> slots;
    for (int i = 0; i < tiles; ++i) {
      std::vector<std::byte> bytes(kIsaMemoryBytes);
      for (std::uint32_t worker = 0; worker < 6; ++worker) {
        const std::uint32_t pair[2] = {random.program.codelets[worker % 3].entry_word * 4,
                                       0x8000 + worker * tests::kRandomVertexBytes};
        std::memcpy(bytes.data() + 0x6000 + 8 * worker, pair, 8);
      }
      ComputeCounts counts;
      static_cast<void>(
          executor->run(prepared, {bytes.data(), 0, kIsaMemoryBytes}, 0, 0xf000, 0x6000, counts));
      slots.push_back(counts.issue_slots);
    }
    return slots;
  };
  const auto alone = executor->prepare(random.program, isa_machine(), options);
  const auto expected = run_tiles(*alone, 40);
  const auto shared = executor->prepare(random.program, isa_machine(), options);
  std::vector<std::uint64_t> left, right;
  std::thread one([&] { left = run_tiles(*shared, 20); });
  std::thread two([&] { right = run_tiles(*shared, 20); });
  one.join();
  two.join();
  left.insert(left.end(), right.begin(), right.end());
  EXPECT_EQ(left, expected);
  EXPECT_EQ(executor->profile(*shared).word_executions, executor->profile(*alone).word_executions);
  EXPECT_EQ(executor->profile(*shared).codelet_slots, executor->profile(*alone).codelet_slots);
}

// Faults in the order they are looked for: range, code, alignment.
TEST(CheckedMemory, faults_at_the_edges) {
  std::vector<std::byte> bytes(0x1000);
  const MemoryLayout layout =
      make_layout(isa_machine(), {bytes.data(), 0x4c000, 0x1000}, 0x4c000, 20);
  CheckedMemory<false> memory(layout, nullptr, 0);
  EXPECT_NE(memory.read<4>(0x4c014), nullptr);  // the first word behind the code
  EXPECT_NE(memory.read<4>(0x4cffc), nullptr);  // the last word
  EXPECT_EQ(explain_access(layout, 0x4c010, 4).kind, FaultKind::kCodeAccess);
  EXPECT_EQ(memory.read<4>(0x4c010), nullptr);
  EXPECT_EQ(memory.fault().kind, FaultKind::kCodeAccess);
  EXPECT_EQ(explain_access(layout, 0x4d000, 1).kind, FaultKind::kOutOfRange);
  EXPECT_EQ(explain_access(layout, 0x4bfff, 1).kind, FaultKind::kOutOfRange);
  EXPECT_EQ(explain_access(layout, 0x4cffe, 4).kind, FaultKind::kOutOfRange);
  EXPECT_EQ(explain_access(layout, 0x4c016, 4).kind, FaultKind::kMisaligned);
  EXPECT_EQ(memory.read<8>(0x4c014), nullptr);  // misaligned for 8 bytes
  EXPECT_NE(memory.read<8>(0x4c018), nullptr);
  EXPECT_EQ(memory.read<16>(0x4c010), nullptr);
  EXPECT_NE(memory.read<16>(0x4c020), nullptr);
  EXPECT_NE(memory.read<16>(0x4cff0), nullptr);
}

// Every address of a small memory, against the definition.
TEST(CheckedMemory, accepts_exactly_what_is_aligned_and_behind_the_code) {
  std::vector<std::byte> bytes(96);
  const MemoryLayout layout = make_layout(isa_machine(), {bytes.data(), 0x100, 96}, 0x100, 12);
  const auto allowed = [](std::uint32_t address, std::uint32_t size) {
    return address >= 0x10c && address + size <= 0x160 && address % size == 0;
  };
  for (std::uint32_t address = 0xc0; address < 0x1a0; ++address) {
    CheckedMemory<false> memory(layout, nullptr, 0);
    EXPECT_EQ(memory.read<1>(address) != nullptr, allowed(address, 1)) << address;
    EXPECT_EQ(memory.read<2>(address) != nullptr, allowed(address, 2)) << address;
    EXPECT_EQ(memory.read<4>(address) != nullptr, allowed(address, 4)) << address;
    EXPECT_EQ(memory.write<8>(address) != nullptr, allowed(address, 8)) << address;
    EXPECT_EQ(memory.write<16>(address) != nullptr, allowed(address, 16)) << address;
  }
}

// 208 KiB plain, then 416 KiB interleaved, elements of 16 KiB (the Mk2 map, [stack]).
TEST(ElementMap, mk2_map) {
  arch::SramSection sram;
  sram.base_address = 0x4c000;
  sram.bytes = 624 * 1024;
  sram.element_bytes = 16384;
  sram.interleaved_bytes = 416 * 1024;
  const ElementMap map(sram);
  EXPECT_EQ(map.element(0x4c000), 0u);
  EXPECT_EQ(map.element(0x4fff8), 0u);
  EXPECT_EQ(map.element(0x50000), 1u);
  EXPECT_EQ(map.element(0x7fff8), 12u);
  EXPECT_EQ(map.element(0x80000), 13u);
  EXPECT_EQ(map.element(0x80008), 14u);
  EXPECT_EQ(map.element(0x80010), 13u);
  EXPECT_EQ(map.element(0x87ff8), 14u);
  EXPECT_EQ(map.element(0x88000), 15u);
  EXPECT_EQ(map.element(0xe7ff8), 38u);
  sram.element_bytes = 3 * 4096;  // not a power of two: by division
  EXPECT_EQ(ElementMap(sram).element(0x4c000 + 3 * 4096), 1u);
  EXPECT_EQ(ElementMap(sram).element(0x4c000 + 3 * 4096 - 8), 0u);
}

}  // namespace
}  // namespace bspike::sim
