// Owns the event generator: a picture of 28 x 28 pixels moved along three saccades in front of a
// modelled event camera of 34 x 34 pixels, as N-MNIST was recorded with MNIST digits. Each pixel of
// the camera remembers a logarithmic brightness and sends an event whenever the present one is a
// contrast threshold above or below it. Contract: a pure function of the picture, the same on every
// host: sums, products and quotients in double, in a fixed order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/inputs/dataset.hpp"
#include "models/inputs/events.hpp"

namespace bspike::models {

inline constexpr std::uint32_t kPictureSide = 28;
inline constexpr std::uint32_t kRecordingMs = 300;

// `picture`: kPictureSide^2 brightnesses from 0 to 255. Events are ordered by time, then by y, x,
// polarity. A picture without contrast gives none.
[[nodiscard]] std::vector<Event> generate_events(std::span<const std::uint8_t> picture);
// Of a sample of a data set of such pictures.
[[nodiscard]] std::vector<Event> generate_events(const Dataset& pictures, std::uint64_t sample);

}  // namespace bspike::models
