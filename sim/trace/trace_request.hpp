// Owns what a user may ask of a trace.
// Contract: a time is in cycles or in seconds of the device's clock, as it was given.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "arch/machine/machine.hpp"

namespace bspike::sim {

struct TileRange {
  arch::TileId first = 0, last = 0;
};

struct TraceMoment {
  std::uint64_t cycles = 0;
  std::optional<double> seconds;  // instead of cycles
  [[nodiscard]] double cycle_on(double clock_hz) const {
    return seconds ? *seconds * clock_hz : static_cast<double>(cycles);
  }
};

struct TraceRequest {
  static constexpr std::uint64_t kDefaultLimitBytes = 200'000'000;
  static constexpr std::uint64_t kLeastLimitBytes = 1'000'000;

  std::filesystem::path file;                      // compressed if its name ends in .gz
  std::vector<TileRange> tiles;                    // empty: as many as a viewer can show
  std::optional<TraceMoment> begin, end;           // spans that overlap this time; none: all
  std::uint64_t limit_bytes = kDefaultLimitBytes;  // of the file
};

}  // namespace bspike::sim
