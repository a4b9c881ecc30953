// Owns the rules of the race log.
#include "sim/engine/race_log.hpp"

namespace bspike::sim {

RaceLog::Tag& RaceLog::touch(std::uint32_t word) {
  Tag& tag = tags_[word];
  if (tag.writer == kNobody && tag.reader == kNobody) touched_.push_back(word);
  return tag;
}

bool RaceLog::read(std::uint32_t worker, std::uint32_t offset, std::uint32_t bytes) {
  const auto self = static_cast<std::uint8_t>(worker + 1);
  for (std::uint32_t word = offset / 4; word <= (offset + bytes - 1) / 4; ++word) {
    Tag& tag = touch(word);
    if (tag.writer != kNobody && tag.writer != self) return false;
    tag.reader = tag.reader == kNobody || tag.reader == self ? self : kSeveral;
  }
  return true;
}

bool RaceLog::write(std::uint32_t worker, std::uint32_t offset, std::uint32_t bytes) {
  const auto self = static_cast<std::uint8_t>(worker + 1);
  for (std::uint32_t word = offset / 4; word <= (offset + bytes - 1) / 4; ++word) {
    Tag& tag = touch(word);
    if (tag.writer != kNobody && tag.writer != self) return false;
    if (tag.reader != kNobody && tag.reader != self) return false;
    tag.writer = self;
  }
  return true;
}

void RaceLog::clear() {
  for (const std::uint32_t word : touched_) tags_[word] = Tag{};
  touched_.clear();
}

}  // namespace bspike::sim
