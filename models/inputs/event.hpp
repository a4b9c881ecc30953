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

// A sensor and the part of it that counts: a rectangle in the middle, in squares of pool x pool
// pixels. An event is input (polarity * rows + row) * columns + column, in squares.
struct EventFrame {
  std::uint32_t width = 0;  // of the sensor
  std::uint32_t height = 0;
  std::uint32_t polarities = 2;  // 1: whether it became brighter does not matter
  std::uint32_t window_width = 0;
  std::uint32_t window_height = 0;
  std::uint32_t pool = 1;

  [[nodiscard]] std::uint32_t columns() const { return window_width / pool; }
  [[nodiscard]] std::uint32_t rows() const { return window_height / pool; }
  [[nodiscard]] std::uint32_t inputs() const { return polarities * rows() * columns(); }
};

}  // namespace bspike::models
