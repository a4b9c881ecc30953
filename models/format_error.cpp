// Owns building a FormatError.
#include "models/format_error.hpp"

#include <utility>

namespace bspike::models {

void fail_format(arch::base::SourceLocation where, std::string message, std::string hint) {
  arch::base::Diagnostic problem;
  problem.where = std::move(where);
  problem.message = std::move(message);
  problem.hint = std::move(hint);
  throw arch::base::FormatError({problem});
}

}  // namespace bspike::models
