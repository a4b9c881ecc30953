// Holds the builder's checks, the layout's alignment and the errors of the allocator.
#include "kernels/emit/builder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/isa/assembly.hpp"
#include "kernels/emit/program_builder.hpp"

namespace bspike::kernels {

namespace {

using arch::base::CompileError;
using ::testing::HasSubstr;

constexpr EmitContext kContext{6, 4095};
constexpr std::uint64_t kScratch = 256;

template <class Action>
std::string error_of(Action&& action) {
  try {
    action();
  } catch (const CompileError& error) {
    return error.what();
  }
  return "";
}

TEST(Builder, RefusesOperandsOfTheWrongKind) {
  Builder b("wrong", {}, kContext);
  EXPECT_THAT(error_of([&] {
                b.emit(Op::kAdd, {b.integer(), b.f1(), b.integer()});
              }),
              HasSubstr("wrong: add: a register of the wrong kind or width"));
  EXPECT_THAT(error_of([&] {
                b.emit(Op::kF32v2add, {b.f2(), b.f2(), b.f1()});
              }),
              HasSubstr("f32v2add: a register of the wrong kind or width"));
  EXPECT_THAT(error_of([&] {
                b.emit(Op::kAddi, {b.integer(), b.integer(), 8192});
              }),
              HasSubstr("addi: immediate 8192 is out of range"));
  EXPECT_THAT(error_of([&] {
                b.emit(Op::kAdd, {b.integer(), b.integer()});
              }),
              HasSubstr("add: wrong number of operands"));
  EXPECT_THAT(error_of([&] { (void)b.argument("absent"); }),
              HasSubstr("reads an argument that it does not declare: absent"));
}

TEST(Builder, RefusesCodeThatRunsOffItsEnd) {
  Builder b("endless", {}, kContext);
  (void)b.constant(1);
  EXPECT_THAT(error_of([&] { (void)b.finish(); }), HasSubstr("endless: does not end in exit"));
}

TEST(Builder, RefusesBranchesInARepeat) {
  Builder b("branchy", {}, kContext);
  const Int trips = b.constant(2);
  EXPECT_THAT(error_of([&] {
                b.repeat("body", trips, [&] { b.if_zero(trips, [&] { (void)b.constant(1); }); });
              }),
              HasSubstr("branchy: the body of a repeat must be straight code"));
}

TEST(Allocator, NamesTheCodeletThatReadsWhatNothingWrote) {
  Builder b("unset", {}, kContext);
  b.emit(Op::kAdd, {b.integer(), b.integer(), b.zero()});
  b.exit();
  EXPECT_THAT(error_of([&] { (void)allocate_registers(b.finish(), kScratch); }),
              HasSubstr("unset: reads a register before anything is written to it"));
}

Code many_values(const std::string& name, int count) {
  Builder b(name, {}, kContext);
  std::vector<Int> values;
  for (int i = 0; i < count; ++i) values.push_back(b.constant(static_cast<std::uint32_t>(i)));
  const Int sum = b.constant(0);
  for (const Int value : values) b.emit(Op::kAdd, {sum, sum, value});
  for (const Int value : values) b.emit(Op::kXor, {sum, sum, value});
  b.emit(Op::kSt32, {sum, b.zero(), b.zero(), 100});
  b.exit();
  return b.finish();
}

TEST(Allocator, SpillsOnlyWhereRegistersRunOut) {
  EXPECT_EQ(allocate_registers(many_values("few", 8), kScratch).scratch_bytes, 0u);
  EXPECT_GT(allocate_registers(many_values("many", 40), kScratch).scratch_bytes, 0u);
}

TEST(Allocator, SaysWhenTheScratchAreaIsTooSmall) {
  EXPECT_THAT(error_of([&] { (void)allocate_registers(many_values("greedy", 40), 16); }),
              HasSubstr("greedy: spills 20 bytes, but a worker's scratch area has 16"));
}

TEST(Allocator, AlignsPairsAndQuads) {
  Builder b("wide", {}, kContext);
  std::vector<F1> singles{b.constant_f32(1), b.constant_f32(2), b.constant_f32(3)};
  const F2 pair = b.constant_f32v2(4);
  const F4 quad = b.f4();
  b.emit(Op::kMov64, {quad.lo(), pair});
  b.emit(Op::kMov64, {quad.hi(), pair});
  for (const F1 single : singles) b.emit(Op::kSta32, {single, b.zero(), b.zero(), 100});
  b.emit(Op::kSta64, {pair, b.zero(), b.zero(), 100});
  b.emit(Op::kSta128, {quad, b.zero(), b.zero(), 100});
  b.exit();
  const AllocatedCode code = allocate_registers(b.finish(), kScratch);
  EXPECT_EQ(code.assignment[pair.view.id] % 2, 0);
  EXPECT_EQ(code.assignment[quad.view.id] % 4, 0);
  EXPECT_LE(code.assignment[quad.view.id] + 4, arch::isa::kFloatZero);
}

TEST(Layout, AlignsBundlesWithFillersInsteadOfSlots) {
  Builder b("aligned", {}, kContext);
  const Int trips = b.constant(5);  // one single instruction, then a repeat at an odd word
  b.repeat_within_limit("body", trips, [&] { b.emit(Op::kAddi, {trips, trips, 0}); });
  b.exit();
  const CompiledCodelet code = lay_out(allocate_registers(b.finish(), kScratch));
  for (const PlacedIssue& placed : code.issues) {
    if (placed.issue.bundled) EXPECT_EQ(placed.word % 2, 0u);
  }
  EXPECT_EQ(code.words % 2, 0u);
  ASSERT_EQ(code.issues.size(), 4u);  // seti, rpt, the body's bundle, exit
  EXPECT_TRUE(code.issues[2].issue.bundled);
  EXPECT_EQ(code.issues[2].issue.aux, aux_filler());
  EXPECT_EQ(code.issues[1].issue.first.imm2, 1);
}

TEST(ProgramBuilder, EveryCodeletIsALegalProgram) {
  for (const std::uint32_t workers : {1u, 5u, 6u}) {
    arch::Machine machine = arch::load_machine(BSPIKE_SOURCE_DIR "/configs/machines/tiny.yaml");
    machine.worker.contexts = workers;
    std::vector<std::string> names;
    for (const Codelet& codelet : codelet_table()) names.push_back(codelet.name);
    const arch::TileProgram program = build_program("all", names, machine);
    arch::base::DiagnosticSink sink;
    arch::isa::check_program(program, sink);
    EXPECT_TRUE(sink.empty()) << sink.diagnostics().front().render();
    ASSERT_EQ(program.codelets.size(), names.size());
    for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(program.codelets[i].name, names[i]);
    EXPECT_FALSE(program.lines.empty());
  }
}

TEST(CodeletTable, NamesWhatIsMissing) {
  EXPECT_THAT(error_of([] { (void)find_codelet("spike_foward"); }),
              HasSubstr("spike_foward: there is no codelet of this name"));
  EXPECT_THAT(error_of([] { (void)find_codelet("spike_foward"); }),
              HasSubstr("did you mean spike_forward"));
}

}  // namespace

}  // namespace bspike::kernels
