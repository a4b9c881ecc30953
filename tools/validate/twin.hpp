// Owns a twin: what a suite's case and row describe, executed once on the virtual machine, with
// its work recorded. Contract: a fault in a tile program throws std::runtime_error with its text.
#pragma once

#include <string>
#include <vector>

#include "arch/program/image.hpp"
#include "sim/result.hpp"
#include "tools/driver/pipeline.hpp"
#include "tools/validate/suite.hpp"

namespace bspike::tools {

struct Twin {
  arch::base::NodePtr machine_tree;  // to lay other constants over
  arch::Machine machine;
  arch::Image image;
  sim::RunResult result;
};

// `row` counts within the case; `set` is laid over the micro section or run file, last.
[[nodiscard]] Twin run_twin(const Suite& suite, const SuiteCase& one, std::size_t row,
                            const std::vector<std::string>& set, const Watcher& watcher);

// The machine with constants laid over it.
[[nodiscard]] arch::Machine varied_machine(const Twin& twin, const std::vector<std::string>& set);

}  // namespace bspike::tools
