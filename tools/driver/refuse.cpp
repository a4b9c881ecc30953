// Owns building diagnostics.
#include "tools/driver/refuse.hpp"

#include <utility>

namespace bspike::tools {

arch::base::Diagnostic problem(arch::base::SourceLocation where, std::string message,
                               std::string hint) {
  arch::base::Diagnostic diagnostic;
  diagnostic.where = std::move(where);
  diagnostic.message = std::move(message);
  diagnostic.hint = std::move(hint);
  return diagnostic;
}

arch::base::Diagnostic problem(const std::string& file, std::string message, std::string hint) {
  return problem(arch::base::SourceLocation{file, 0, 0}, std::move(message), std::move(hint));
}

}  // namespace bspike::tools
