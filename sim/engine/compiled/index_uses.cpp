// Owns the walk around a loop, from a load of an index to what it is used for.
#include "sim/engine/compiled/index_uses.hpp"

#include <algorithm>
#include <limits>

#include "arch/isa/formats.hpp"
#include "sim/engine/compiled/instruction_tables.hpp"

namespace bspike::sim {
namespace {

namespace isa = arch::isa;
using isa::AddressMode;
using isa::Family;

struct Loop {
  std::uint32_t begin_word = 0;
  std::uint32_t end_word = 0;  // behind it; equal: none
};

// The innermost loop around a word: a repeat's body, or what a branch goes back over.
Loop loop_around(const std::vector<CodeBlock>& blocks, std::uint32_t word) {
  Loop best;
  std::uint32_t shortest = std::numeric_limits<std::uint32_t>::max();
  for (const CodeBlock& block : blocks) {
    const isa::Instruction& last = block.issues.back().issue.first;
    std::uint32_t begin = block.begin_word;
    if (!block.is_body) {
      if (isa::family_of(last.op) != Family::kBranch) continue;
      begin = static_cast<std::uint32_t>(last.imm);
    }
    if (begin > word || word >= block.end_word || block.end_word - begin >= shortest) continue;
    shortest = block.end_word - begin;
    best = {begin, block.end_word};
  }
  return best;
}

struct Place {
  const CodeIssue* issue;
  std::uint32_t trips;  // of the repeat whose body it stands in; 1: unknown or none
};

// The loop's issues, from behind a word around to it.
std::vector<Place> walk_around(const std::vector<CodeBlock>& blocks, const Loop& loop,
                               std::uint32_t word) {
  std::vector<Place> before, behind;
  std::uint32_t trips = 1;
  for (const CodeBlock& block : blocks) {
    for (const CodeIssue& at : block.issues) {
      if (at.word < loop.begin_word || at.word >= loop.end_word || at.word == word) continue;
      (at.word < word ? before : behind).push_back({&at, block.is_body ? trips : 1});
    }
    const isa::Instruction& last = block.issues.back().issue.first;
    trips = last.op == isa::Opcode::kRpti ? static_cast<std::uint32_t>(last.imm) : 1;
  }
  std::ranges::copy(before, std::back_inserter(behind));
  return behind;
}

class Walk {
 public:
  Walk(std::uint8_t index, const Loop& loop) {
    known_.at(index) = true;
    uses_.loop_begin = loop.begin_word;
  }

  void pass(const Place& place) {
    const isa::Instruction& main = place.issue->issue.first;
    const Family family = isa::family_of(main.op);
    if (family == Family::kCompute && depends(main)) {
      add_computation(main);
    } else if ((family == Family::kLoad || family == Family::kStore) && depends(main)) {
      found_ = true;
      uses_.path.push_back(main);
      uses_.bytes = std::max(uses_.bytes, bytes_of(main, place.trips));
      forget_written(main);
    } else {
      forget_written(main);
    }
  }

  [[nodiscard]] IndexUses take() const { return found_ ? uses_ : IndexUses{}; }

 private:
  // Whether an operand that is read follows from the index.
  [[nodiscard]] bool depends(const isa::Instruction& instruction) const {
    return std::ranges::any_of(
        isa::operands(isa::info(instruction.op).format), [&](const isa::Operand& operand) {
          return operand.kind == isa::OperandKind::kMain && operand.access != isa::Access::kWrite &&
                 is_address(instruction, operand) &&
                 known_[isa::register_in(instruction, operand.slot)];
        });
  }

  // What a store writes is no address.
  [[nodiscard]] static bool is_address(const isa::Instruction& instruction,
                                       const isa::Operand& operand) {
    return isa::family_of(instruction.op) != Family::kStore || operand.slot != isa::Slot::kD;
  }

  void add_computation(const isa::Instruction& instruction) {
    const isa::Operand& target = isa::operands(isa::info(instruction.op).format)[0];
    if (target.kind != isa::OperandKind::kMain) return;
    known_[isa::register_in(instruction, target.slot)] = true;
    uses_.path.push_back(instruction);
  }

  void forget_written(const isa::Instruction& instruction) {
    for (const isa::Operand& operand : isa::operands(isa::info(instruction.op).format)) {
      if (operand.kind != isa::OperandKind::kMain || operand.access == isa::Access::kRead) continue;
      known_[isa::register_in(instruction, operand.slot)] = false;
    }
  }

  [[nodiscard]] static std::uint32_t bytes_of(const isa::Instruction& access, std::uint32_t trips) {
    const AccessShape shape = access_shape(access.op);
    if (shape.mode != AddressMode::kStep || access.imm <= 0) return shape.bytes;
    return trips * static_cast<std::uint32_t>(access.imm) * shape.bytes;
  }

  std::array<bool, isa::kMainRegisters> known_{};
  IndexUses uses_;
  bool found_ = false;
};

}  // namespace

IndexUses find_index_uses(const std::vector<CodeBlock>& blocks, const CodeIssue& at) {
  const isa::Instruction& main = at.issue.first;
  if (isa::family_of(main.op) != Family::kLoad) return {};
  const AccessShape shape = access_shape(main.op);
  const isa::Operand& target = isa::operands(isa::info(main.op).format)[0];
  if (target.kind != isa::OperandKind::kMain || shape.mode != AddressMode::kStep) return {};
  if (main.imm <= 0 || main.d == isa::kMainZero) return {};
  const Loop loop = loop_around(blocks, at.word);
  if (loop.begin_word == loop.end_word) return {};
  Walk walk(main.d, loop);
  for (const Place& place : walk_around(blocks, loop, at.word)) walk.pass(place);
  return walk.take();
}

}  // namespace bspike::sim
