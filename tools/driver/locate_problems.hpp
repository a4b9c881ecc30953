// Owns giving a place to problems that know only their key path: what is found wrong between
// sections (a data set that does not fit the network, say) is told where the key stands.
#pragma once

#include "arch/base/diagnostics.hpp"
#include "arch/base/document.hpp"

namespace bspike::tools {

// The problem with the place of its key in `root`, or of the nearest key above it; as it is if it
// has a place already, or no key path that `root` knows.
[[nodiscard]] arch::base::Diagnostic located(arch::base::Diagnostic problem,
                                             const arch::base::Node& root);

// Calls `body`; problems that it throws as Error come out located.
template <class Error, class Body>
auto with_places(const arch::base::NodePtr& root, Body body) {
  try {
    return body();
  } catch (const Error& error) {
    if (!root) throw;
    arch::base::DiagnosticSink sink;
    for (const arch::base::Diagnostic& problem : error.diagnostics()) {
      sink.add(located(problem, *root));
    }
    throw Error(sink.diagnostics());
  }
}

}  // namespace bspike::tools
