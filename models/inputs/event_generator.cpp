// Owns the path of the saccades and the pixels of the camera.
//
// Path: from A to B, B to C, C back to A, 100 ms each, with the smooth speed of 3 u^2 - 2 u^3.
// Brightness: ln(kDark + v / 255) at whole pixels of the picture, interpolated bilinearly between
// them; beyond the picture as dark as v = 0. Within a step of 1 ms it changes linearly, which gives
// events their microsecond. The threshold is chosen for a mean rate near N-MNIST's, which is about
// 14 events a millisecond; the tests state what comes out.
#include "models/inputs/event_generator.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include "arch/base/fp_math.hpp"

namespace bspike::models {
namespace {

constexpr double kThreshold = 0.42;  // of contrast, in units of ln brightness
constexpr double kDark = 0.1;        // brightness of a black pixel relative to a white one's
constexpr std::uint32_t kStepUs = 1000;
constexpr std::uint32_t kSaccadeMs = 100;
constexpr double kMargin = (kSensorSide - kPictureSide) / 2.0;

struct Offset {
  double x;
  double y;
};
// Corners of the path, in pixels from the middle.
constexpr std::array<Offset, 4> kCorners{{{-2.5, -2}, {0, 2.5}, {2.5, -2}, {-2.5, -2}}};

Offset offset_at(std::uint32_t ms) {
  const std::uint32_t saccade = std::min<std::uint32_t>(ms / kSaccadeMs, kCorners.size() - 2);
  const double u = static_cast<double>(ms - saccade * kSaccadeMs) / kSaccadeMs;
  const double way = u * u * (3 - 2 * u);
  const Offset& from = kCorners[saccade];
  const Offset& to = kCorners[saccade + 1];
  return {from.x + (to.x - from.x) * way, from.y + (to.y - from.y) * way};
}

// Logarithmic brightness, with a dark frame wide enough for every offset.
class Picture {
 public:
  explicit Picture(std::span<const std::uint8_t> pixels) {
    std::array<double, 256> levels;
    for (std::size_t v = 0; v < levels.size(); ++v)
      levels[v] = arch::base::ln_f64(kDark + static_cast<double>(v) / 255);
    brightness_.fill(levels[0]);
    for (std::uint32_t y = 0; y < kPictureSide; ++y)
      for (std::uint32_t x = 0; x < kPictureSide; ++x)
        brightness_[(y + kFrame) * kSide + x + kFrame] = levels[pixels[y * kPictureSide + x]];
  }

  // What each pixel of the camera sees when the picture is moved by `offset`.
  void project(const Offset& offset, std::span<double> view) const {
    const Offset start{kFrame - kMargin - offset.x, kFrame - kMargin - offset.y};
    const auto column = static_cast<std::uint32_t>(start.x);
    const auto row = static_cast<std::uint32_t>(start.y);
    const double right = start.x - column;
    const double down = start.y - row;
    for (std::uint32_t y = 0; y < kSensorSide; ++y)
      for (std::uint32_t x = 0; x < kSensorSide; ++x) {
        const double* at = brightness_.data() + (row + y) * kSide + column + x;
        const double above = at[0] + (at[1] - at[0]) * right;
        const double below = at[kSide] + (at[kSide + 1] - at[kSide]) * right;
        view[y * kSensorSide + x] = above + (below - above) * down;
      }
  }

 private:
  static constexpr std::uint32_t kFrame = 8;
  static constexpr std::uint32_t kSide = kPictureSide + 2 * kFrame;
  std::array<double, kSide * kSide> brightness_;
};

class Pixel {
 public:
  // The brightness goes from `before` to `after` in the step that begins at `start_us`.
  void see(double before, double after, std::uint32_t start_us, Event event,
           std::vector<Event>& events) {
    event.brighter = after > before;
    const double direction = event.brighter ? 1 : -1;
    while ((after - remembered_) * direction >= kThreshold) {
      remembered_ += direction * kThreshold;
      const double share = (remembered_ - before) / (after - before);
      event.time_us = start_us + static_cast<std::uint32_t>(std::max(share, 0.0) * kStepUs);
      events.push_back(event);
    }
  }
  void remember(double brightness) { remembered_ = brightness; }

 private:
  double remembered_ = 0;
};

bool earlier(const Event& a, const Event& b) {
  return std::tie(a.time_us, a.y, a.x, a.brighter) < std::tie(b.time_us, b.y, b.x, b.brighter);
}

}  // namespace

std::vector<Event> generate_events(std::span<const std::uint8_t> picture) {
  const Picture scene(picture);
  constexpr std::size_t kPixels = kSensorSide * kSensorSide;
  std::vector<double> before(kPixels), after(kPixels);
  std::vector<Pixel> pixels(kPixels);
  std::vector<Event> events;
  scene.project(offset_at(0), before);
  for (std::size_t i = 0; i < kPixels; ++i) pixels[i].remember(before[i]);
  for (std::uint32_t ms = 0; ms < kRecordingMs; ++ms) {
    scene.project(offset_at(ms + 1), after);
    for (std::size_t i = 0; i < kPixels; ++i) {
      const Event place{0, static_cast<std::uint16_t>(i % kSensorSide),
                        static_cast<std::uint16_t>(i / kSensorSide), false};
      pixels[i].see(before[i], after[i], ms * kStepUs, place, events);
    }
    std::swap(before, after);
  }
  std::sort(events.begin(), events.end(), earlier);
  return events;
}

std::vector<Event> generate_events(const Dataset& pictures, std::uint64_t sample) {
  return generate_events(pictures.image(sample));
}

}  // namespace bspike::models
