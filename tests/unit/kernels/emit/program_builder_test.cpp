// Tests what a program's supervisor holds for matrix passes, and the order that it relies on.
#include "kernels/emit/program_builder.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "arch/base/diagnostics.hpp"

namespace bspike::kernels {
namespace {

arch::Machine bow() { return arch::load_machine(BSPIKE_SOURCE_DIR "/configs/machines/bow.yaml"); }

std::ptrdiff_t weight_loads(const std::vector<std::string>& codelets) {
  const arch::TileProgram program = build_program("test", codelets, bow());
  const auto begin = program.words.begin() + program.supervisor_entry_word;
  return std::count_if(begin, program.words.end(), [](std::uint32_t word) {
    const auto decoded = arch::isa::decode(word);
    const auto* found = std::get_if<arch::isa::Decoded>(&decoded);
    return found != nullptr && found->instruction.op == arch::isa::Opcode::kLdw128;
  });
}

// 512 bytes at 16 a load; programs without passes pay nothing.
TEST(ProgramBuilder, TheSupervisorLoadsWeightsWhereThereArePasses) {
  EXPECT_EQ(weight_loads({"fill_zero"}), 0);
  EXPECT_EQ(weight_loads({"fill_zero", "matrix_f32"}), 32);
  EXPECT_EQ(weight_loads({"matrix_mixed", "matrix_mixed_add"}), 32);
}

// It knows passes by their entry, so these stand last.
TEST(ProgramBuilder, RefusesACodeletBehindPasses) {
  const std::vector<std::string> codelets{"matrix_f32", "fill_zero"};
  EXPECT_THROW((void)build_program("test", codelets, bow()), arch::base::CompileError);
}

}  // namespace
}  // namespace bspike::kernels
