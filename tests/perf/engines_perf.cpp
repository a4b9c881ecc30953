// Measures the engines on four kernels, warm (one tile) and over a whole chip of cold tiles:
// simulated instructions a host second of interpreter and compiled code (also with lines profiled,
// and without prefetches), and the same work as C++, also with workers that take turns.
// Rounds of all are interleaved in one process and medians reported, never asserted.
#include <benchmark/benchmark.h>

#include <functional>
#include <vector>

#include "arch/isa/assembly.hpp"
#include "sim/engine/compiled/compiled_executor.hpp"
#include "tests/support/engine_kernels/engine_kernels.hpp"

namespace bspike::sim {
namespace {

using tests::Kernel;
using tests::median;
using tests::seconds_of;

struct Engine {
  std::string name;
  std::unique_ptr<Executor> executor;
  std::unique_ptr<PreparedProgram> program;
  std::vector<double> seconds;
};

std::vector<Engine> engines_with(const arch::TileProgram& program, const arch::Machine& machine) {
  std::vector<Engine> engines;
  const auto add = [&](const char* name, std::unique_ptr<Executor> executor,
                       const ExecutorOptions& options) {
    auto prepared = executor->prepare(program, machine, options);
    engines.push_back({name, std::move(executor), std::move(prepared), {}});
  };
  add("interpreter", make_interpreter(), {});
  add("compiled", make_compiled_executor(), {});
  add("profiled", make_compiled_executor(), {.profile_lines = true});
  add("without_prefetch", make_compiled_executor({.prefetch = false}), {});
  return engines;
}

void engines(benchmark::State& state, const Kernel& kernel, std::uint32_t tiles) {
  if (!has_code_generator()) {
    state.SkipWithError("built without a code generator");
    return;
  }
  const arch::Machine machine = tests::kernel_machine();
  const tests::KernelTiles chip(tiles);
  auto measured = engines_with(arch::isa::assemble(kernel.text, "perf.tasm"), machine);
  const std::uint32_t repeats = tiles == 1 ? 200 : 1;
  const auto repeated = [&](const std::function<void()>& round) {
    return seconds_of([&] {
             for (std::uint32_t i = 0; i < repeats; ++i) round();
           }) /
           repeats;
  };
  double instructions = 0;
  for (Engine& engine : measured) {
    instructions = static_cast<double>(chip.run(*engine.executor, *engine.program));
  }
  std::vector<double> native, in_turns;
  for (auto _ : state) {
    for (Engine& engine : measured) {
      engine.seconds.push_back(
          repeated([&] { static_cast<void>(chip.run(*engine.executor, *engine.program)); }));
    }
    native.push_back(repeated([&] { chip.run(kernel); }));
    if (kernel.native_in_turns) {
      in_turns.push_back(repeated([&] { chip.run_in_turns(kernel); }));
    }
    state.SetIterationTime(measured[1].seconds.back());
  }
  const double mips = instructions * 1e-6;
  for (const Engine& engine : measured) {
    state.counters[engine.name + "_MIPS"] = mips / median(engine.seconds);
  }
  state.counters["native_MIPS"] = mips / median(native);
  if (!in_turns.empty()) state.counters["native_in_turns_MIPS"] = mips / median(in_turns);
}

#define BSPIKE_ENGINES(name, kernel)                                                   \
  BENCHMARK_CAPTURE(engines, name##_warm, kernel, 1)->UseManualTime()->Iterations(15); \
  BENCHMARK_CAPTURE(engines, name##_cold, kernel, 1472)->UseManualTime()->Iterations(15)

BSPIKE_ENGINES(gather_16, tests::gather_kernel(16));
BSPIKE_ENGINES(gather_64, tests::gather_kernel(64));
BSPIKE_ENGINES(leaky, tests::leaky_kernel());
BSPIKE_ENGINES(half_dot, tests::half_dot_kernel());
BSPIKE_ENGINES(branchy, tests::branchy_kernel());

}  // namespace
}  // namespace bspike::sim
