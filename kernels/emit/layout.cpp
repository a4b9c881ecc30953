// Owns alignment, fillers and branch targets.
#include "kernels/emit/layout.hpp"

#include <algorithm>

namespace bspike::kernels {

namespace isa = arch::isa;

isa::Instruction main_filler() { return {}; }

isa::Instruction aux_filler() {
  isa::Instruction filler;
  filler.op = isa::Opcode::kMov32;
  filler.d = isa::kFloatZero;
  filler.a = isa::kFloatZero;
  return filler;
}

namespace {

class Layout {
 public:
  explicit Layout(const AllocatedCode& allocated) : allocated_(allocated) {}

  CompiledCodelet run() {
    const auto& blocks = allocated_.code.blocks;
    result_.name = allocated_.code.name;
    result_.scratch_bytes = allocated_.scratch_bytes;
    label_issue_.assign(allocated_.code.labels, 0);
    for (std::uint32_t b = 0; b < blocks.size(); ++b) add_block(b);
    if (result_.words % 2 != 0) widen_last();
    resolve();
    return std::move(result_);
  }

 private:
  void add_block(std::uint32_t b) {
    const Block& block = allocated_.code.blocks[b];
    result_.block_regions.push_back(block.region);
    for (const std::uint32_t label : block.labels) label_issue_[label] = result_.issues.size();
    if (block.repeat_body) align();
    for (const Slotted& slot : allocated_.schedule[b]) {
      const bool bundled = block.repeat_body || (slot.main != kEmptyHalf && slot.aux != kEmptyHalf);
      if (bundled) align();
      add_issue(b, slot, bundled);
    }
  }

  void add_issue(std::uint32_t b, const Slotted& slot, bool bundled) {
    PlacedIssue placed;
    placed.block = b;
    placed.word = result_.words;
    placed.issue.bundled = bundled;
    placed.issue.first = bundled ? half(b, slot.main, main_filler())
                                 : half(b, slot.main != kEmptyHalf ? slot.main : slot.aux, {});
    if (bundled) placed.issue.aux = half(b, slot.aux, aux_filler());
    if (slot.main != kEmptyHalf) placed.target = operation(b, slot.main).label;
    result_.issues.push_back(placed);
    result_.words += bundled ? 2 : 1;
  }

  [[nodiscard]] const Operation& operation(std::uint32_t b, int i) const {
    return allocated_.code.blocks[b].operations[static_cast<std::size_t>(i)];
  }

  [[nodiscard]] isa::Instruction half(std::uint32_t b, int i, isa::Instruction filler) const {
    if (i == kEmptyHalf) return filler;
    const Operation& source = operation(b, i);
    isa::Instruction result;
    result.op = source.op;
    for (const isa::Operand& operand : isa::operands(isa::info(source.op).format)) {
      const auto slot = static_cast<std::size_t>(operand.slot);
      if (operand.kind == isa::OperandKind::kMain || operand.kind == isa::OperandKind::kFloat) {
        set_register(result, operand.slot, physical(source.registers[slot]));
      } else if (operand.kind == isa::OperandKind::kImmediate) {
        set_immediate(result, operand.slot,
                      source.immediates[slot - static_cast<std::size_t>(isa::Slot::kImm)]);
      }
    }
    if (is_repeat(source))
      result.imm2 = static_cast<std::int32_t>(allocated_.schedule[b + 1].size());
    return result;
  }

  [[nodiscard]] std::uint8_t physical(RegisterView view) const {
    return static_cast<std::uint8_t>(allocated_.assignment[view.id] + view.offset);
  }

  // The next issue starts at an even word.
  void align() {
    if (result_.words % 2 != 0) widen_last();
  }

  void widen_last() {
    PlacedIssue& last = result_.issues.back();
    if (isa::info(last.issue.first.op).pipe == isa::Pipe::kMain) {
      last.issue.aux = aux_filler();
    } else {
      last.issue.aux = last.issue.first;
      last.issue.first = main_filler();
    }
    last.issue.bundled = true;
    ++result_.words;
  }

  void resolve() {
    for (PlacedIssue& placed : result_.issues)
      if (placed.target != kNoLabel)
        placed.target = result_.issues[label_issue_[placed.target]].word;
  }

  const AllocatedCode& allocated_;
  CompiledCodelet result_;
  std::vector<std::size_t> label_issue_;
};

}  // namespace

CompiledCodelet lay_out(const AllocatedCode& allocated) { return Layout(allocated).run(); }

void append_words(const CompiledCodelet& codelet, std::vector<std::uint32_t>& words) {
  const auto base = static_cast<std::uint32_t>(words.size());
  for (const PlacedIssue& placed : codelet.issues) {
    isa::Instruction first = placed.issue.first;
    if (placed.target != kNoLabel) first.imm = static_cast<std::int32_t>(base + placed.target);
    words.push_back(isa::encode(first, placed.issue.bundled));
    if (placed.issue.bundled) words.push_back(isa::encode(placed.issue.aux, false));
  }
}

std::uint32_t issue_slots(const isa::Issue& issue, const arch::Machine& machine) {
  const auto slots = [&](const isa::Instruction& half) {
    return machine.unit_slots[static_cast<std::size_t>(isa::info(half.op).unit)];
  };
  return issue.bundled ? std::max(slots(issue.first), slots(issue.aux)) : slots(issue.first);
}

std::map<std::string, std::uint64_t> region_slots(const CompiledCodelet& codelet,
                                                  const arch::Machine& machine) {
  std::map<std::string, std::uint64_t> result;
  for (const PlacedIssue& placed : codelet.issues)
    result[codelet.block_regions[placed.block]] += issue_slots(placed.issue, machine);
  return result;
}

}  // namespace bspike::kernels
