// Owns running a reference case on the virtual machine: compile, execute, read what it came to.
#pragma once

#include <cstdint>

#include "arch/machine/machine.hpp"
#include "kernels/compile.hpp"
#include "models/reference/reference_case.hpp"
#include "sim/run.hpp"

namespace bspike::tools {

struct MachineCaseOptions {
  kernels::Mapping mapping;
  std::uint64_t shuffle_seed = 0;  // non-zero: tiles run in another order
  bool check_races = false;        // interpreted, whatever the engine
  sim::Engine engine = sim::Engine::kAuto;
};

// Functional runs: one step with each optimiser, then the several steps if the case has them.
// Throws std::runtime_error with the fault if a tile program breaks.
[[nodiscard]] models::CaseResult run_case_on_machine(const models::ReferenceCase& the_case,
                                                     const arch::Machine& machine,
                                                     const MachineCaseOptions& options);

}  // namespace bspike::tools
