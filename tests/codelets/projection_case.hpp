// Owns random projections for tests: blocks of presynaptic slices, parameters, lists of spikes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/codelets/codelet_run.hpp"

namespace bspike::test {

using Segments = std::vector<std::array<std::uint32_t, 8>>;

// Presynaptic blocks of so many pairs each, and the walk over them as the compiler writes it.
struct Blocks {
  std::vector<std::uint32_t> pairs;    // of each block
  std::vector<std::uint32_t> offsets;  // in floats
  std::uint32_t rows = 0;
  std::uint32_t floats = 0;  // of all blocks, all samples
  Segments segments;

  Blocks(std::vector<std::uint32_t> pairs_of_blocks, std::uint32_t batch);
  // Place of a row's value of a sample.
  [[nodiscard]] std::size_t at(std::uint32_t row, std::uint32_t sample) const;
};

struct Projection {
  std::uint32_t rows, planes;
  std::vector<float> parameters;  // weights [planes][rows][2], biases [planes][2]

  Projection(Numbers& numbers, std::uint32_t rows_, std::uint32_t planes_);
  [[nodiscard]] std::size_t weight(std::uint32_t plane, std::uint32_t row,
                                   std::uint32_t lane) const {
    return (std::size_t{plane} * rows + row) * 2 + lane;
  }
  [[nodiscard]] std::size_t bias(std::uint32_t plane, std::uint32_t lane) const {
    return std::size_t{planes} * rows * 2 + 2 * plane + lane;
  }
};

// Ascending lists of listed rows, [batch][capacity].
struct Lists {
  std::uint32_t capacity;
  std::vector<std::uint16_t> ids;
  std::vector<std::uint32_t> counts;

  Lists(Numbers& numbers, std::uint32_t rows, std::uint32_t batch, std::uint32_t one_in);
  void add_to(CodeletRun& run) const;
};

// Batches, planes and blocks of the test runs, by seed.
[[nodiscard]] std::uint32_t batch_of(std::uint64_t seed);
[[nodiscard]] std::uint32_t planes_of(std::uint64_t seed);
[[nodiscard]] std::vector<std::uint32_t> block_pairs_of(std::uint64_t seed);

}  // namespace bspike::test
