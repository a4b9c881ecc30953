// Owns walking and decoding the packets.
#include "models/inputs/aedat.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "models/format_error.hpp"

namespace bspike::models {
namespace {

constexpr std::string_view kMagic = "#!AER-DAT3.1\r\n";
constexpr std::string_view kEnd = "#!END-HEADER\r\n";
constexpr std::uint64_t kLongestHeader = 1 << 16;
constexpr std::uint32_t kPacketHeader = 28;
constexpr std::uint32_t kPolarityType = 1;
constexpr std::uint32_t kPolaritySize = 8;
constexpr std::uint32_t kTimeOffset = 4;  // of the time in an event
constexpr std::uint64_t kOverflowUs = 1ull << 31;
constexpr std::uint32_t kMostEvents = 1 << 24;  // of a packet
constexpr std::size_t kMostOfRecording = 1ull << 26;

std::uint32_t word_at(std::span<const std::byte> bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 4; i-- > 0;)
    value = value << 8 | std::to_integer<std::uint32_t>(bytes[at + i]);
  return value;
}

[[noreturn]] void fail(const std::string& name, const char* what, std::uint64_t offset,
                       std::string message) {
  fail_format({name, 0, 0},
              std::string(what) + " at byte " + std::to_string(offset) + ": " + std::move(message));
}

struct PacketHeader {
  std::uint32_t type = 0;
  std::uint32_t size = 0;         // of an event
  std::uint32_t time_offset = 0;  // in an event
  std::uint32_t overflows = 0;
  std::uint32_t capacity = 0;
  std::uint32_t number = 0;
  std::uint32_t valid = 0;
};

PacketHeader decode_header(std::span<const std::byte> bytes) {
  return {.type = word_at(bytes, 0) & 0xffff,
          .size = word_at(bytes, 4),
          .time_offset = word_at(bytes, 8),
          .overflows = word_at(bytes, 12),
          .capacity = word_at(bytes, 16),
          .number = word_at(bytes, 20),
          .valid = word_at(bytes, 24)};
}

std::string text(std::uint32_t value) { return std::to_string(value); }

// What no packet may have, and what a polarity packet must have.
void check_header(const PacketHeader& header, const std::string& name, std::uint64_t offset) {
  const auto refuse = [&](std::string message) {
    fail(name, "packet header", offset, std::move(message));
  };
  if (header.number > kMostEvents)
    refuse(text(header.number) + " events; more than " + text(kMostEvents) + " cannot be right");
  if (header.number > header.capacity)
    refuse(text(header.number) + " events in a packet for " + text(header.capacity));
  if (header.valid > header.number)
    refuse(text(header.valid) + " valid events of " + text(header.number));
  if (header.overflows > 1)
    refuse("its clock overflowed " + text(header.overflows) + " times; at most 1 is supported");
  if (header.type != kPolarityType) return;
  if (header.size != kPolaritySize || header.time_offset != kTimeOffset)
    refuse("polarity events of " + text(header.size) + " bytes with the time at byte " +
           text(header.time_offset) + "; expected 8 and 4");
}

}  // namespace

AedatFile::AedatFile(const std::filesystem::path& file, std::uint32_t width, std::uint32_t height)
    : file_(file), width_(width), height_(height) {
  scan_packets(end_of_header());
}

std::uint64_t AedatFile::end_of_header() const {
  std::string head(std::min(kLongestHeader, file_.size()), '\0');
  file_.read(0, std::as_writable_bytes(std::span(head)), "header");
  if (!head.starts_with(kMagic))
    fail(file_.name(), "header", 0, "an AEDAT 3.1 file begins with the line \"#!AER-DAT3.1\"");
  const std::size_t end = head.find(kEnd);
  if (end == std::string::npos || head[end - 1] != '\n')
    fail(file_.name(), "header", 0,
         "no line \"#!END-HEADER\" in the first " + std::to_string(head.size()) + " bytes");
  return end + kEnd.size();
}

void AedatFile::scan_packets(std::uint64_t offset) {
  while (offset < file_.size()) {
    std::array<std::byte, kPacketHeader> bytes{};
    file_.read(offset, bytes, "packet header");
    const PacketHeader header = decode_header(bytes);
    check_header(header, file_.name(), offset);
    const std::uint64_t length = std::uint64_t{header.number} * header.size;
    const std::uint64_t begin = offset + kPacketHeader;
    if (file_.size() - begin < length)
      fail(file_.name(), "packet", offset,
           "truncated: its events take " + std::to_string(length) + " bytes, " +
               std::to_string(file_.size() - begin) + " are there");
    if (header.type == kPolarityType && header.number > 0)
      add_packet({.offset = begin,
                  .events = header.number,
                  .overflow_us = header.overflows * kOverflowUs});
    offset = begin + length;
  }
}

void AedatFile::add_packet(Packet packet) {
  packet.first_us = time_at(packet, 0);
  packet.last_us = time_at(packet, packet.events - 1);
  if (packet.first_us > packet.last_us)
    fail(file_.name(), "packet", packet.offset - kPacketHeader,
         "its last event is before its first");
  if (!packets_.empty() && packets_.back().last_us > packet.first_us)
    fail(file_.name(), "packet", packet.offset - kPacketHeader,
         "it begins before the packet in front of it ends");
  packets_.push_back(packet);
}

std::uint64_t AedatFile::time_at(const Packet& packet, std::uint32_t event) const {
  std::array<std::byte, 4> bytes{};
  const std::uint64_t at = packet.offset + std::uint64_t{event} * kPolaritySize + kTimeOffset;
  file_.read(at, bytes, "event time");
  const std::uint32_t time = word_at(bytes, 0);
  if (time >= kOverflowUs) fail(file_.name(), "event time", at, "it is negative");
  return packet.overflow_us + time;
}

std::uint64_t AedatFile::first_us() const {
  return packets_.empty() ? 0 : packets_.front().first_us;
}
std::uint64_t AedatFile::last_us() const { return packets_.empty() ? 0 : packets_.back().last_us; }

std::vector<Event> AedatFile::events(std::uint64_t begin_us, std::uint64_t end_us) const {
  std::vector<Event> events;
  auto packet = std::partition_point(packets_.begin(), packets_.end(),
                                     [begin_us](const Packet& p) { return p.last_us < begin_us; });
  for (; packet != packets_.end() && packet->first_us < end_us; ++packet)
    read_packet(*packet, begin_us, end_us, events);
  return events;
}

void AedatFile::read_packet(const Packet& packet, std::uint64_t begin_us, std::uint64_t end_us,
                            std::vector<Event>& events) const {
  std::vector<std::byte> bytes(std::size_t{packet.events} * kPolaritySize);
  file_.read(packet.offset, bytes, "events");
  std::uint64_t before = packet.first_us;
  for (std::size_t i = 0; i < packet.events; ++i) {
    const std::uint32_t word = word_at(bytes, i * kPolaritySize);
    const std::uint64_t time = packet.overflow_us + word_at(bytes, i * kPolaritySize + kTimeOffset);
    const auto refuse = [&](std::string message) {
      fail(file_.name(), "event", packet.offset + i * kPolaritySize, std::move(message));
    };
    if (time < before || time > packet.last_us) refuse("its time is not between its neighbours'");
    before = time;
    if ((word & 1) == 0 || time < begin_us || time >= end_us) continue;
    const std::uint32_t x = word >> 17, y = word >> 2 & 0x7fff;
    if (x >= width_ || y >= height_)
      refuse("x = " + text(x) + ", y = " + text(y) + " is outside the sensor of " + text(width_) +
             " x " + text(height_));
    if (events.size() == kMostOfRecording) refuse("more events than a recording may have");
    events.push_back({static_cast<std::uint32_t>(time - begin_us), static_cast<std::uint16_t>(x),
                      static_cast<std::uint16_t>(y), (word >> 1 & 1) != 0});
  }
}

}  // namespace bspike::models
