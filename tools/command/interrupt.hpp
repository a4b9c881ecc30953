// Owns Ctrl-C: the first one asks the run to end after its step, a second one ends the process.
#pragma once

#include <atomic>

namespace bspike::tools {

// Installs the handler and returns the flag that it sets.
[[nodiscard]] const std::atomic<bool>& watch_interrupt();

}  // namespace bspike::tools
