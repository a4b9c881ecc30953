// Owns the fuzzer of the event reader: any bytes are read or refused with a located error, and what
// was read can be encoded and written.
#include <cstddef>
#include <cstdint>
#include <span>

#include "arch/base/diagnostics.hpp"
#include "models/inputs/event_encoder.hpp"
#include "models/inputs/events.hpp"

namespace {
constexpr bspike::models::EventFrame kFrame{.width = bspike::models::kSensorSide,
                                            .height = bspike::models::kSensorSide,
                                            .window_width = 24,
                                            .window_height = 24};
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bspike;
  try {
    const std::span bytes(reinterpret_cast<const std::byte*>(data), size);
    const auto events = models::parse_events(bytes, models::kSensorSide, "fuzz");
    const auto train = models::events_row().encode({.stream = 1,
                                                    .counter = size,
                                                    .recording = events,
                                                    .frame = kFrame,
                                                    .time_steps = 7,
                                                    .capacity = 3,
                                                    .events = {.unique = size % 2 == 0}});
    if (events.empty() || train.size() != 7) __builtin_trap();
    for (const auto& ids : train)
      if (ids.size() > 3 || (!ids.empty() && ids.back() >= 24 * 24 * 2)) __builtin_trap();
    // Times beyond 23 bits come from overflows and cannot be written.
    const auto written = models::format_events(events);
    if (models::parse_events(written, models::kSensorSide, "again") != events) __builtin_trap();
  } catch (const arch::base::FormatError&) {
  }
  return 0;
}
