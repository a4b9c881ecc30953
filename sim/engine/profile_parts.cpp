// Owns which part is whose.
#include "sim/engine/profile_parts.hpp"

#include <array>
#include <atomic>

namespace bspike::sim {

namespace {

// The parts that a thread asked for last, found by the number of their program.
struct LastPart {
  std::uint64_t number = 0;
  ProfilePart* part = nullptr;
};
constexpr std::size_t kLastParts = 16;
thread_local std::array<LastPart, kLastParts> last_parts;

std::uint64_t next_number() {
  static std::atomic<std::uint64_t> numbers = 0;
  return ++numbers;
}

void add(std::vector<std::uint64_t>& to, const std::vector<std::uint64_t>& from) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
}

}  // namespace

ProfilePart::ProfilePart(std::size_t word_count, std::size_t codelets)
    : words(word_count + 1, 0), calls(codelets, 0), slots(codelets, 0), instructions(codelets, 0) {}

void ProfilePart::add(const ProfilePart& other) {
  for (std::size_t i = 0; i < words.size(); ++i) words[i] += other.words[i];
  sim::add(calls, other.calls);
  sim::add(slots, other.slots);
  sim::add(instructions, other.instructions);
}

ProfileParts::ProfileParts(std::size_t word_count, std::size_t codelets)
    : words_(word_count), codelets_(codelets), number_(next_number()) {}

ProfilePart& ProfileParts::of_this_thread() {
  LastPart& last = last_parts[number_ % kLastParts];
  if (last.number == number_) return *last.part;
  const std::lock_guard lock(mutex_);
  std::unique_ptr<ProfilePart>& part = parts_[std::this_thread::get_id()];
  if (part == nullptr) part = std::make_unique<ProfilePart>(words_, codelets_);
  last = {number_, part.get()};
  return *part;
}

ProfilePart ProfileParts::total() {
  const std::lock_guard lock(mutex_);
  ProfilePart sum(words_, codelets_);
  for (const auto& [thread, part] : parts_) sum.add(*part);
  return sum;
}

}  // namespace bspike::sim
