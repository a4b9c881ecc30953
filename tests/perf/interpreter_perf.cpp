// Measures the interpreter's warm speed in simulated instructions a second, on loops shaped like
// the codelets' inner ones. Reported, never asserted.
#include <benchmark/benchmark.h>

#include <cstring>
#include <vector>

#include "arch/isa/assembly.hpp"
#include "sim/engine/executor.hpp"
#include "tests/isa/isa_machine.hpp"

namespace bspike::sim {
namespace {

const std::string kHead = ".codelet c\n  seti m0, 0x8000\n  seti m1, 2000\n  seti m5, 16\n";
const std::string kTail =
    "  exit\n"
    ".supervisor\n"
    "  runall m15, m12\n"
    "  lsync\n"
    "  done\n";

void run_program(benchmark::State& state, const std::string& text, const ExecutorOptions& options) {
  const auto program = arch::isa::assemble(text, "perf.tasm");
  const auto executor = make_interpreter();
  const auto prepared = executor->prepare(program, tests::isa_machine(), options);
  std::vector<std::byte> bytes(tests::kIsaMemoryBytes);
  const float half = 0.5f;
  for (std::size_t i = 0x8000; i < bytes.size(); i += 4) std::memcpy(bytes.data() + i, &half, 4);
  std::uint64_t instructions = 0;
  for (auto _ : state) {
    ComputeCounts counts;
    const Fault fault = executor->run(*prepared, {bytes.data(), 0, tests::kIsaMemoryBytes}, 0,
                                      0x7000, 0x6000, counts);
    if (fault.kind != FaultKind::kNone) state.SkipWithError("the program faults");
    instructions += counts.instructions;
  }
  state.counters["MIPS"] =
      benchmark::Counter(static_cast<double>(instructions) * 1e-6, benchmark::Counter::kIsRate);
}

// Two lanes of weight rows added up, one bundle a pair: the spike-driven forward pass.
std::string row_sum() {
  return kHead +
         "again:\n  addi m3, m0, 0\n  rpti 64, 1\n"
         "  { lda64step a0:1, m15, m3, 1 ; f32v2add a2:3, a2:3, a0:1 }\n"
         "  brnzdec m1, again\n" +
         kTail;
}

// Paired load and store around a fused update: the elementwise optimiser loop.
std::string update() {
  return kHead +
         "again:\n  addi m3, m0, 0\n  addi m4, m0, 0\n  rpti 64, 2\n"
         "  { ldst64 a0:1, m3, m4, a2:3, 1, 1 ; f32v2mul a2:3, a0:1, a4:5 }\n"
         "  { nop ; f32v2mac a2:3, a6:7, a0:1 }\n"
         "  brnzdec m1, again\n" +
         kTail;
}

// Compare, select and store without rpt: the neuron's step.
std::string neuron() {
  return kHead +
         "again:\n  seti m2, 63\n  addi m3, m0, 0\nstep:\n"
         "  { lda64step a0:1, m15, m3, 1 ; f32v2mul a2:3, a2:3, a4:5 }\n"
         "  { nop ; f32v2add a2:3, a2:3, a0:1 }\n"
         "  { nop ; f32v2cmplt a0:1, a6:7, a2:3 }\n"
         "  { sta64 a0:1, m3, m15, -1 ; and64 a0:1, a0:1, a8:9 }\n"
         "  { brnzdec m2, step ; f32v2sub a2:3, a2:3, a0:1 }\n"
         "  brnzdec m1, again\n" +
         kTail;
}

// The surrogate and the softmax: transcendental functions.
std::string exponential() {
  return kHead +
         "again:\n  rpti 64, 1\n"
         "  { nop ; f32exp a1, a0 }\n"
         "  brnzdec m1, again\n" +
         kTail;
}

std::string half_dot() {
  return kHead +
         "again:\n  addi m3, m0, 0\n  rpti 64, 1\n"
         "  { lda64step a0:1, m15, m3, 1 ; f16v4dot a4:7, a0:1, a2:3 }\n"
         "  brnzdec m1, again\n" +
         kTail;
}

BENCHMARK_CAPTURE(run_program, row_sum, row_sum(), ExecutorOptions{});
BENCHMARK_CAPTURE(run_program, row_sum_profiled, row_sum(), ExecutorOptions{.profile_lines = true});
BENCHMARK_CAPTURE(run_program, update, update(), ExecutorOptions{});
BENCHMARK_CAPTURE(run_program, neuron, neuron(), ExecutorOptions{});
BENCHMARK_CAPTURE(run_program, neuron_profiled, neuron(), ExecutorOptions{.profile_lines = true});
BENCHMARK_CAPTURE(run_program, exponential, exponential(), ExecutorOptions{});
BENCHMARK_CAPTURE(run_program, half_dot, half_dot(), ExecutorOptions{});

}  // namespace
}  // namespace bspike::sim
