// Owns where a relative path of a configuration starts: at the directory of the file that names it,
// or at the working directory for values of the command line.
#pragma once

#include <string>

#include "arch/base/diagnostics.hpp"

namespace bspike::models {

[[nodiscard]] std::string absolute_path(const std::string& path,
                                        const arch::base::SourceLocation& where);

}  // namespace bspike::models
