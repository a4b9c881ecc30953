// Owns finding the accesses of a loop whose addresses come from a list: a load walks along the list
// and what it loads leads, by integer instructions alone, to the address of another access.
// Contract: the answer may be wrong about what will run, as branches are not followed: it serves
// for prefetches, which change nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/engine/code_blocks.hpp"

namespace bspike::sim {

struct IndexUses {
  std::vector<arch::isa::Instruction> path;  // computations and accesses, in order
  std::uint32_t bytes = 0;                   // that one entry of the list leads to, if known
  std::uint32_t loop_begin = 0;              // word of the loop's first issue
};

// How far ahead of its use an entry is looked at.
inline constexpr std::uint32_t kEntriesAhead = 8;
inline constexpr std::uint32_t kHostLineBytes = 64;

// Lines of the host's cache to ask for; its own prefetcher follows a longer row.
[[nodiscard]] inline std::uint32_t lines_of(const IndexUses& uses) {
  constexpr std::uint32_t kMostLines = 4;
  return std::min((uses.bytes + kHostLineBytes - 1) / kHostLineBytes, kMostLines);
}

// Of a load that steps along memory; nothing where it leads to no access.
[[nodiscard]] IndexUses find_index_uses(const std::vector<CodeBlock>& blocks, const CodeIssue& at);

}  // namespace bspike::sim
