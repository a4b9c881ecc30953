// Owns the geometry of maps: neurons in channels of rows of columns, and what a convolution with a
// pooling behind it makes of them. Contract: neurons of a map are numbered channel after channel,
// row after row; the pooling acts on the convolution's sums, before the neurons.
#pragma once

#include <cstdint>

namespace bspike::models {

struct MapShape {
  std::uint32_t channels = 0;  // 0: the neurons are no map
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;

  [[nodiscard]] bool is_map() const { return channels != 0; }
  [[nodiscard]] std::uint64_t positions() const { return std::uint64_t{rows} * columns; }
  [[nodiscard]] std::uint64_t size() const { return channels * positions(); }
  bool operator==(const MapShape&) const = default;
};

// Rows and columns of a window, of its steps, of a border.
struct Extent {
  std::uint32_t rows = 1;
  std::uint32_t columns = 1;

  [[nodiscard]] std::uint64_t cells() const { return std::uint64_t{rows} * columns; }
  bool operator==(const Extent&) const = default;
};

enum class PoolKind : std::uint8_t { kNone, kMax, kAverage, kSum };

// Windows of the pooling lie side by side; rows and columns that fill none are dropped.
struct Pool {
  PoolKind kind = PoolKind::kNone;
  Extent size;

  [[nodiscard]] bool is_max() const { return kind == PoolKind::kMax; }
  // By which the sum over a window is multiplied.
  [[nodiscard]] double factor() const {
    return kind == PoolKind::kAverage ? 1 / static_cast<double>(size.cells()) : 1;
  }
};

struct Convolution {
  MapShape input;
  std::uint32_t channels = 0;
  Extent kernel;
  Extent stride;
  Extent padding{0, 0};  // a border of zeros on each side
  Pool pool;

  // What the kernel passes over, and what it gives.
  [[nodiscard]] MapShape padded() const {
    return {input.channels, input.rows + 2 * padding.rows, input.columns + 2 * padding.columns};
  }
  [[nodiscard]] MapShape map() const {
    const MapShape from = padded();
    return {channels, (from.rows - kernel.rows) / stride.rows + 1,
            (from.columns - kernel.columns) / stride.columns + 1};
  }
  [[nodiscard]] MapShape output() const {
    const MapShape from = map();
    return {channels, from.rows / pool.size.rows, from.columns / pool.size.columns};
  }
  // Weights of a channel.
  [[nodiscard]] std::uint64_t taps() const { return input.channels * kernel.cells(); }
};

}  // namespace bspike::models
