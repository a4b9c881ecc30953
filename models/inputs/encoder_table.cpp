// Owns the list of encoders, and the scale of brightnesses.
#include <array>

#include "models/inputs/constant.hpp"
#include "models/inputs/delta.hpp"
#include "models/inputs/encoder.hpp"
#include "models/inputs/event_encoder.hpp"
#include "models/inputs/latency.hpp"
#include "models/inputs/rate.hpp"

namespace bspike::models {

float brightness(std::uint8_t value, unsigned level_bits) {
  const unsigned brightest = level_bits == 8 ? 255u : 1u << level_bits;
  return static_cast<float>(value) / static_cast<float>(brightest);
}

std::span<const EncoderRow> encoder_table() {
  static const std::array kRows{rate_row(), events_row(), latency_row(), delta_row(),
                                constant_row()};
  return kRows;
}

}  // namespace bspike::models
