// Owns the beginning and the end of a run's trace.
#include "tools/driver/run_trace.hpp"

#include "arch/base/atomic_file.hpp"
#include "tools/driver/exit_code.hpp"

namespace bspike::tools {

RunTrace::RunTrace(const RunRequest& request, const arch::Image& image,
                   const arch::Machine& machine, std::uint64_t steps) {
  if (request.trace) trace_.emplace(*request.trace, image, machine, steps);
}

void RunTrace::finish(const sim::RunResult& result, RunOutcome& outcome) {
  if (!trace_) return;
  try {
    outcome.text += trace_->finish(result);
  } catch (const arch::base::OutputError& error) {
    outcome.error += (outcome.error.empty() ? "" : "\n") + std::string("the trace is not there: ") +
                     error.what();
    if (outcome.exit_code == kDone) outcome.exit_code = kInternalError;
  }
}

}  // namespace bspike::tools
