// Owns the cross entropy of a sample's outputs as logits, which two losses share.
#pragma once

#include <string>

#include "kernels/codelets/codelet.hpp"

namespace bspike::kernels {

// `adds`: to the loss of the steps before.
[[nodiscard]] Codelet cross_entropy_codelet(const std::string& name, bool adds);

}  // namespace bspike::kernels
