// Owns one program run by the interpreter and by native code, and what differs between the two; for
// tests and for the fuzzer. Contract: runs are pure functions of program, machine and seed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arch/machine/machine.hpp"
#include "arch/program/tile_program.hpp"
#include "sim/engine/bare_run.hpp"
#include "sim/engine/executor.hpp"

namespace bspike::tests {

// Any bits, rich in what floats trip over, f16 lanes included.
[[nodiscard]] std::uint32_t random_word(std::uint64_t seed, std::uint64_t index);
// Nothing but those, but for each fourth word.
[[nodiscard]] std::uint32_t special_word(std::uint64_t seed, std::uint64_t index);

// A worker alone.
struct BareOutcome {
  sim::BareResult result;
  std::vector<std::byte> memory;
};
using RunBare = sim::BareResult (*)(const arch::TileProgram&, const arch::Machine&,
                                    const sim::BareRun&);
[[nodiscard]] BareOutcome run_alone(RunBare run, const arch::TileProgram& program,
                                    const arch::Machine& machine, std::uint64_t seed,
                                    std::uint64_t slot_limit);

// A tile with its supervisor, twice; worker w runs codelet w modulo their number.
struct TileOutcome {
  std::vector<std::byte> memory;
  sim::Fault fault;
  sim::ComputeCounts counts;
  sim::Executor::Profile profile;
};
[[nodiscard]] TileOutcome run_tile(const sim::Executor& executor, const arch::TileProgram& program,
                                   const arch::Machine& machine, std::uint64_t seed, bool profile);

// What differs first; empty: nothing.
[[nodiscard]] std::string difference(const BareOutcome& found, const BareOutcome& wanted);
[[nodiscard]] std::string difference(const TileOutcome& found, const TileOutcome& wanted);

// Now and then a machine whose rules differ, and a limit that ends the program early.
[[nodiscard]] arch::Machine machine_of(std::uint64_t seed);
[[nodiscard]] std::uint64_t limit_of(std::uint64_t seed);

}  // namespace bspike::tests
