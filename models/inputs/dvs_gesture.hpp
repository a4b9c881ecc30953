// Owns the data set kind "dvs_gesture": the folder of DVS128 Gesture, whose recordings in AEDAT 3.1
// each hold several gestures, cut by a table of class, begin and end beside them; which recordings
// are for training and which for testing, two lists say.
#pragma once

#include <filesystem>
#include <vector>

#include "models/inputs/dataset.hpp"

namespace bspike::models {

inline constexpr std::uint32_t kGestureSide = 128;
inline constexpr std::uint32_t kGestures = 11;

// A gesture: its class from 0 on, and microseconds on the clock of its recording.
struct GestureSpan {
  std::uint32_t label = 0;
  std::uint64_t begin_us = 0;
  std::uint64_t end_us = 0;
};

// Throws FormatError at line and column.
[[nodiscard]] std::vector<GestureSpan> read_gesture_labels(const std::filesystem::path& file);
// "user01_led.aedat" -> "user01_led_labels.csv", beside it.
[[nodiscard]] std::filesystem::path gesture_labels_of(const std::filesystem::path& recording);

[[nodiscard]] DatasetRow dvs_gesture_row();

}  // namespace bspike::models
