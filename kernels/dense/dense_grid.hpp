// Owns how a projection's product is cut over tiles in three dimensions: samples, inputs, outputs.
// Contract: a part is a range of whole blocks of 16; parts never are empty; the same on every host.
#pragma once

#include <cstdint>
#include <vector>

namespace bspike::kernels::dense {

inline constexpr std::uint32_t kBlock = 16;  // samples, inputs and outputs come in blocks of it

[[nodiscard]] constexpr std::uint32_t blocks_in(std::uint32_t elements) {
  return (elements + kBlock - 1) / kBlock;
}

struct Range {
  std::uint32_t first = 0;
  std::uint32_t count = 0;

  [[nodiscard]] std::uint32_t end() const { return first + count; }
};
[[nodiscard]] Range common_range(const Range& a, const Range& b);  // count 0: nothing in common

// What a product is: [samples, inputs] x [inputs, outputs].
struct ProductSize {
  std::uint32_t samples = 0, inputs = 0, outputs = 0;
};

// What the choice of a grid reads.
struct GridCosts {
  std::uint32_t workers = 6;
  std::uint32_t issue_period = 6;
  std::uint32_t inputs_a_pass = 8;  // 16 in f16
  bool training = false;            // counts the products of the backward pass as well
};

struct Grid {
  std::vector<Range> samples, inputs, outputs;  // in blocks, by part

  [[nodiscard]] std::size_t tiles() const {
    return samples.size() * inputs.size() * outputs.size();
  }
};

// Even parts, the larger ones first.
[[nodiscard]] std::vector<Range> split_blocks(std::uint32_t blocks, std::uint32_t parts);

// Samples in at most `parts` even parts of whole units; the last unit may not be full.
[[nodiscard]] std::vector<Range> split_samples(std::uint32_t samples, std::uint32_t unit,
                                               std::uint32_t parts);

// The grid of at most `tiles` tiles whose slowest tile is estimated to be done first; of equals the
// one with the fewest tiles.
[[nodiscard]] Grid choose_grid(const ProductSize& size, std::uint32_t tiles,
                               const GridCosts& costs);

}  // namespace bspike::kernels::dense
