// Owns the way through the house from a run file to a report. Contract: throws what the stages
// throw; a fault in a tile is an outcome, not an exception.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/run.hpp"
#include "sim/trace/trace_request.hpp"
#include "tools/driver/emit.hpp"
#include "tools/driver/run_file.hpp"
#include "tools/driver/tensor_keeper.hpp"

namespace bspike::tools {

// Who watches a run from outside.
struct Watcher {
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::string_view)> phase;
  std::function<void(const sim::Progress&)> progress;
};

struct RunRequest {
  std::filesystem::path file;  // run file or image
  Overrides overrides;
  std::vector<EmitRequest> emits;  // anything here: emit and do not run
  bool functional = false;
  bool check_races = false;
  sim::Engine engine = sim::Engine::kAuto;
  std::uint32_t threads = 0;  // 0: all cores
  std::filesystem::path out;  // empty: no report files
  TensorRequest tensors;
  std::optional<sim::TraceRequest> trace;
};

struct RunOutcome {
  int exit_code = 0;
  std::string text;   // emitted stages, or the summary of the run
  std::string error;  // of a fault or an interrupted run
};

[[nodiscard]] RunOutcome run_pipeline(const RunRequest& request, const Watcher& watcher);

}  // namespace bspike::tools
