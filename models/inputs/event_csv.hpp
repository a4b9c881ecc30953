// Owns events as text: a line that names the columns t, x, y and p in any order, then a line an
// event. t is in microseconds; y and p may be left out (0); p is 1 for brighter and 0 or -1 for
// darker. Also the data set kind "csv_events": a file a recording, a folder a class. Contract: a
// FormatError names line and column.
#pragma once

#include <filesystem>
#include <vector>

#include "models/inputs/dataset.hpp"

namespace bspike::models {

[[nodiscard]] DatasetRow csv_events_row();

// Coordinates are below the frame's width and height. Reads line by line.
[[nodiscard]] std::vector<Event> read_event_csv(const std::filesystem::path& file,
                                                const EventFrame& frame);

}  // namespace bspike::models
