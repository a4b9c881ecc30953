// Tests that the compiled engine does what the interpreter does: registers, memory, counts, faults
// and profiles, on random programs and on every special value of float.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "arch/base/random.hpp"
#include "arch/isa/assembly.hpp"
#include "arch/isa/formats.hpp"
#include "sim/engine/compiled/compiled_executor.hpp"
#include "tests/isa/isa_machine.hpp"
#include "tests/support/random_program/random_program.hpp"

namespace bspike::sim {
namespace {

using arch::base::random_bits;
using tests::kIsaMemoryBytes;
using Bytes = std::vector<std::byte>;

// Bits that floats trip over, f16 lanes included.
constexpr std::array<std::uint32_t, 24> kSpecial = {
    0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001,
    0x7f800001, 0xff812345, 0x00000001, 0x80000001, 0x007fffff, 0x00800000, 0x7f7fffff, 0x33800000,
    0x7e007c00, 0xfc007c01, 0x00010400, 0x83ff8001, 0x7bff3c00, 0x477fe000, 0x477ff000, 0x4f000000};

std::uint32_t random_word(std::uint64_t seed, std::uint64_t index) {
  const std::uint64_t draw = random_bits(seed, index);
  switch (draw % 8) {
    case 0:
      return static_cast<std::uint32_t>(draw >> 32);
    case 1:
      return kSpecial[(draw >> 8) % kSpecial.size()];
    default:
      return static_cast<std::uint32_t>(0x3f000000 + (draw >> 40));
  }
}

Bytes random_memory(std::uint64_t seed) {
  Bytes bytes(kIsaMemoryBytes);
  for (std::size_t i = 0; i < bytes.size(); i += 4) {
    const std::uint32_t value = random_word(seed, i);
    std::memcpy(bytes.data() + i, &value, 4);
  }
  return bytes;
}

void expect_same_fault(const Fault& compiled, const Fault& interpreted) {
  ASSERT_EQ(name(compiled.kind), name(interpreted.kind));
  ASSERT_EQ(compiled.worker, interpreted.worker);
  ASSERT_EQ(compiled.pc_word, interpreted.pc_word);
  ASSERT_EQ(compiled.address, interpreted.address);
  ASSERT_EQ(compiled.code, interpreted.code);
}

class Engines : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_code_generator()) GTEST_SKIP() << "built without a code generator";
  }
};

struct BareOutcome {
  BareResult result;
  Bytes memory;
};

using RunBare = BareResult (*)(const arch::TileProgram&, const arch::Machine&, const BareRun&);

BareOutcome run_alone(RunBare run, const arch::TileProgram& program, const arch::Machine& machine,
                      std::uint64_t seed, std::uint64_t slot_limit) {
  BareOutcome outcome;
  outcome.memory = random_memory(seed);
  BareRun bare;
  bare.memory = {outcome.memory.data(), 0, kIsaMemoryBytes};
  bare.registers = bare_start(machine, 3, seed % 2 == 0 ? 0x6000 : 0xa000, 0xe000);
  for (std::size_t i = 0; i < bare.registers.a.size(); ++i) {
    bare.registers.a[i] = random_word(seed + 1, i);
  }
  bare.worker = 3;
  bare.slot_limit = slot_limit;
  outcome.result = run(program, machine, bare);
  return outcome;
}

void expect_same_alone(const arch::TileProgram& program, const arch::Machine& machine,
                       std::uint64_t seed, std::uint64_t slot_limit) {
  const auto wanted = run_alone(run_bare, program, machine, seed, slot_limit);
  const auto found = run_alone(run_bare_compiled, program, machine, seed, slot_limit);
  expect_same_fault(found.result.fault, wanted.result.fault);
  EXPECT_EQ(found.result.slots, wanted.result.slots);
  EXPECT_EQ(found.result.instructions, wanted.result.instructions);
  EXPECT_TRUE(found.memory == wanted.memory) << "memory differs";
  if (wanted.result.fault.kind == FaultKind::kNone) {
    EXPECT_EQ(found.result.registers.m, wanted.result.registers.m);
    EXPECT_EQ(found.result.registers.a, wanted.result.registers.a);
  }
}

// Now and then a machine whose rules differ, and a limit that ends the program early.
arch::Machine machine_of(std::uint64_t seed) {
  arch::Machine machine = tests::isa_machine();
  if (seed % 5 == 1) machine.sram.conflict_faults = true;
  if (seed % 7 == 2) machine.sram.element_bytes = 24;
  if (seed % 11 == 3) machine.worker.element_conflict_slots = 3;
  return machine;
}

constexpr std::uint64_t kPrograms = 1000, kParts = 8;

tests::RandomProgram program_of(std::uint64_t seed) {
  return tests::random_program(seed, {.codelets = 1, .statements = 30});
}

std::uint64_t limit_of(std::uint64_t seed) { return seed % 13 == 4 ? 40 + seed % 64 : 1u << 20; }

// A part of the programs a test, so that each is short.
class RandomPrograms : public testing::TestWithParam<std::uint64_t> {
 protected:
  void SetUp() override {
    if (!has_code_generator()) GTEST_SKIP() << "built without a code generator";
  }
};

TEST_P(RandomPrograms, agree) {
  for (std::uint64_t seed = GetParam(); seed < kPrograms; seed += kParts) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto random = program_of(seed);
    expect_same_alone(random.program, machine_of(seed), seed, limit_of(seed));
    if (HasFailure()) FAIL() << random.text;
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, RandomPrograms, testing::Range(std::uint64_t{0}, kParts));

TEST(RandomOutcomes, reach_good_ends_and_every_fault_of_a_lone_worker) {
  std::map<FaultKind, int> outcomes;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const auto outcome =
        run_alone(run_bare, program_of(seed).program, machine_of(seed), seed, limit_of(seed));
    ++outcomes[outcome.result.fault.kind];
  }
  for (const FaultKind kind : {FaultKind::kNone, FaultKind::kOutOfRange, FaultKind::kMisaligned,
                               FaultKind::kCodeAccess, FaultKind::kRepeatLimit, FaultKind::kTrap,
                               FaultKind::kElementConflict, FaultKind::kNoProgress}) {
    EXPECT_GT(outcomes[kind], 0) << name(kind);
  }
  EXPECT_GT(outcomes[FaultKind::kNone], 400);
}

struct TileOutcome {
  Bytes memory;
  Fault fault;
  ComputeCounts counts;
  Executor::Profile profile;
};

TileOutcome run_tile(const Executor& executor, const arch::TileProgram& program, std::uint64_t seed,
                     bool profile) {
  TileOutcome outcome;
  outcome.memory = random_memory(seed);
  constexpr std::uint32_t kLaunch = 0xf000;
  for (std::uint32_t worker = 0; worker < 6; ++worker) {
    const auto& codelet = program.codelets[worker % program.codelets.size()];
    const std::array<std::uint32_t, 2> row = {codelet.entry_word * 4, 0x7000 + worker * 0x1000};
    std::memcpy(outcome.memory.data() + kLaunch + 8 * worker, row.data(), sizeof row);
  }
  const auto prepared = executor.prepare(program, tests::isa_machine(), {.profile_lines = profile});
  for (int superstep = 0; superstep < 2 && outcome.fault.kind == FaultKind::kNone; ++superstep) {
    outcome.fault = executor.run(*prepared, {outcome.memory.data(), 0, kIsaMemoryBytes}, 0, 0xe000,
                                 kLaunch, outcome.counts);
  }
  if (profile) outcome.profile = executor.profile(*prepared);
  return outcome;
}

void expect_same_tile(const TileOutcome& found, const TileOutcome& wanted) {
  expect_same_fault(found.fault, wanted.fault);
  EXPECT_TRUE(found.memory == wanted.memory) << "memory differs";
  EXPECT_EQ(found.counts.launch_cycles, wanted.counts.launch_cycles);
  EXPECT_EQ(found.counts.critical_slots, wanted.counts.critical_slots);
  EXPECT_EQ(found.counts.issue_slots, wanted.counts.issue_slots);
  EXPECT_EQ(found.counts.instructions, wanted.counts.instructions);
  EXPECT_EQ(found.profile.word_executions, wanted.profile.word_executions);
  EXPECT_EQ(found.profile.codelet_calls, wanted.profile.codelet_calls);
  EXPECT_EQ(found.profile.codelet_slots, wanted.profile.codelet_slots);
  EXPECT_EQ(found.profile.codelet_instructions, wanted.profile.codelet_instructions);
}

TEST_F(Engines, agree_on_tiles_with_supervisor_and_profile) {
  const auto interpreter = make_interpreter();
  const auto compiled = make_compiled_executor();
  for (std::uint64_t seed = 5000; seed < 5100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto random = tests::random_program(seed, {.codelets = 3});
    const bool profile = seed % 3 != 0;
    expect_same_tile(run_tile(*compiled, random.program, seed, profile),
                     run_tile(*interpreter, random.program, seed, profile));
    if (HasFailure()) FAIL() << random.text;
  }
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
    const std::uint64_t draw = random_bits(seed, i);
    const std::uint32_t any = random_word(seed, i);
    const std::uint32_t value = draw % 4 != 0 ? kSpecial[(draw >> 20) % kSpecial.size()] : any;
    std::memcpy(memory.data() + i, &value, 4);
  }
}

TEST_F(Engines, agree_on_special_values_in_every_instruction) {
  for (const arch::isa::InstructionInfo& row : arch::isa::all_instructions()) {
    if (arch::isa::family_of(row.op) != arch::isa::Family::kCompute) continue;
    SCOPED_TRACE(row.mnemonic);
    const auto program = arch::isa::assemble(sweep_of(row), "sweep.tasm");
    std::array<BareOutcome, 2> outcomes;
    const std::array<RunBare, 2> engines = {run_bare, run_bare_compiled};
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
  const auto random = tests::random_program(3, {.codelets = 3, .fault_percent = 0});
  static_cast<void>(run_tile(*executor, random.program, 3, false));
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
