// Tests that the compiled engine does what the interpreter does: registers, memory, counts, faults
// and profiles, on random programs and on every special value of float.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "arch/isa/assembly.hpp"
#include "arch/isa/formats.hpp"
#include "sim/engine/compiled/compiled_executor.hpp"
#include "tests/fuzz/engine_properties.hpp"
#include "tests/isa/isa_machine.hpp"
#include "tests/support/engine_twin/engine_twin.hpp"
#include "tests/support/random_program/random_program.hpp"

namespace bspike::sim {
namespace {

using tests::difference;
using tests::kIsaMemoryBytes;
using tests::run_alone;
using tests::run_tile;
using Bytes = std::vector<std::byte>;

class Engines : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_code_generator()) GTEST_SKIP() << "built without a code generator";
  }
};

// More of them where the environment says so: the long checks do.
std::uint64_t programs() {
  const char* wanted = std::getenv("BSPIKE_RANDOM_PROGRAMS");
  return wanted == nullptr ? 1000 : std::strtoull(wanted, nullptr, 10);
}

constexpr std::uint64_t kParts = 8;

tests::RandomProgram program_of(std::uint64_t seed) {
  return tests::random_program(seed, {.codelets = 1, .statements = 30});
}

tests::BareOutcome outcome_of(tests::RunBare run, std::uint64_t seed) {
  return run_alone(run, program_of(seed).program, tests::machine_of(seed), seed,
                   tests::limit_of(seed));
}

// A part of the programs a test, so that each is short.
class RandomPrograms : public testing::TestWithParam<std::uint64_t> {
 protected:
  void SetUp() override {
    if (!has_code_generator()) GTEST_SKIP() << "built without a code generator";
  }
};

TEST_P(RandomPrograms, agree) {
  for (std::uint64_t seed = GetParam(); seed < programs(); seed += kParts) {
    ASSERT_EQ(difference(outcome_of(run_bare_compiled, seed), outcome_of(run_bare, seed)), "")
        << "seed " << seed << "\n"
        << program_of(seed).text;
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, RandomPrograms, testing::Range(std::uint64_t{0}, kParts));

TEST(RandomOutcomes, reach_good_ends_and_every_fault_of_a_lone_worker) {
  std::map<FaultKind, int> outcomes;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    ++outcomes[outcome_of(run_bare, seed).result.fault.kind];
  }
  for (const FaultKind kind : {FaultKind::kNone, FaultKind::kOutOfRange, FaultKind::kMisaligned,
                               FaultKind::kCodeAccess, FaultKind::kRepeatLimit, FaultKind::kTrap,
                               FaultKind::kElementConflict, FaultKind::kNoProgress}) {
    EXPECT_GT(outcomes[kind], 0) << name(kind);
  }
  EXPECT_GT(outcomes[FaultKind::kNone], 400);
}

TEST_F(Engines, agree_on_tiles_with_supervisor_and_profile) {
  const auto interpreter = make_interpreter();
  const auto compiled = make_compiled_executor();
  for (std::uint64_t seed = 5000; seed < 5100; ++seed) {
    const auto random = tests::random_program(seed, {.codelets = 3});
    const arch::Machine machine = tests::isa_machine();
    const bool profile = seed % 3 != 0;
    ASSERT_EQ(difference(run_tile(*compiled, random.program, machine, seed, profile),
                         run_tile(*interpreter, random.program, machine, seed, profile)),
              "")
        << "seed " << seed << "\n"
        << random.text;
  }
}

TEST_F(Engines, agree_on_the_fuzzer_s_corpus) {
  int files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(BSPIKE_SOURCE_DIR "/tests/fuzz/corpus/engine")) {
    std::ifstream in(entry.path(), std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
    const std::vector<std::uint8_t> data(bytes.begin(), bytes.end());
    EXPECT_EQ(tests::engine_difference(data), "") << entry.path();
    ++files;
  }
  EXPECT_GT(files, 0);
}

// One instruction of Family::kCompute over special values: operands d, a, b of any width lie in
// a0:3, a4:7 and a8:11, results go to memory.
std::string sweep_of(const arch::isa::InstructionInfo& row) {
  arch::isa::Instruction instruction;
  instruction.op = row.op;
  instruction.a = row.pipe == arch::isa::Pipe::kAux ? 4 : 6;
  instruction.b = row.pipe == arch::isa::Pipe::kAux ? 8 : 7;
  instruction.d = row.pipe == arch::isa::Pipe::kAux ? 0 : 8;
  std::string text = ".program sweep\n.codelet sweep\n  addi m0, m12, 0\n  seti m1, 0\n";
  text += "  seti m2, 255\nagain:\n";
  text += "  lda128 a0:3, m0, m1, 0\n  lda128 a4:7, m0, m1, 1\n  lda128 a8:11, m0, m1, 2\n";
  text += "  ld32 m6, m0, m1, 4\n  ld32 m7, m0, m1, 5\n  ld32 m8, m0, m1, 6\n  ";
  text += arch::isa::instruction_text(instruction) + "\n";
  text += "  sta128 a0:3, m0, m1, 0\n  st32 m8, m0, m1, 6\n";
  return text + "  addi m1, m1, 48\n  brnzdec m2, again\n  exit\n";
}

void fill_with_special_values(Bytes& memory, std::uint64_t seed) {
  for (std::size_t i = 0; i < memory.size(); i += 4) {
    const std::uint32_t value = tests::special_word(seed, i);
    std::memcpy(memory.data() + i, &value, 4);
  }
}

TEST_F(Engines, agree_on_special_values_in_every_instruction) {
  for (const arch::isa::InstructionInfo& row : arch::isa::all_instructions()) {
    if (arch::isa::family_of(row.op) != arch::isa::Family::kCompute) continue;
    SCOPED_TRACE(row.mnemonic);
    const auto program = arch::isa::assemble(sweep_of(row), "sweep.tasm");
    std::array<tests::BareOutcome, 2> outcomes;
    const std::array<tests::RunBare, 2> engines = {run_bare, run_bare_compiled};
    for (std::size_t i = 0; i < 2; ++i) {
      outcomes[i].memory.resize(kIsaMemoryBytes);
      fill_with_special_values(outcomes[i].memory, 77);
      BareRun bare;
      bare.memory = {outcomes[i].memory.data(), 0, kIsaMemoryBytes};
      bare.registers = bare_start(tests::isa_machine(), 0, 0x1000, 0xf000);
      outcomes[i].result = engines[i](program, tests::isa_machine(), bare);
      ASSERT_EQ(name(outcomes[i].result.fault.kind), "none");
    }
    ASSERT_EQ(outcomes[0].result.slots, outcomes[1].result.slots);
    ASSERT_TRUE(outcomes[0].memory == outcomes[1].memory) << "memory differs";
    ASSERT_EQ(outcomes[0].result.registers, outcomes[1].result.registers);
  }
}

TEST_F(Engines, no_page_is_ever_writable_and_executable) {
  const auto executor = make_compiled_executor();
  const auto program = arch::isa::assemble(
      ".codelet c\n  addi m0, m12, 1\n  exit\n.supervisor\n  runall m15, m12\n  lsync\n  done\n",
      "page.tasm");
  const auto prepared = executor->prepare(program, tests::isa_machine(), {});
  Bytes memory(kIsaMemoryBytes);
  ComputeCounts counts;
  static_cast<void>(
      executor->run(*prepared, {memory.data(), 0, kIsaMemoryBytes}, 0, 0xe000, 0xf000, counts));
  std::ifstream maps("/proc/self/maps");
  std::string range, rights, rest;
  bool anonymous_code = false;
  while (maps >> range >> rights && std::getline(maps, rest)) {
    EXPECT_FALSE(rights[1] == 'w' && rights[2] == 'x') << range << " " << rights << rest;
    const bool named = rest.find('/') != std::string::npos || rest.find('[') != std::string::npos;
    anonymous_code = anonymous_code || (rights[2] == 'x' && !named);
  }
  EXPECT_TRUE(anonymous_code) << "where is the code?";
}

}  // namespace
}  // namespace bspike::sim
