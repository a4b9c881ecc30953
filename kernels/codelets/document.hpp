// Owns the reference of codelets that is generated from their table: docs/codelets.md, and each
// codelet's assembly.
#pragma once

#include <string>

#include "arch/machine/machine.hpp"
#include "kernels/codelets/codelet.hpp"

namespace bspike::kernels {

// Markdown: issue slots of every inner loop beside their lower bound, then arguments.
[[nodiscard]] std::string document_codelets(const arch::Machine& machine);

// The generated code of one codelet, as assembly text.
[[nodiscard]] std::string codelet_assembly(const Codelet& codelet, const arch::Machine& machine);

}  // namespace bspike::kernels
