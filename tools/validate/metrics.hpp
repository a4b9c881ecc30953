// Owns what can be taken from a simulated run to hold against a measurement.
#pragma once

#include <span>

#include "sim/result.hpp"
#include "tools/validate/suite.hpp"

namespace bspike::tools {

struct Metric {
  const char* name;
  const char* unit;  // as in the table of measurements
  const char* sentence;
  double (*value)(const sim::RunResult& result, const arch::Machine& machine, const SuiteCase& one);
};

// A new metric is a row in metrics.cpp.
[[nodiscard]] std::span<const Metric> metric_table();
[[nodiscard]] const Metric& metric_of(const SuiteCase& one);

}  // namespace bspike::tools
