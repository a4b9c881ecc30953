// Owns running a sweep: what is missing or changed, a child process a point, each result recorded
// as it arrives. Contract: points that run when the sweep ends early are not recorded and run again
// next time; everything recorded stays.
#pragma once

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tools/sweep/points.hpp"
#include "tools/sweep/results.hpp"

namespace bspike::tools {

struct SweepProgress {
  std::size_t points = 0;
  std::size_t done = 0;  // with those that were recorded before, and those that do not fit
  std::size_t running = 0;
  std::size_t failed = 0;
  std::size_t ran = 0;  // ended in this run
  std::size_t left = 0;
  double wall_seconds = 0;
};
// "8 of 20 done, 2 running, 1 failed, 3.1 points/min, 4 min left"
[[nodiscard]] std::string progress_text(const SweepProgress& progress);

struct SweepRequest {
  Sweep sweep;
  std::vector<Point> points;  // resolved
  std::filesystem::path out;
  unsigned jobs = 1;
  bool retry = false;                                // points that failed, too
  std::filesystem::path program = "/proc/self/exe";  // the bspike that runs the points
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const SweepProgress&)> progress;
};

struct SweepOutcome {
  Results results;
  std::size_t ran = 0;
  bool interrupted = false;
};

[[nodiscard]] SweepOutcome run_sweep(const SweepRequest& request);

// Points of a sweep that failed, timed out or ran out of memory.
[[nodiscard]] std::vector<const ResultRow*> failures(const Results& results);

}  // namespace bspike::tools
