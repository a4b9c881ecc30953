// Owns the file format AEDAT 3.1 of event cameras: lines that begin with '#', of which the first
// is "#!AER-DAT3.1" and the last "#!END-HEADER"; then packets, each a header of 28 bytes and its
// events, little-endian. A polarity event is 8 bytes: a word of x, y, polarity and a bit that says
// whether it is valid, and 31 bits of microseconds, whose upper part the header has. Packets of
// other kinds are passed over. Contract: opening reads the headers alone; every error names the
// byte; memory is one packet and the events that are asked for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "models/inputs/event.hpp"
#include "models/inputs/streamed_file.hpp"

namespace bspike::models {

class AedatFile {
 public:
  // x is below `width`, y below `height`.
  AedatFile(const std::filesystem::path& file, std::uint32_t width, std::uint32_t height);

  // Events from `begin_us` on and before `end_us`, their times counted from `begin_us`.
  [[nodiscard]] std::vector<Event> events(std::uint64_t begin_us, std::uint64_t end_us) const;

  // Of the polarity packets; 0 if there are none.
  [[nodiscard]] std::uint64_t first_us() const;
  [[nodiscard]] std::uint64_t last_us() const;

 private:
  struct Packet {
    std::uint64_t offset = 0;  // of its first event
    std::uint32_t events = 0;
    std::uint64_t overflow_us = 0;
    std::uint64_t first_us = 0;
    std::uint64_t last_us = 0;
  };

  [[nodiscard]] std::uint64_t end_of_header() const;
  void scan_packets(std::uint64_t offset);
  void add_packet(Packet packet);
  [[nodiscard]] std::uint64_t time_at(const Packet& packet, std::uint32_t event) const;
  void read_packet(const Packet& packet, std::uint64_t begin_us, std::uint64_t end_us,
                   std::vector<Event>& events) const;

  StreamedFile file_;
  std::uint32_t width_;
  std::uint32_t height_;
  std::vector<Packet> packets_;
};

}  // namespace bspike::models
