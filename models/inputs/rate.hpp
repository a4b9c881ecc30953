// Owns rate coding: a pixel spikes at each time step with a probability that is its brightness.
#pragma once

#include "models/inputs/encoder.hpp"

namespace bspike::models {

[[nodiscard]] EncoderRow rate_row();

}  // namespace bspike::models
