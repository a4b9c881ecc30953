// Owns laying what the command line says over the tree of a run file.
// Contract: sections that were names or extended one are whole trees afterwards, so any of their
// keys can be set; throws ConfigError for a name or a key that is not there.
#pragma once

#include "tools/driver/run_file.hpp"

namespace bspike::tools {

[[nodiscard]] arch::base::NodePtr apply_overrides(arch::base::NodePtr root,
                                                  const Overrides& overrides);

}  // namespace bspike::tools
