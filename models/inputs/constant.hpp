// Owns constant coding: each pixel's brightness is a current that flows at every time step.
#pragma once

#include "models/inputs/encoder.hpp"

namespace bspike::models {

[[nodiscard]] EncoderRow constant_row();

}  // namespace bspike::models
