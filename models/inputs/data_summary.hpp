// Owns what can be said of a data set by going through it once: samples, classes, rates. Contract:
// every sample is read, so a damaged one is a FormatError.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "models/inputs/dataset.hpp"

namespace bspike::models {

inline constexpr std::size_t kRateBins = 10;

struct DataSummary {
  std::uint64_t samples = 0;  // that were read
  std::vector<std::uint64_t> samples_of_class;
  std::uint32_t inputs = 0;
  bool recordings = false;
  // Of recordings; width and height are those of the coordinates that occur.
  std::uint64_t events = 0;
  std::uint64_t brighter = 0;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t longest_us = 0;
  // Of recordings events a millisecond, of pictures the mean brightness from 0 to 1.
  double lowest_rate = 0;
  double mean_rate = 0;
  double highest_rate = 0;
  std::array<std::uint64_t, kRateBins> samples_of_rate{};  // bins from 0 to the highest
};

// `go_on` hears how many samples are done, and may end it.
[[nodiscard]] DataSummary summarize(const Dataset& dataset,
                                    const std::function<bool(std::uint64_t)>& go_on);

}  // namespace bspike::models
