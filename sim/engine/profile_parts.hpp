// Owns what the runs of a program add to its profile, a part for each thread that runs it.
// Contract: a thread that asks again waits for no other and shares no cache line with one; total()
// while nobody runs.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "sim/engine/interpreter_loop.hpp"

namespace bspike::sim {

struct ProfilePart {
  CountDifferences words;
  std::vector<std::uint64_t> calls, slots, instructions;  // by codelet

  ProfilePart(std::size_t word_count, std::size_t codelets);
  void add(const ProfilePart& other);
};

class ProfileParts {
 public:
  ProfileParts(std::size_t word_count, std::size_t codelets);

  [[nodiscard]] ProfilePart& of_this_thread();
  [[nodiscard]] ProfilePart total();

 private:
  std::size_t words_;
  std::size_t codelets_;
  std::uint64_t number_;  // among all there ever were
  std::mutex mutex_;
  std::map<std::thread::id, std::unique_ptr<ProfilePart>> parts_;  // guarded
};

}  // namespace bspike::sim
