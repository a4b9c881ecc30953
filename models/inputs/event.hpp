// Owns what an event of a camera or a cochlea is, and which inputs its places become.
#pragma once

#include <cstdint>

namespace bspike::models {

struct Event {
  std::uint32_t time_us = 0;
  std::uint16_t x = 0;
  std::uint16_t y = 0;
  bool brighter = false;

  bool operator==(const Event&) const = default;
};

// A sensor and the part of it that counts: a rectangle in the middle, of which `pool` pixels side
// by side make `squares` squares. An event is input (polarity * rows + row) * columns + column.
struct EventFrame {
  std::uint32_t width = 0;  // of the sensor
  std::uint32_t height = 0;
  std::uint32_t polarities = 2;  // 1: whether it became brighter does not matter
  std::uint32_t window_width = 0;
  std::uint32_t window_height = 0;
  std::uint32_t pool = 1;
  std::uint32_t squares = 1;

  [[nodiscard]] std::uint32_t square_of(std::uint32_t pixel) const {
    return pixel * squares / pool;
  }
  [[nodiscard]] std::uint32_t columns() const { return square_of(window_width); }
  [[nodiscard]] std::uint32_t rows() const { return square_of(window_height); }
  [[nodiscard]] std::uint32_t inputs() const { return polarities * rows() * columns(); }
};

}  // namespace bspike::models
