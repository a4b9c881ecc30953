// Owns the entry of the benchmarks: SystemC's library calls sc_main.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <systemc>

#include "tests/perf/codelet_tile.hpp"

int sc_main(int argc, char* argv[]) {
  benchmark::Initialize(&argc, argv);
  bspike::perf::register_codelets();
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  return sc_core::sc_elab_and_sim(argc, argv);
}
