// Owns the questions asked about operations and blocks; every answer comes from the ISA's table.
#include "kernels/emit/code.hpp"

#include <algorithm>

namespace bspike::kernels {

namespace isa = arch::isa;

std::vector<RegisterOperand> register_operands(const Code& code, const Operation& operation) {
  std::vector<RegisterOperand> result;
  for (const isa::Operand& operand : isa::operands(isa::info(operation.op).format)) {
    if (operand.kind != isa::OperandKind::kMain && operand.kind != isa::OperandKind::kFloat)
      continue;
    const RegisterView view = operation.registers[static_cast<std::size_t>(operand.slot)];
    if (code.registers[view.id].reads_zero) continue;
    result.push_back({view, operand.slot, operand.kind == isa::OperandKind::kFloat,
                      operand.access != isa::Access::kWrite, operand.access != isa::Access::kRead});
  }
  return result;
}

bool is_repeat(const Operation& operation) {
  return operation.op == isa::Opcode::kRpt || operation.op == isa::Opcode::kRpti;
}

bool ends_block(const Operation& operation) {
  return isa::info(operation.op).is_branch || is_repeat(operation) ||
         operation.op == isa::Opcode::kExit || operation.op == isa::Opcode::kTrap;
}

bool falls_through(const Block& block) {
  if (block.operations.empty()) return true;
  const isa::Opcode last = block.operations.back().op;
  return last != isa::Opcode::kBr && last != isa::Opcode::kExit && last != isa::Opcode::kTrap;
}

bool is_main(const Operation& operation) {
  return isa::info(operation.op).pipe == isa::Pipe::kMain;
}

namespace {

std::uint32_t block_of_label(const Code& code, std::uint32_t label) {
  for (std::uint32_t i = 0; i < code.blocks.size(); ++i) {
    const auto& labels = code.blocks[i].labels;
    if (std::find(labels.begin(), labels.end(), label) != labels.end()) return i;
  }
  fail_codelet(code.name, "a branch leads to a label that is bound nowhere");
}

}  // namespace

std::vector<std::uint32_t> successors(const Code& code, std::uint32_t block) {
  const Block& from = code.blocks[block];
  std::vector<std::uint32_t> result;
  if (falls_through(from) && block + 1 < code.blocks.size()) result.push_back(block + 1);
  if (from.repeat_body) result.push_back(block);
  if (from.operations.empty()) return result;
  const Operation& last = from.operations.back();
  if (last.label != kNoLabel) result.push_back(block_of_label(code, last.label));
  if (last.op == isa::Opcode::kRpt && block + 2 < code.blocks.size()) result.push_back(block + 2);
  return result;
}

void fail_codelet(const std::string& codelet, const std::string& message, const std::string& hint) {
  arch::base::raise<arch::base::CompileError>({}, codelet, message, hint);
}

}  // namespace bspike::kernels
