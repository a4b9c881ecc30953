// Owns who touched what between two local syncs: one tag for each 4-byte word of a tile.
// Contract: a word that one worker writes may not be read or written by another before `clear`;
// words are the grain, as narrow stores read and write back whole words.
#pragma once

#include <cstdint>
#include <vector>

namespace bspike::sim {

class RaceLog {
 public:
  explicit RaceLog(std::uint32_t memory_bytes) : tags_((memory_bytes + 3) / 4) {}

  // False: another worker has written one of the words. Offsets are from the start of memory.
  [[nodiscard]] bool read(std::uint32_t worker, std::uint32_t offset, std::uint32_t bytes);
  // False: another worker has read or written one of the words.
  [[nodiscard]] bool write(std::uint32_t worker, std::uint32_t offset, std::uint32_t bytes);
  void clear();

  static constexpr std::uint32_t kMaxWorkers = 253;

 private:
  static constexpr std::uint8_t kNobody = 0;
  static constexpr std::uint8_t kSeveral = 255;
  struct Tag {
    std::uint8_t writer = kNobody;  // worker + 1
    std::uint8_t reader = kNobody;  // worker + 1, or kSeveral
  };
  Tag& touch(std::uint32_t word);

  std::vector<Tag> tags_;
  std::vector<std::uint32_t> touched_;
};

}  // namespace bspike::sim
