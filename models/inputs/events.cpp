// Owns reading and writing event files.
#include "models/inputs/events.hpp"

#include <algorithm>
#include <utility>

#include "arch/base/file.hpp"
#include "models/format_error.hpp"
#include "models/inputs/streamed_file.hpp"

namespace bspike::models {
namespace {

constexpr std::uint32_t kOverflowRow = 240;
constexpr std::uint32_t kOverflowUs = 8192;
constexpr std::uint32_t kTimeBits = 23;
constexpr std::uint32_t kMostUs = (1u << kTimeBits) - 1;
constexpr std::uint32_t kMostCoordinate = 255;
constexpr std::uint64_t kPieceBytes = kEventBytes * 16384;

[[noreturn]] void fail(const std::string& name, std::size_t event, std::string message) {
  fail_format({name, 0, 0}, "event " + std::to_string(event) + " at byte " +
                                std::to_string(event * kEventBytes) + ": " + std::move(message));
}

Event decode(std::span<const std::byte> bytes) {
  const auto at = [bytes](std::size_t i) { return std::to_integer<std::uint32_t>(bytes[i]); };
  const std::uint32_t word = at(2) << 16 | at(3) << 8 | at(4);
  return {word & kMostUs, static_cast<std::uint16_t>(at(0)), static_cast<std::uint16_t>(at(1)),
          (word >> kTimeBits) != 0};
}

void check_coordinates(const Event& event, std::uint32_t side, const std::string& name,
                       std::size_t index) {
  if (event.x < side && event.y < side) return;
  fail(name, index,
       "x = " + std::to_string(event.x) + ", y = " + std::to_string(event.y) +
           " is outside the sensor of " + std::to_string(side) + " x " + std::to_string(side));
}

// Pieces of a file, each but the last a multiple of kEventBytes long.
class EventParser {
 public:
  EventParser(std::uint32_t side, const std::string& name) : side_(side), name_(name) {}

  void take(std::span<const std::byte> piece) {
    const std::size_t whole = piece.size() / kEventBytes;
    for (std::size_t i = 0; i < whole; ++i, ++index_)
      add(decode(piece.subspan(i * kEventBytes, kEventBytes)));
    if (const std::size_t rest = piece.size() % kEventBytes; rest != 0)
      fail(name_, index_, "truncated: " + std::to_string(rest) + " of its 5 bytes are there");
  }

  std::vector<Event> finish() {
    if (events_.empty()) fail_format({name_, 0, 0}, "no events: only overflows of the clock");
    return std::move(events_);
  }

 private:
  void add(Event event) {
    if (event.y == kOverflowRow) {
      overflow_us_ += kOverflowUs;
      return;
    }
    check_coordinates(event, side_, name_, index_);
    if (event.time_us + overflow_us_ > UINT32_MAX)
      fail(name_, index_, "its time is beyond 32 bits");
    event.time_us += static_cast<std::uint32_t>(overflow_us_);
    events_.push_back(event);
  }

  std::uint32_t side_;
  const std::string& name_;
  std::size_t index_ = 0;
  std::uint64_t overflow_us_ = 0;
  std::vector<Event> events_;
};

void append(std::uint32_t value, std::vector<std::byte>& bytes) {
  bytes.push_back(static_cast<std::byte>(value & 0xff));
}

}  // namespace

std::vector<Event> parse_events(std::span<const std::byte> bytes, std::uint32_t side,
                                const std::string& name) {
  if (bytes.empty()) fail_format({name, 0, 0}, "no events: the file is empty");
  EventParser parser(side, name);
  parser.take(bytes);
  return parser.finish();
}

std::vector<Event> read_event_file(const std::filesystem::path& path, std::uint32_t side) {
  const StreamedFile file(path);
  if (file.size() == 0) fail_format({file.name(), 0, 0}, "no events: the file is empty");
  EventParser parser(side, file.name());
  std::vector<std::byte> piece;
  for (std::uint64_t at = 0; at < file.size(); at += piece.size()) {
    piece.resize(std::min<std::uint64_t>(kPieceBytes, file.size() - at));
    file.read(at, piece, "events");
    parser.take(piece);
  }
  return parser.finish();
}

std::vector<std::byte> format_events(std::span<const Event> events) {
  std::vector<std::byte> bytes;
  bytes.reserve(events.size() * kEventBytes);
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    if (event.time_us > kMostUs) fail("events", i, "its time does not fit 23 bits");
    if (event.y == kOverflowRow) fail("events", i, "y = 240 means an overflow of the clock");
    if (event.x > kMostCoordinate || event.y > kMostCoordinate)
      fail("events", i, "its coordinates do not fit 8 bits");
    append(event.x, bytes);
    append(event.y, bytes);
    append((event.brighter ? 0x80u : 0u) | event.time_us >> 16, bytes);
    append(event.time_us >> 8, bytes);
    append(event.time_us, bytes);
  }
  return bytes;
}

void write_event_file(const std::filesystem::path& file, std::span<const Event> events) {
  arch::base::write_atomically(file, format_events(events));
}

std::filesystem::path event_file_path(bool training, std::uint32_t label, std::uint64_t number) {
  std::string digits = std::to_string(number);
  digits.insert(0, digits.size() < 5 ? 5 - digits.size() : 0, '0');
  return std::filesystem::path(training ? "Train" : "Test") / std::to_string(label) /
         (digits + ".bin");
}

}  // namespace bspike::models
