// Owns the books' last check: every run proves that no cycle is lost or invented.
// Contract: throws logic_error, an internal error, if a tile's parts or the critical path's do not
// add up, if bytes went astray, or if executed work took no time.
#pragma once

#include "sim/result.hpp"

namespace bspike::sim {

void check_accounting(const RunResult& result);

}  // namespace bspike::sim
