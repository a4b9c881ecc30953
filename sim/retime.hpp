// Owns re-timing: a finished run's work laid on a machine with other constants, without executing
// anything again. Contract: with the same machine, the result and every report of it are the same;
// values, counts and memory never change. Only constants that no count depends on may differ:
// clock, worker.issue_period, supervisor.entry and supervisor.repeat, sync, exchange, host. Any
// other difference throws ConfigError that names it. Timing: as sim/stats/timeline.hpp and
// sim/exchange/exchange_law.hpp. A launch was recorded with the first machine's supervisor.entry,
// which is charged once a compute set and tile. A change that is confined to superstep kinds may
// touch worker.issue_period, supervisor.entry and exchange only.
#pragma once

#include <string>
#include <vector>

#include "sim/result.hpp"

namespace bspike::sim {

// `result` is of a timed run with RunOptions::record_work. `kinds` are the labels of the superstep
// kinds on which the changed constants are laid; none: on all.
[[nodiscard]] RunResult retime(const arch::Image& image, const arch::Machine& machine,
                               const arch::Machine& changed, const RunResult& result,
                               const std::vector<std::string>& kinds = {});

}  // namespace bspike::sim
