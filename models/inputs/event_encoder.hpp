// Owns how recordings of an event camera become spike trains: lone events are dropped, the rest
// sorted into bins of time; which input an event is, its frame says.
#pragma once

#include "models/inputs/encoder.hpp"

namespace bspike::models {

[[nodiscard]] EncoderRow events_row();

// Keeps the events that have another one at one of the four neighbouring pixels, of either
// polarity, at most window_us before them in the file.
[[nodiscard]] std::vector<Event> denoised(std::span<const Event> events, const EventFrame& frame,
                                          std::uint32_t window_us);

}  // namespace bspike::models
