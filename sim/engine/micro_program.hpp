// Owns a program predecoded for the interpreter: 16-byte micro-ops, with everything that does not
// change between runs worked out. Contract: counting is by straight runs. A context's slots and
// instructions at a word are its accumulators plus the prefix sums at that word; whatever jumps
// adds the difference, so micro-ops in between count nothing and every fault is still exact.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "arch/isa/assembly.hpp"
#include "arch/machine/machine.hpp"
#include "arch/program/tile_program.hpp"

namespace bspike::sim {

// Field names as in arch::isa::Instruction, so that the same bodies read them.
struct MicroOp {
  std::int32_t handler = 0;  // before linking a handler number, after it an offset in the loop
  std::uint8_t d = 0;
  std::uint8_t a = 0;
  std::uint8_t b = 0;
  std::uint8_t c = 0;
  std::int32_t imm = 0;  // of branches and repeats: distance to the target in micro-ops
  std::uint8_t e = 0;
  std::int8_t imm2 = 0;
  std::int8_t imm3 = 0;
  std::uint8_t spare = 0;
};

// Stands behind a branch micro-op.
struct BranchCost {
  std::int32_t slots = 0;         // prefix behind the branch - prefix at the target
  std::int32_t instructions = 0;  // the same
  std::uint32_t slots_at_target = 0;
  std::uint32_t target_word = 0;
};

// Stands behind a repeat micro-op.
struct RepeatCost {
  std::uint32_t body_slots = 0;
  std::uint32_t body_instructions = 0;
  std::uint32_t trips = 0;  // of rpti
  std::uint32_t body_words = 0;
};

static_assert(sizeof(MicroOp) == 16 && sizeof(BranchCost) == 16 && sizeof(RepeatCost) == 16);

// Handlers: opcodes have their own number, then come those for the last micro-op of a repeat body,
// which loop back on their own, then these.
inline constexpr std::int32_t kLastInBody = arch::isa::kOpcodeSpace;
enum class Helper : std::int32_t {
  kLoopEnd = 2 * arch::isa::kOpcodeSpace,  // end of a repeat body; its distance is to the start
  kRestoreZeros,                           // after an instruction that wrote a zero register
  kSavePair,  // old value of a pair that the AUX half is about to write
  kStop,      // where faults and exits lead
  kEnd
};
inline constexpr std::size_t kHandlers = static_cast<std::size_t>(Helper::kEnd);

inline constexpr std::uint32_t kNoMicroOp = 0xffffffff;

struct MicroProgram {
  struct Mark {
    std::uint32_t word = 0;  // of the issue a micro-op belongs to
    std::uint32_t next_word = 0;
  };
  std::vector<MicroOp> ops;
  std::vector<Mark> marks;                         // by micro-op
  std::vector<std::uint32_t> op_of_word;           // kNoMicroOp where no issue starts
  std::vector<std::uint32_t> slots_before;         // by word, one more than words
  std::vector<std::uint32_t> instructions_before;  // by word, one more than words
  std::vector<std::uint32_t> codelet_of_word;      // arch::kNoIndex outside codelets

  void link(std::span<const std::int32_t, kHandlers> handlers);
};

// Throws AsmError if check_program finds a problem.
[[nodiscard]] MicroProgram predecode(const arch::TileProgram& program,
                                     const arch::Machine& machine);

}  // namespace bspike::sim
