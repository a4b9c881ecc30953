// Measures what SystemC and bookkeeping cost: a chip of 1472 tiles through supersteps in which each
// tile's supervisor does nothing. The floor is 3 ms a superstep.
#include <benchmark/benchmark.h>

#include "sim/run.hpp"
#include "tests/support/image_builder.hpp"

namespace bspike::sim {
namespace {

struct NoHost final : arch::HostPort {
  void fill(std::uint32_t, std::uint64_t, std::span<std::byte>) override {}
  void take(std::uint32_t, std::uint64_t, std::span<const std::byte>) override {}
};

tests::ImageBuilder empty_supersteps(const arch::Machine& machine, std::uint32_t count) {
  tests::ImageBuilder builder(machine, ".supervisor\n  done\n");
  tests::ImageBuilder::Work work;
  for (arch::TileId tile = 0; tile < machine.chip.tiles; ++tile) work[tile] = {};
  const auto set = builder.add_compute_set(work);
  for (std::uint32_t i = 0; i < count; ++i) builder.add_superstep(set);
  return builder;
}

void empty_superstep(benchmark::State& state, bool timed) {
  const auto machine =
      arch::load_machine(std::string(BSPIKE_SOURCE_DIR) + "/configs/machines/bow.yaml");
  constexpr std::uint32_t kSupersteps = 50;
  tests::ImageBuilder builder = empty_supersteps(machine, kSupersteps);
  NoHost host;
  double seconds = 0, supersteps = 0;
  for (auto _ : state) {
    const RunResult result = run(builder.image(), machine, host, {.steps = 4, .timed = timed});
    state.SetIterationTime(result.simulator.wall_seconds);
    seconds += result.simulator.wall_seconds;
    supersteps += static_cast<double>(result.supersteps_total);
  }
  state.counters["ms_a_superstep"] = 1e3 * seconds / supersteps;
}
BENCHMARK_CAPTURE(empty_superstep, timed, true)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(empty_superstep, functional, false)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace bspike::sim
