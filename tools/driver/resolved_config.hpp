// Owns the resolved form of a run: everything that decides it, as a run file with all names
// resolved and all defaults filled in.
#pragma once

#include <string>

#include "arch/machine/machine.hpp"
#include "kernels/micro/micro_spec.hpp"
#include "models/inputs/input_section.hpp"
#include "models/network/network.hpp"
#include "tools/driver/run_file.hpp"

namespace bspike::tools {

[[nodiscard]] std::string resolved_config(const RunFile& file, const arch::Machine& machine,
                                          const models::Network& network,
                                          const models::InputSpec& input);
[[nodiscard]] std::string resolved_micro_config(const arch::Machine& machine,
                                                const kernels::MicroSpec& spec,
                                                const RunSection& run);

}  // namespace bspike::tools
