// Owns one child process with limits of its own: started, watched, ended. Contract: a child dies
// with its parent, however that one ends; its output goes to a file; what is returned is final.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace bspike::tools {

struct ChildLimits {
  double seconds = 0;
  std::uint64_t bytes = 0;  // resident
};

enum class ChildEnd { kExited, kSignalled, kTimedOut, kOutOfMemory };

struct ChildOutcome {
  ChildEnd end = ChildEnd::kExited;
  int code = 0;  // exit code or signal
  double wall_seconds = 0;
  std::uint64_t peak_rss_bytes = 0;
};

class ChildProcess {
 public:
  // Throws ConfigError if the log cannot be made or no process started.
  ChildProcess(const std::filesystem::path& program, const std::vector<std::string>& arguments,
               const std::filesystem::path& log, const ChildLimits& limits);
  ~ChildProcess();  // ends it
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Its outcome once it has ended; ends it itself where it passes a limit.
  [[nodiscard]] std::optional<ChildOutcome> poll();

 private:
  [[nodiscard]] double seconds_so_far() const;
  void enforce_limits();
  void end(ChildEnd why);

  pid_t pid_ = -1;
  ChildLimits limits_;
  std::chrono::steady_clock::time_point start_;
  std::optional<ChildEnd> ended_for_;
};

}  // namespace bspike::tools
