// Owns the codelets that move words without computing: fill_zero and copy_slice.
#pragma once

#include "kernels/codelets/codelet.hpp"

namespace bspike::kernels {

[[nodiscard]] Codelet fill_zero_codelet();
[[nodiscard]] Codelet copy_slice_codelet();

}  // namespace bspike::kernels
