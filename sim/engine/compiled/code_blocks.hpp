// Owns a codelet cut into straight runs of issues, as a translator wants them.
// Contract: control enters a block at its first issue alone and leaves it behind its last; the body
// of a repeat is one block.
#pragma once

#include <cstdint>
#include <vector>

#include "arch/isa/assembly.hpp"
#include "arch/program/tile_program.hpp"
#include "sim/engine/executor.hpp"
#include "sim/engine/micro_program.hpp"

namespace bspike::sim {

struct CodeIssue {
  arch::isa::Issue issue;
  std::uint32_t word = 0;
  std::uint32_t next_word = 0;
};

struct CodeBlock {
  std::vector<CodeIssue> issues;
  std::uint32_t begin_word = 0;
  std::uint32_t end_word = 0;
  std::uint32_t slots = 0;  // of all its issues, conflicts apart
  std::uint32_t instructions = 0;
  bool is_body = false;  // of the repeat that ends the block before
};

// Where native code can end with a fault, and what is counted too much there.
struct FaultSite {
  enum class Cause : std::uint8_t { kAccess, kConflict, kRepeatLimit, kNoProgress, kCode };
  Cause cause = Cause::kAccess;
  Fault fault;               // without address; of accesses pc_word alone
  std::uint32_t bytes = 0;   // of the access
  std::uint32_t block = 0;   // that was cut short
  std::uint32_t word = 0;    // what was not executed, as far as the block's end
  bool block_ended = false;  // nothing was cut short
};

// The blocks of one codelet, by ascending words; issues take their counts from the predecoded form.
[[nodiscard]] std::vector<CodeBlock> cut_into_blocks(const arch::TileProgram& program,
                                                     const arch::CodeletEntry& codelet,
                                                     const MicroProgram& micro);

}  // namespace bspike::sim
