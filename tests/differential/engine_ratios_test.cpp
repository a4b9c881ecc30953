// Guards what compiling gains, and how far it is from the same work in C++. Ratios of medians of
// rounds that take turns, so that a busy host moves both sides; the bounds leave half to noise.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "arch/isa/assembly.hpp"
#include "sim/engine/compiled/compiled_executor.hpp"
#include "tests/support/engine_kernels/engine_kernels.hpp"

namespace bspike::sim {
namespace {

bool is_fast_build() {
#if !defined(NDEBUG) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return false;
#else
  return has_code_generator();
#endif
}

struct Guard {
  std::string name;
  tests::Kernel kernel;
  double over_interpreter;  // at least
  double over_native;       // at least; 1: as fast as C++
};

class EngineRatios : public testing::TestWithParam<Guard> {};

TEST_P(EngineRatios, hold) {
  if (!is_fast_build()) GTEST_SKIP() << "an instrumented build, or one without a code generator";
  const Guard& guard = GetParam();
  const arch::Machine machine = tests::kernel_machine();
  const tests::KernelTiles tile(1);
  const auto program = arch::isa::assemble(guard.kernel.text, "guard.tasm");
  const auto interpreter = make_interpreter();
  const auto compiled = make_compiled_executor();
  const auto slow = interpreter->prepare(program, machine, {});
  const auto fast = compiled->prepare(program, machine, {});
  ASSERT_EQ(tests::KernelTiles(1).run(*compiled, *fast),
            tests::KernelTiles(1).run(*interpreter, *slow));
  std::vector<double> over_interpreter, over_native;
  const auto repeated = [](const auto& round) {
    return tests::seconds_of([&] {
      for (int i = 0; i < 20; ++i) round();
    });
  };
  for (int round = 0; round < 15; ++round) {
    const double slow_seconds = repeated([&] { static_cast<void>(tile.run(*interpreter, *slow)); });
    const double fast_seconds = repeated([&] { static_cast<void>(tile.run(*compiled, *fast)); });
    const double native_seconds = repeated([&] { tile.run(guard.kernel); });
    over_interpreter.push_back(slow_seconds / fast_seconds);
    over_native.push_back(native_seconds / fast_seconds);
  }
  EXPECT_GT(tests::median(over_interpreter), guard.over_interpreter);
  EXPECT_GT(tests::median(over_native), guard.over_native);
}

INSTANTIATE_TEST_SUITE_P(Kernels, EngineRatios,
                         testing::Values(Guard{"gather", tests::gather_kernel(16), 2.4, 0.35},
                                         Guard{"leaky", tests::leaky_kernel(), 2.7, 0.35},
                                         Guard{"half_dot", tests::half_dot_kernel(), 2.2, 0.5},
                                         Guard{"branchy", tests::branchy_kernel(), 3.5, 0.35}),
                         [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace bspike::sim
