// Owns the run of the compiled engine beside the interpreter's, for every codelet that is tested.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arch/machine/machine.hpp"
#include "arch/program/tile_program.hpp"
#include "sim/engine/executor.hpp"

namespace bspike::test {

// The tile before the interpreter ran.
struct CompiledTwin {
  const std::string& codelet;
  const arch::TileProgram& program;
  const arch::Machine& machine;
  std::vector<std::byte> memory;
  std::uint32_t base = 0, scratch = 0, launch = 0;

  // Runs compiled and fails the test where anything differs.
  void expect_same(const std::vector<std::byte>& wanted, const sim::ComputeCounts& counts,
                   const sim::Executor::Profile& profile);
};

}  // namespace bspike::test
