// Owns how samples become spike trains: the table of encoders. Contract: a train is a pure function
// of the request, so samples can be encoded in any order.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "arch/base/fields.hpp"
#include "models/inputs/event.hpp"

namespace bspike::models {

// spikes[t]: the inputs that spike at time step t, ascending.
using SpikeTrain = std::vector<std::vector<std::uint32_t>>;

// What the samples of a data set are: pictures, or recordings of an event camera or cochlea.
enum class SampleKind : std::uint8_t { kPicture, kEvents };

// Numbers of the encoder "events".
struct EventCoding {
  std::uint32_t bin_us = 1000;       // a time step
  bool from_zero = false;            // the first one begins at time 0, not at the first event
  std::uint32_t denoise_us = 10000;  // 0: off
  bool unique = false;
};

// Numbers of the encoder "latency", named and defaulted as snnTorch's spikegen.latency has them.
struct LatencyCoding {
  double threshold = 0.01;
  double tau = 1;
  std::uint32_t first_spike_time = 0;
  double epsilon = 1e-7;
  bool normalize = false;
  bool linear = false;
  bool clip = false;
  bool bypass = false;
};

// Numbers of the encoder "delta", as snnTorch's spikegen.delta has them.
struct DeltaCoding {
  double threshold = 0.1;
  bool padding = false;
  bool off_spike = false;
};

struct EncoderSpec {
  std::uint32_t row = 0;  // index into encoder_table()
  std::uint64_t train_stream = 1;
  std::uint64_t test_stream = 2;
  EventCoding events = {};
  LatencyCoding latency = {};
  DeltaCoding delta = {};
};

struct EncodeRequest {
  std::uint64_t stream = 0;
  std::uint64_t counter = 0;
  std::span<const std::uint8_t> picture = {};
  unsigned level_bits = 0;  // of the picture
  std::span<const Event> recording = {};
  EventFrame frame = {};  // of the recording
  std::uint32_t time_steps = 0;
  std::uint32_t capacity = UINT32_MAX;  // most spikes of a time step, where the encoder limits them
  EventCoding events = {};
  LatencyCoding latency = {};
  DeltaCoding delta = {};
};

// A pixel's brightness from 0 to 1, as pictures are scaled when they are loaded elsewhere: bytes by
// 255, the 16 levels of the digits by 16.
[[nodiscard]] float brightness(std::uint8_t value, unsigned level_bits);

struct EncoderRow {
  std::string_view name;  // "rate", "events", ...
  SampleKind wants;
  SpikeTrain (*encode)(const EncodeRequest& request);                    // nullptr: gives values
  void (*describe)(arch::base::FieldVisitor& visit, EncoderSpec& spec);  // its own keys, or nullptr
  std::string_view doc;
  // How many inputs samples of so many places make in so many time steps; nullptr: as many as
  // places. Throws ConfigError if none.
  std::uint32_t (*inputs)(const EncoderSpec& spec, std::uint32_t places,
                          std::uint32_t time_steps) = nullptr;
  // Of an encoder of constant inputs: a number an input, which f16 holds exactly.
  std::vector<float> (*values)(const EncodeRequest& request) = nullptr;
};
[[nodiscard]] std::span<const EncoderRow> encoder_table();

}  // namespace bspike::models
