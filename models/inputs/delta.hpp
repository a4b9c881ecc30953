// Owns delta modulation: an input spikes where its value rises by a threshold from one time step to
// the next, as snntorch.spikegen.delta of snnTorch 0.9.4 has it.
#pragma once

#include "models/inputs/encoder.hpp"

namespace bspike::models {

[[nodiscard]] EncoderRow delta_row();

}  // namespace bspike::models
