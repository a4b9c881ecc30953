// Owns the list of encoders.
#include <array>

#include "models/inputs/encoder.hpp"
#include "models/inputs/event_encoder.hpp"
#include "models/inputs/rate.hpp"

namespace bspike::models {

std::span<const EncoderRow> encoder_table() {
  static const std::array kRows{rate_row(), events_row()};
  return kRows;
}

}  // namespace bspike::models
