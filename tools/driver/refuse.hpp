// Owns the short way to an error with one diagnostic.
#pragma once

#include <string>

#include "arch/base/diagnostics.hpp"

namespace bspike::tools {

[[nodiscard]] arch::base::Diagnostic problem(arch::base::SourceLocation where, std::string message,
                                             std::string hint);
// For what concerns a file as a whole, or an option of the command line.
[[nodiscard]] arch::base::Diagnostic problem(const std::string& file, std::string message,
                                             std::string hint);

template <class Error = arch::base::ConfigError, class Where>
[[noreturn]] void refuse(const Where& where, std::string message, std::string hint) {
  throw Error({problem(where, std::move(message), std::move(hint))});
}

}  // namespace bspike::tools
