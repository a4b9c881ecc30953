// Owns where configuration files are found: a bare name means configs/<folder>/<name>.yaml,
// anything else a path relative to the file that names it.
#pragma once

#include <filesystem>
#include <string>

#include "arch/base/document.hpp"

namespace bspike::tools {

// Searches the configs folders above `from`, above the working directory, and beside the installed
// program. Throws ConfigError at `where` with "did you mean" if nothing has that name.
[[nodiscard]] std::filesystem::path find_config(const std::string& name, const std::string& folder,
                                                const arch::base::SourceLocation& where);

// The directory that relative paths of a value start from: that of its file, or the working
// directory for values of the command line.
[[nodiscard]] std::filesystem::path base_directory(const arch::base::SourceLocation& where);

}  // namespace bspike::tools
