// Owns executing a bare program on one tile: where it lies, what it starts with, what it leaves.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "arch/machine/machine.hpp"

namespace bspike::tools {

struct ExecRequest {
  std::filesystem::path file;
  std::string codelet;  // empty: the first
  std::uint32_t worker = 0;
  bool trace = false;
  std::vector<std::string> registers;  // "m2=7" or "a0=1.5", at the start
  std::vector<std::string> stores;     // "0x60000=7" or "0x60000=1.5": a 32-bit word, at the start
  std::vector<std::string> memory;     // "0x60000:8": print so many words, at the end
  std::uint64_t slot_limit = 0;        // issue slots before it counts as no progress
};

struct ExecOutcome {
  int exit_code = 0;
  std::string text;
  std::string fault;  // empty: none
};

// The program lies at the start of the tile's memory, scratch areas behind it, the vertex base
// behind those.
[[nodiscard]] ExecOutcome execute(const ExecRequest& request, const arch::Machine& machine);

}  // namespace bspike::tools
