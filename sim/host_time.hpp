// Owns where a run's wall time goes on the host. It reaches nothing but the report's `simulator`.
#pragma once

#include <chrono>

namespace bspike::sim {

struct HostTime {
  double execute_seconds = 0;   // tile programs
  double exchange_seconds = 0;  // copies between tiles
  double stream_seconds = 0;    // host streams: encoding inputs, taking results
  double clock_seconds = 0;     // SystemC and the books of time
};

// Adds its lifetime.
class Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(seconds) {}
  ~Stopwatch() {
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& seconds_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace bspike::sim
