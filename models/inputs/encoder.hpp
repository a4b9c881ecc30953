// Owns how images become spike trains: the table of encoders. Contract: a train is a pure function
// of (stream, counter, image), so samples can be encoded in any order.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace bspike::models {

// spikes[t]: the inputs that spike at time step t, ascending.
using SpikeTrain = std::vector<std::vector<std::uint32_t>>;

struct EncoderRow {
  std::string_view name;  // "rate"
  SpikeTrain (*encode)(std::uint64_t stream, std::uint64_t counter,
                       std::span<const std::uint8_t> image, unsigned level_bits,
                       std::uint32_t time_steps);
  std::string_view doc;
};
[[nodiscard]] std::span<const EncoderRow> encoder_table();

struct EncoderSpec {
  std::uint32_t row = 0;  // index into encoder_table()
  std::uint64_t train_stream = 1;
  std::uint64_t test_stream = 2;
};

}  // namespace bspike::models
