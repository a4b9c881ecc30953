// Owns the trace of one run, if one was asked for.
#pragma once

#include <optional>

#include "sim/trace/trace.hpp"
#include "tools/driver/pipeline.hpp"

namespace bspike::tools {

class RunTrace {
 public:
  RunTrace(const RunRequest& request, const arch::Image& image, const arch::Machine& machine,
           std::uint64_t steps);
  [[nodiscard]] sim::Trace* get() { return trace_ ? &*trace_ : nullptr; }

  // Completes the file and tells the outcome of it. A run whose trace could not be written keeps
  // its results; the outcome says what went wrong.
  void finish(const sim::RunResult& result, RunOutcome& outcome);

 private:
  std::optional<sim::Trace> trace_;
};

}  // namespace bspike::tools
