// Owns address events of an event camera and their binary file format, that of N-MNIST: five bytes
// an event, x, y, then one bit of polarity (1: brighter) and 23 bits of time in microseconds,
// big-endian. An event whose y is 240 stands for an overflow of the camera's clock: all later times
// are 8192 us more. Contract: every byte is read, or FormatError names the event that is wrong.
// Times may go back, since cameras read rows out in bursts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "models/inputs/event.hpp"

namespace bspike::models {

inline constexpr std::uint32_t kEventBytes = 5;
inline constexpr std::uint32_t kSensorSide = 34;  // of N-MNIST, in pixels

// `side`: width and height of the sensor; coordinates are below it. `name` stands for the file.
[[nodiscard]] std::vector<Event> parse_events(std::span<const std::byte> bytes, std::uint32_t side,
                                              const std::string& name);
// Reads in pieces: the memory that it takes is that of the events.
[[nodiscard]] std::vector<Event> read_event_file(const std::filesystem::path& file,
                                                 std::uint32_t side);

// Throws FormatError if a time or a coordinate does not fit the format.
[[nodiscard]] std::vector<std::byte> format_events(std::span<const Event> events);
void write_event_file(const std::filesystem::path& file, std::span<const Event> events);

// Where a sample lies below the data set's folder: "Train/3/00017.bin".
[[nodiscard]] std::filesystem::path event_file_path(bool training, std::uint32_t label,
                                                    std::uint64_t number);

}  // namespace bspike::models
