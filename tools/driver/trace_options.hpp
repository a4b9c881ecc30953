// Owns reading what the command line says of a trace.
#pragma once

#include <optional>
#include <string>

#include "sim/trace/trace_request.hpp"

namespace bspike::tools {

// As typed; empty: not given.
struct TraceOptions {
  std::string file{}, tiles{}, time{}, limit{};
};

// None without a file. Throws ConfigError.
[[nodiscard]] std::optional<sim::TraceRequest> read_trace_options(const TraceOptions& options);

}  // namespace bspike::tools
