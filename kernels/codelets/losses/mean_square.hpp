// Owns the squared distance of a sample's outputs from targets, which losses share.
#pragma once

#include <string>

#include "kernels/codelets/codelet.hpp"

namespace bspike::kernels {

struct MeanSquare {
  std::string name;
  std::string correct, incorrect;  // arguments: target of the label's class, of the others
  std::string scale;               // argument: factor of the squares
  bool adds = false;               // to the loss of the steps before
  bool turns_gradient = false;     // the gradient with its sign turned
};
[[nodiscard]] Codelet mean_square_codelet(const MeanSquare& what);

}  // namespace bspike::kernels
