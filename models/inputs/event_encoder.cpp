// Owns denoising, binning, capping.
#include "models/inputs/event_encoder.hpp"

#include <algorithm>
#include <utility>

#include "arch/base/random.hpp"

namespace bspike::models {
namespace {

// The part of the sensor that counts.
class Window {
 public:
  explicit Window(const EventFrame& frame)
      : frame_(frame),
        left_((frame.width - frame.window_width) / 2),
        top_((frame.height - frame.window_height) / 2) {}

  [[nodiscard]] bool holds(const Event& event) const {
    return event.x >= left_ && frame_.square_of(event.x - left_) < frame_.columns() &&
           event.y >= top_ && frame_.square_of(event.y - top_) < frame_.rows();
  }
  [[nodiscard]] std::uint32_t id(const Event& event) const {
    const std::uint32_t polarity = event.brighter && frame_.polarities > 1 ? 1 : 0;
    const std::uint32_t row = polarity * frame_.rows() + frame_.square_of(event.y - top_);
    return row * frame_.columns() + frame_.square_of(event.x - left_);
  }

 private:
  const EventFrame& frame_;
  std::uint32_t left_;
  std::uint32_t top_;
};

// Chooses `capacity` of the ids with equal chances: the first steps of a Fisher-Yates shuffle.
void keep_random(std::vector<std::uint32_t>& ids, std::uint32_t capacity,
                 const EncodeRequest& request, std::uint32_t step) {
  for (std::uint32_t i = 0; i < capacity; ++i) {
    const std::uint64_t draw = arch::base::random_bits(request.stream, request.counter, step, i);
    std::swap(ids[i], ids[i + draw % (ids.size() - i)]);
  }
  ids.resize(capacity);
}

void finish_bin(std::vector<std::uint32_t>& ids, const EncodeRequest& request, std::uint32_t step) {
  std::sort(ids.begin(), ids.end());
  if (request.events.unique) ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  if (ids.size() <= request.capacity) return;
  keep_random(ids, request.capacity, request, step);
  std::sort(ids.begin(), ids.end());
}

std::uint32_t first_time(std::span<const Event> events) {
  return std::min_element(events.begin(), events.end(),
                          [](const Event& a, const Event& b) { return a.time_us < b.time_us; })
      ->time_us;
}

SpikeTrain encode(const EncodeRequest& request) {
  const auto events = denoised(request.recording, request.frame, request.events.denoise_us);
  SpikeTrain train(request.time_steps);
  if (events.empty()) return train;
  const std::uint32_t start = request.events.from_zero ? 0 : first_time(events);
  const Window window(request.frame);
  for (const Event& event : events) {
    const std::uint32_t step = (event.time_us - start) / request.events.bin_us;
    if (step < request.time_steps && window.holds(event)) train[step].push_back(window.id(event));
  }
  for (std::uint32_t t = 0; t < request.time_steps; ++t) finish_bin(train[t], request, t);
  return train;
}

void describe_events(arch::base::FieldVisitor& visit, EncoderSpec& spec) {
  visit.option("bin_us", spec.events.bin_us, arch::base::Unit::kNone, {1, 1e6},
               "Microseconds of a time step; the first begins at the first event.");
  visit.flag("from_zero", spec.events.from_zero,
             "Whether the first time step begins at time 0 instead.");
  visit.option("denoise_us", spec.events.denoise_us, arch::base::Unit::kNone, {0, 1e6},
               "Events without a neighbour in so many microseconds before are dropped; 0: none.");
  visit.flag("unique", spec.events.unique, "Whether an input spikes at most once in a time step.");
}

}  // namespace

std::vector<Event> denoised(std::span<const Event> events, const EventFrame& frame,
                            std::uint32_t window_us) {
  if (window_us == 0) return {events.begin(), events.end()};
  const std::size_t row = frame.width + 2;  // with a border, so that every pixel has four
  std::vector<std::uint64_t> valid_until(row * (frame.height + 2), 0);
  std::vector<Event> kept;
  for (const Event& event : events) {
    const std::size_t at = (event.y + 1u) * row + event.x + 1u;
    valid_until[at] = std::uint64_t{event.time_us} + window_us;
    for (const std::size_t neighbour : {at - 1, at + 1, at - row, at + row}) {
      if (valid_until[neighbour] <= event.time_us) continue;
      kept.push_back(event);
      break;
    }
  }
  return kept;
}

EncoderRow events_row() {
  return {.name = "events",
          .wants = SampleKind::kEvents,
          .encode = encode,
          .describe = describe_events,
          .doc =
              "Events of a camera, sorted into bins of time; of a bin with more than the "
              "network's input capacity, a random choice."};
}

}  // namespace bspike::models
