// Owns the signal handler.
#include "tools/command/interrupt.hpp"

#include <unistd.h>

#include <csignal>

#include "tools/driver/exit_code.hpp"

namespace bspike::tools {

namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free,
              "a signal handler may only touch lock-free atomics");

void on_signal(int) {
  if (interrupted.exchange(true)) _exit(kInterrupted);
}

}  // namespace

const std::atomic<bool>& watch_interrupt() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  return interrupted;
}

}  // namespace bspike::tools
