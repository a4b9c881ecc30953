// Owns the cross entropy of a sample's outputs as logits, which losses share.
#pragma once

#include <string>

#include "kernels/codelets/codelet.hpp"

namespace bspike::kernels {

struct CrossEntropy {
  std::string name;
  bool adds = false;            // to the loss of the steps before
  std::string scale = "scale";  // argument: factor of the loss
  bool turns_logits = false;    // logits are the outputs with their sign turned
};
[[nodiscard]] Codelet cross_entropy_codelet(const CrossEntropy& what);

}  // namespace bspike::kernels
