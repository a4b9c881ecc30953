// Owns how readers of this folder refuse a damaged file.
#pragma once

#include <string>

#include "arch/base/diagnostics.hpp"

namespace bspike::models {

// Throws FormatError with one problem. Line and column 0: unknown.
[[noreturn]] void fail_format(arch::base::SourceLocation where, std::string message,
                              std::string hint = {});

}  // namespace bspike::models
