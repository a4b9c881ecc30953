// Owns running a micro workload: its section as a spec, its image without host streams, and run
// files that have a micro section instead of a network.
#pragma once

#include <filesystem>
#include <string>

#include "arch/base/document.hpp"
#include "kernels/micro/micro_spec.hpp"
#include "sim/run.hpp"
#include "tools/driver/pipeline.hpp"

namespace bspike::tools {

// Throws ConfigError with every problem of the section.
[[nodiscard]] kernels::MicroSpec read_micro(const arch::base::Node& section);
[[nodiscard]] sim::RunResult run_micro(const arch::Image& image, const arch::Machine& machine,
                                       const sim::RunOptions& options);

// A run file with the sections machine, micro and run. False for anything else, unread.
[[nodiscard]] bool is_micro_file(const std::filesystem::path& file);
// Its resolved form, with everything in it checked. Throws ConfigError.
[[nodiscard]] std::string micro_configuration(const std::filesystem::path& file,
                                              const Overrides& overrides);
[[nodiscard]] RunOutcome run_micro_file(const RunRequest& request, const Watcher& watcher);

}  // namespace bspike::tools
