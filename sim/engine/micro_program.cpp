// Owns predecoding: the order of a bundle's halves, distances, prefix sums.
#include "sim/engine/micro_program.hpp"

#include <algorithm>
#include <bit>

#include "arch/isa/formats.hpp"
#include "arch/isa/semantics/registers.hpp"
#include "arch/program/schedule.hpp"

namespace bspike::sim {
namespace {

namespace isa = arch::isa;
using isa::Family;
using isa::Instruction;
using isa::Issue;

const isa::Operand* float_operand(const Instruction& instruction, isa::Access unwanted) {
  for (const isa::Operand& operand : isa::operands(isa::info(instruction.op).format)) {
    if (operand.kind == isa::OperandKind::kFloat && operand.access != unwanted) return &operand;
  }
  return nullptr;
}

bool overlap(const Instruction& x, const isa::Operand& of_x, const Instruction& y,
             const isa::Operand& of_y) {
  const int first_x = isa::register_in(x, of_x.slot);
  const int first_y = isa::register_in(y, of_y.slot);
  return first_x < first_y + of_y.width && first_y < first_x + of_x.width;
}

std::uint32_t instructions_in(const Issue& issue) {
  const bool aux_counts = issue.bundled && !isa::is_no_op(issue.aux);
  return (isa::is_no_op(issue.first) ? 0u : 1u) + (aux_counts ? 1u : 0u);
}

class Predecoder {
 public:
  Predecoder(const arch::TileProgram& program, const arch::Machine& machine)
      : program_(program), machine_(machine) {
    const std::size_t words = program.words.size();
    result_.op_of_word.assign(words, kNoMicroOp);
    result_.slots_before.assign(words + 1, 0);
    result_.instructions_before.assign(words + 1, 0);
    result_.codelet_of_word.assign(words, arch::kNoIndex);
  }

  MicroProgram run() {
    for (std::uint32_t index = 0; index < program_.codelets.size(); ++index) {
      const arch::CodeletEntry& codelet = program_.codelets[index];
      std::fill(result_.codelet_of_word.begin() + codelet.entry_word,
                result_.codelet_of_word.begin() + codelet.end_word, index);
    }
    for (std::uint32_t word = 0; word < program_.words.size();) word = take_issue(word);
    for (const std::uint32_t at : jumps_) settle_jump(at);
    return std::move(result_);
  }

 private:
  std::uint32_t take_issue(std::uint32_t word) {
    const Issue issue = isa::read_issue(program_.words, word);
    const std::uint32_t next = word + (issue.bundled ? 2 : 1);
    mark_ = {word, next};
    result_.op_of_word[word] = static_cast<std::uint32_t>(result_.ops.size());
    for (std::uint32_t at = word + 1; at <= next; ++at) {
      result_.slots_before[at] = result_.slots_before[word] + slots_of(issue);
      result_.instructions_before[at] = result_.instructions_before[word] + instructions_in(issue);
    }
    emit_issue(issue);
    if (isa::family_of(issue.first.op) == Family::kRepeat) {
      body_end_ = next + 2 * static_cast<std::uint32_t>(issue.first.imm2);
      repeat_ = static_cast<std::uint32_t>(result_.ops.size()) - 2;
    } else if (next == body_end_) {
      close_body();
    }
    return next;
  }

  [[nodiscard]] std::uint32_t slots_of(const Issue& issue) const {
    const std::uint32_t first = unit_slots(issue.first);
    return issue.bundled ? std::max(first, unit_slots(issue.aux)) : first;
  }

  [[nodiscard]] std::uint32_t unit_slots(const Instruction& instruction) const {
    return machine_.unit_slots[static_cast<std::size_t>(isa::info(instruction.op).unit)];
  }

  // AUX first suits all but those MAIN instructions that read what AUX writes.
  void emit_issue(const Issue& issue) {
    Instruction main = issue.first;
    if (!issue.bundled) {
      emit(main);
      return;
    }
    const isa::Operand* stored = float_operand(main, isa::Access::kWrite);
    const isa::Operand* written = float_operand(issue.aux, isa::Access::kRead);
    if (stored == nullptr || !overlap(main, *stored, issue.aux, *written)) {
      emit(issue.aux);
      emit(main);
    } else if (float_operand(main, isa::Access::kRead) == nullptr) {
      emit(main);
      emit(issue.aux);
    } else {
      emit_helper(Helper::kSavePair).a = isa::register_in(main, stored->slot);
      isa::set_register(main, stored->slot, isa::semantics::kShadow);
      emit(issue.aux);
      emit(main);
    }
  }

  void emit(const Instruction& instruction) {
    if (isa::is_no_op(instruction)) return;
    const Family family = isa::family_of(instruction.op);
    MicroOp& op = append(static_cast<std::int32_t>(instruction.op));
    op.d = instruction.d;
    op.a = instruction.a;
    op.b = instruction.b;
    op.c = instruction.c;
    op.e = instruction.e;
    op.imm = instruction.imm;
    if (family == Family::kBranch || family == Family::kRepeat) {
      append_cost(instruction, family);
    } else {
      op.imm2 = static_cast<std::int8_t>(instruction.imm2);
      op.imm3 = static_cast<std::int8_t>(instruction.imm3);
    }
    if (isa::semantics::writes_zero_register(instruction)) emit_helper(Helper::kRestoreZeros);
  }

  MicroOp& append(std::int32_t handler) {
    result_.marks.push_back(mark_);
    MicroOp& op = result_.ops.emplace_back();
    op.handler = handler;
    return op;
  }

  MicroOp& emit_helper(Helper helper) { return append(static_cast<std::int32_t>(helper)); }

  // Targets may lie ahead: branches are settled at the end.
  void append_cost(const Instruction& instruction, Family family) {
    if (family == Family::kBranch) {
      jumps_.push_back(static_cast<std::uint32_t>(result_.ops.size()) - 1);
      append(0);
      return;
    }
    RepeatCost cost;
    cost.trips = static_cast<std::uint32_t>(instruction.imm);
    cost.body_words = 2 * static_cast<std::uint32_t>(instruction.imm2);
    result_.marks.push_back(mark_);
    result_.ops.push_back(std::bit_cast<MicroOp>(cost));
  }

  void close_body() {
    std::int32_t& last = result_.ops.back().handler;
    if (last < static_cast<std::int32_t>(isa::kOpcodeSpace)) last += kLastInBody;
    emit_helper(Helper::kLoopEnd);
    const auto after = static_cast<std::uint32_t>(result_.ops.size());
    const std::uint32_t body = repeat_ + 2;
    result_.ops[after - 1].imm = static_cast<std::int32_t>(body - (after - 1));
    result_.ops[repeat_].imm = static_cast<std::int32_t>(after - repeat_);
    auto cost = std::bit_cast<RepeatCost>(result_.ops[repeat_ + 1]);
    const std::uint32_t begin = body_end_ - cost.body_words;
    cost.body_slots = result_.slots_before[body_end_] - result_.slots_before[begin];
    cost.body_instructions =
        result_.instructions_before[body_end_] - result_.instructions_before[begin];
    result_.ops[repeat_ + 1] = std::bit_cast<MicroOp>(cost);
    body_end_ = 0;
  }

  void settle_jump(std::uint32_t at) {
    const auto word = static_cast<std::uint32_t>(result_.ops[at].imm);
    const std::uint32_t behind = result_.marks[at].next_word;
    BranchCost cost;
    cost.slots =
        static_cast<std::int32_t>(result_.slots_before[behind] - result_.slots_before[word]);
    cost.instructions = static_cast<std::int32_t>(result_.instructions_before[behind] -
                                                  result_.instructions_before[word]);
    cost.slots_at_target = result_.slots_before[word];
    cost.target_word = word;
    result_.ops[at].imm = static_cast<std::int32_t>(result_.op_of_word[word] - at);
    result_.ops[at + 1] = std::bit_cast<MicroOp>(cost);
  }

  const arch::TileProgram& program_;
  const arch::Machine& machine_;
  MicroProgram result_;
  MicroProgram::Mark mark_;
  std::vector<std::uint32_t> jumps_;
  std::uint32_t body_end_ = 0;  // 0: not in a body
  std::uint32_t repeat_ = 0;    // its micro-op
};

bool has_cost_behind(std::int32_t handler) {
  if (handler >= static_cast<std::int32_t>(isa::kOpcodeSpace)) return false;
  const Family family = isa::family_of(static_cast<isa::Opcode>(handler));
  return family == Family::kBranch || family == Family::kRepeat;
}

}  // namespace

void MicroProgram::link(std::span<const std::int32_t, kHandlers> handlers) {
  for (std::size_t i = 0; i < ops.size(); ++i) {
    const std::int32_t handler = ops[i].handler;
    ops[i].handler = handlers[static_cast<std::size_t>(handler)];
    if (has_cost_behind(handler)) ++i;
  }
}

MicroProgram predecode(const arch::TileProgram& program, const arch::Machine& machine) {
  arch::base::DiagnosticSink sink;
  isa::check_program(program, sink);
  sink.throw_if_any<arch::base::AsmError>();
  return Predecoder(program, machine).run();
}

}  // namespace bspike::sim
