// Owns building a FormatError.
#include "models/format_error.hpp"

#include <utility>

namespace bspike::models {

void fail_format(arch::base::SourceLocation where, std::string message, std::string hint) {
  arch::base::DiagnosticSink sink;
  sink.add({std::move(where), "", std::move(message), std::move(hint)});
  throw arch::base::FormatError(sink.diagnostics());
}

}  // namespace bspike::models
