// Owns what must hold between the numbers of a machine.
#pragma once

#include "arch/base/diagnostics.hpp"
#include "arch/base/document.hpp"
#include "arch/machine/machine.hpp"

namespace bspike::arch {

// Adds a diagnostic, located in `section`, for each breach.
void check_machine(const Machine& machine, const base::Node& section, base::DiagnosticSink& sink);

}  // namespace bspike::arch
