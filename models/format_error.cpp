// Owns building a FormatError.
#include "models/format_error.hpp"

#include <utility>

namespace bspike::models {

void fail_format(arch::base::SourceLocation where, std::string message, std::string hint) {
  std::vector<arch::base::Diagnostic> problems(1);
  problems[0].where = std::move(where);
  problems[0].message = std::move(message);
  problems[0].hint = std::move(hint);
  throw arch::base::FormatError(std::move(problems));
}

}  // namespace bspike::models
