// Owns operands as values, the search for a form, and branches.
#include "sim/engine/compiled/lowering.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "arch/isa/formats.hpp"

namespace bspike::sim {

namespace isa = arch::isa;
using llvm::Value;

ReadOperands::ReadOperands(RegisterVariables& registers, const isa::Instruction& instruction)
    : registers_(registers), instruction_(instruction) {
  for (const isa::Operand& operand : isa::operands(isa::info(instruction.op).format)) {
    if (operand.access != isa::Access::kWrite) operands_.push_back(operand);
  }
}

Value* ReadOperands::bits(std::size_t index) const {
  const isa::Operand& operand = operands_.at(index);
  if (operand.kind == isa::OperandKind::kImmediate) {
    llvm::Type* type = registers_.integer_type(1);
    const std::int32_t value = isa::immediate_in(instruction_, operand.slot);
    return llvm::ConstantInt::get(type, static_cast<std::uint32_t>(value));
  }
  const std::uint8_t number = isa::register_in(instruction_, operand.slot);
  if (operand.kind == isa::OperandKind::kMain) return registers_.main(number);
  return registers_.bits(number, operand.width);
}

Value* ReadOperands::number(std::size_t index) const {
  const isa::Operand& operand = operands_.at(index);
  return registers_.number(isa::register_in(instruction_, operand.slot), operand.width);
}

namespace {

bool has(const HostFeatures& features, Needs needs) {
  switch (needs) {
    case Needs::kNothing:
      return true;
    case Needs::kFma:
      return features.fma;
    case Needs::kF16c:
      return features.f16c;
    case Needs::kSse41:
      return features.sse41;
  }
  return false;
}

}  // namespace

Form find_form(isa::Opcode op, const HostFeatures& features) {
  for (const std::span<const FormRow> table : {integer_forms(), float32_forms(), float16_forms()}) {
    const auto row = std::ranges::find(table, op, &FormRow::op);
    if (row != table.end()) return has(features, row->needs) ? row->form : nullptr;
  }
  return nullptr;
}

Value* branch_condition(Ir& ir, RegisterVariables& registers, const isa::Instruction& instruction) {
  Value* zero = ir.getInt32(0);
  switch (instruction.op) {
    case isa::Opcode::kBr:
      return ir.getTrue();
    case isa::Opcode::kBrz:
      return ir.CreateICmpEQ(registers.main(instruction.a), zero);
    case isa::Opcode::kBrnz:
      return ir.CreateICmpNE(registers.main(instruction.a), zero);
    case isa::Opcode::kBrneg:
      return ir.CreateICmpSLT(registers.main(instruction.a), zero);
    case isa::Opcode::kBrpos:
      return ir.CreateICmpSGE(registers.main(instruction.a), zero);
    case isa::Opcode::kBrnzdec: {
      Value* before = registers.main(instruction.a);
      registers.write_main(instruction.a, ir.CreateSub(before, ir.getInt32(1)));
      return ir.CreateICmpNE(before, zero);
    }
    default:
      throw std::logic_error("a branch without a native form");
  }
}

}  // namespace bspike::sim
