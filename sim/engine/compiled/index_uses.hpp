// Owns finding the accesses of a loop whose addresses come from a list: a load walks along the list
// and what it loads leads, by integer instructions alone, to the address of another access.
// Contract: the answer may be wrong about what will run, as branches are not followed: it serves
// for prefetches, which change nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/engine/compiled/code_blocks.hpp"

namespace bspike::sim {

struct IndexUses {
  std::vector<arch::isa::Instruction> path;  // computations and accesses, in order
  std::uint32_t bytes = 0;                   // that one entry of the list leads to, if known
  std::uint32_t loop_begin = 0;              // word of the loop's first issue
};

// Of a load that steps along memory; nothing where it leads to no access.
[[nodiscard]] IndexUses find_index_uses(const std::vector<CodeBlock>& blocks, const CodeIssue& at);

}  // namespace bspike::sim
