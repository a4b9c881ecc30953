// Measures every codelet of the table with each engine, warm: simulated instructions a host second,
// launches of its vertices included, which is next to nothing but for codelets without a loop.
#include <benchmark/benchmark.h>
#include <time.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "sim/engine/compiled/compiled_executor.hpp"
#include "tests/perf/codelet_tile.hpp"

namespace bspike::perf {

namespace {

double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Nothing for a codelet whose tables no one makes here: it is left out.
std::unique_ptr<CodeletTile> tile_for(benchmark::State& state, const kernels::Codelet& codelet,
                                      const arch::Machine& machine) {
  try {
    return std::make_unique<CodeletTile>(codelet, machine);
  } catch (const std::logic_error& unknown) {
    state.SkipWithError(unknown.what());
    return nullptr;
  }
}

void measure(benchmark::State& state, const kernels::Codelet& codelet,
             const sim::Executor& executor) {
  const arch::Machine machine = arch::load_machine(BSPIKE_SOURCE_DIR "/configs/machines/bow.yaml");
  const std::unique_ptr<CodeletTile> made = tile_for(state, codelet, machine);
  if (!made) return;
  CodeletTile& tile = *made;
  const auto prepared = executor.prepare(tile.program(), machine, {});
  sim::ComputeCounts warm_up;
  static_cast<void>(tile.run(executor, *prepared, warm_up));
  double seconds = 0, instructions = 0;
  for (auto _ : state) {
    tile.reset();
    sim::ComputeCounts counts;
    const double begin = thread_seconds();
    const sim::Fault fault = tile.run(executor, *prepared, counts);
    const double taken = thread_seconds() - begin;
    if (fault.kind != sim::FaultKind::kNone) {
      state.SkipWithError(std::string(sim::name(fault.kind)).c_str());
      return;
    }
    state.SetIterationTime(taken);
    seconds += taken;
    instructions += static_cast<double>(counts.instructions);
  }
  state.counters["MIPS"] = instructions / seconds * 1e-6;
  state.counters["instructions"] = static_cast<double>(warm_up.instructions);
}

void register_all(const std::string& engine, const std::shared_ptr<sim::Executor>& executor) {
  for (const kernels::Codelet& codelet : kernels::codelet_table()) {
    benchmark::RegisterBenchmark(
        ("codelet/" + engine + "/" + codelet.name).c_str(),
        [&codelet, executor](benchmark::State& state) { measure(state, codelet, *executor); })
        ->UseManualTime()
        ->MinTime(0.05);
  }
}

}  // namespace

void register_codelets() {
  register_all("interpreter", sim::make_interpreter());
  if (sim::has_code_generator()) register_all("compiled", sim::make_compiled_executor());
}

}  // namespace bspike::perf
