// Owns how samples become spike trains: the table of encoders. Contract: a train is a pure function
// of the request, so samples can be encoded in any order.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "arch/base/fields.hpp"

namespace bspike::models {

// spikes[t]: the inputs that spike at time step t, ascending.
using SpikeTrain = std::vector<std::vector<std::uint32_t>>;

// What the samples of a data set are: pictures, or recordings of an event camera as bytes of the
// format of models/inputs/events.hpp.
enum class SampleKind : std::uint8_t { kPicture, kEvents };

// Numbers of the encoder "events".
struct EventCoding {
  std::uint32_t bin_us = 1000;       // a time step
  std::uint32_t denoise_us = 10000;  // 0: off
  bool unique = false;
};

struct EncoderSpec {
  std::uint32_t row = 0;  // index into encoder_table()
  std::uint64_t train_stream = 1;
  std::uint64_t test_stream = 2;
  EventCoding events = {};
};

struct EncodeRequest {
  std::uint64_t stream = 0;
  std::uint64_t counter = 0;
  std::span<const std::uint8_t> sample;
  unsigned level_bits = 0;   // of pictures
  std::uint32_t window = 0;  // of events: side of the square in the sensor's middle that counts
  std::uint32_t time_steps = 0;
  std::uint32_t capacity = UINT32_MAX;  // most spikes of a time step, where the encoder limits them
  EventCoding events = {};
};

struct EncoderRow {
  std::string_view name;  // "rate", "events"
  SampleKind wants;
  SpikeTrain (*encode)(const EncodeRequest& request);
  void (*describe)(arch::base::FieldVisitor& visit, EncoderSpec& spec);  // its own keys, or nullptr
  std::string_view doc;
};
[[nodiscard]] std::span<const EncoderRow> encoder_table();

}  // namespace bspike::models
