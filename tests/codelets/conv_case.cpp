// Owns the sizes of random convolutions and their indexing.
#include "tests/codelets/conv_case.hpp"

#include <bit>

namespace bspike::test {

namespace {

// A divisor of `size`, 1 to 3.
std::uint32_t divisor(Numbers& numbers, std::uint32_t size) {
  const std::uint32_t wanted = 1 + numbers.below(3);
  return size % wanted == 0 ? wanted : 1;
}

}  // namespace

ConvCase::ConvCase(Numbers& numbers, models::PoolKind pool) {
  conv.input = {1 + numbers.below(3), 3 + numbers.below(4), 3 + numbers.below(4)};
  conv.channels = 1 + numbers.below(5);
  conv.kernel = {1 + numbers.below(3), 1 + numbers.below(3)};
  conv.stride = {1 + numbers.below(2), 1 + numbers.below(2)};
  conv.padding = {numbers.below(2), numbers.below(2)};
  conv.pool.kind = pool;
  const models::MapShape map = conv.map();
  conv.pool.size = {divisor(numbers, map.rows), divisor(numbers, map.columns)};
  batch = 1 + numbers.below(3);
  planes = (conv.channels + 1) / 2;
  goes_down = numbers.below(2) == 0;
  tables = kernels::conv::tables_of(conv, goes_down);
  gradient = kernels::conv::gradient_map(conv, goes_down);
}

std::vector<std::uint32_t> ConvCase::plane_words(float factor) const {
  const auto bits = std::bit_cast<std::uint32_t>(factor);
  std::vector<std::uint32_t> words;
  for (std::uint32_t plane = 0; plane < planes; ++plane) {
    const bool both = 2 * plane + 1 < conv.channels;
    const auto channel_bytes = static_cast<std::uint32_t>(4 * conv.output().positions());
    words.insert(words.end(), {both ? channel_bytes : 0, 0, bits, both ? bits : 0});
  }
  return words;
}

std::uint32_t ConvCase::source_at(std::uint32_t sample, std::uint32_t tap, std::uint32_t row,
                                  std::uint32_t column) const {
  const models::MapShape from = conv.padded();
  const auto cells = static_cast<std::uint32_t>(conv.kernel.cells());
  const std::uint32_t channel = tap / cells;
  const std::uint32_t down = row * conv.stride.rows + tap % cells / conv.kernel.columns;
  const std::uint32_t across = column * conv.stride.columns + tap % conv.kernel.columns;
  return sample * source_words() + (channel * from.rows + down) * from.columns + across;
}

std::uint32_t ConvCase::sum_at(std::uint32_t sample, std::uint32_t channel, std::uint32_t row,
                               std::uint32_t column) const {
  const std::uint32_t plane = sample * planes + channel / 2;
  return 2 * (plane * sums_pairs() + row * conv.map().columns + column) + channel % 2;
}

std::uint32_t ConvCase::gradient_at(std::uint32_t sample, std::uint32_t channel, std::uint32_t row,
                                    std::uint32_t column) const {
  const std::uint32_t plane = sample * planes + channel / 2;
  const std::uint32_t down = row * gradient.step.rows + gradient.border.rows;
  const std::uint32_t across = column * gradient.step.columns + gradient.border.columns;
  return 2 * (plane * gradient_pairs() + down * gradient.shape.columns + across) + channel % 2;
}

std::uint32_t ConvCase::neuron_at(std::uint32_t sample, std::uint32_t channel, std::uint32_t row,
                                  std::uint32_t column) const {
  const models::MapShape out = conv.output();
  return sample * neurons() + (channel * out.rows + row) * out.columns + column;
}

std::vector<float> ConvCase::gradient_map(Numbers& numbers) const {
  std::vector<float> values(2u * batch * planes * gradient_pairs(), 0.0F);
  const models::MapShape map = conv.map();
  for (std::uint32_t b = 0; b < batch; ++b)
    for (std::uint32_t channel = 0; channel < conv.channels; ++channel)
      for (std::uint32_t r = 0; r < map.rows; ++r)
        for (std::uint32_t c = 0; c < map.columns; ++c)
          values[gradient_at(b, channel, r, c)] = numbers.real();
  return values;
}

}  // namespace bspike::test
