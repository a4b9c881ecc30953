// Owns a random convolution for codelet tests, with the tables that its codelets read, and plain
// indexing of its maps.
#pragma once

#include "kernels/conv/conv_tables.hpp"
#include "tests/codelets/codelet_run.hpp"

namespace bspike::test {

struct ConvCase {
  models::Convolution conv;
  std::uint32_t batch = 1;
  std::uint32_t planes = 1;
  bool goes_down = true;
  kernels::conv::Tables tables;
  kernels::conv::GradientMap gradient;

  ConvCase(Numbers& numbers, models::PoolKind pool);

  [[nodiscard]] std::uint32_t taps() const { return static_cast<std::uint32_t>(conv.taps()); }
  [[nodiscard]] std::uint32_t rows() const { return (taps() + 3) / 4 * 4; }
  [[nodiscard]] std::uint32_t source_words() const {
    return static_cast<std::uint32_t>(kernels::conv::source_bytes(conv) / 4);
  }
  // Pairs of a plane of the sums, and of their gradient.
  [[nodiscard]] std::uint32_t sums_pairs() const {
    return static_cast<std::uint32_t>(kernels::conv::sums_plane_bytes(conv) / 8);
  }
  [[nodiscard]] std::uint32_t gradient_pairs() const {
    return static_cast<std::uint32_t>(gradient.shape.positions());
  }
  // Neurons of a sample, padding included.
  [[nodiscard]] std::uint32_t neurons() const {
    return static_cast<std::uint32_t>((conv.output().size() + 1) / 2 * 2);
  }
  [[nodiscard]] std::vector<std::uint32_t> plane_words(float factor) const;

  // Words: of the source for weight `tap` at a position; of the sums and of their gradient for a
  // channel at a position.
  [[nodiscard]] std::uint32_t source_at(std::uint32_t sample, std::uint32_t tap, std::uint32_t row,
                                        std::uint32_t column) const;
  [[nodiscard]] std::uint32_t sum_at(std::uint32_t sample, std::uint32_t channel, std::uint32_t row,
                                     std::uint32_t column) const;
  [[nodiscard]] std::uint32_t gradient_at(std::uint32_t sample, std::uint32_t channel,
                                          std::uint32_t row, std::uint32_t column) const;
  [[nodiscard]] std::uint32_t neuron_at(std::uint32_t sample, std::uint32_t channel,
                                        std::uint32_t row, std::uint32_t column) const;
  // A gradient that is 0 between positions and around them, as the codelets leave it.
  [[nodiscard]] std::vector<float> gradient_map(Numbers& numbers) const;
};

}  // namespace bspike::test
