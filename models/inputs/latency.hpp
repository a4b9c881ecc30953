// Owns latency coding: each pixel spikes once, the earlier the brighter it is, as
// snntorch.spikegen.latency of snnTorch 0.9.4 computes it, in float32.
#pragma once

#include "models/inputs/encoder.hpp"

namespace bspike::models {

[[nodiscard]] EncoderRow latency_row();

}  // namespace bspike::models
