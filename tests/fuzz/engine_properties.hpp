// Owns what must hold for any bytes given to the engines: a program made of them does the same
// interpreted and compiled, alone and on a tile; shared by the fuzzer and by the test that replays
// its corpus.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "sim/engine/compiled/compiled_executor.hpp"
#include "tests/support/engine_twin/engine_twin.hpp"
#include "tests/support/random_program/random_program.hpp"

namespace bspike::tests {

// What differs; empty: nothing. The first byte chooses machine, limit and memory.
[[nodiscard]] inline std::string engine_difference(std::span<const std::uint8_t> bytes) {
  if (bytes.empty()) return "";
  static const auto interpreter = sim::make_interpreter();
  static const auto compiled = sim::make_compiled_executor();
  const std::uint64_t seed = bytes[0];
  const arch::Machine machine = machine_of(seed);
  const auto worker = random_program(bytes.subspan(1), {.codelets = 1, .statements = 20});
  const auto alone = [&](RunBare run) {
    return run_alone(run, worker.program, machine, seed, limit_of(seed));
  };
  std::string found = difference(alone(sim::run_bare_compiled), alone(sim::run_bare));
  if (!found.empty()) return found + "\n" + worker.text;
  const auto tile = random_program(bytes.subspan(1), {.codelets = 2, .statements = 8});
  const auto on_tile = [&](const sim::Executor& executor) {
    return run_tile(executor, tile.program, machine, seed, seed % 2 == 0);
  };
  found = difference(on_tile(*compiled), on_tile(*interpreter));
  return found.empty() ? found : found + "\n" + tile.text;
}

}  // namespace bspike::tests
