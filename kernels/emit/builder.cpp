// Owns the turning of an author's calls into checked operations.
#include "kernels/emit/builder.hpp"

#include <bit>
#include <utility>

namespace bspike::kernels {

namespace isa = arch::isa;

Builder::Builder(std::string name, std::vector<ArgumentInfo> arguments, const EmitContext& context)
    : context_(context), arguments_(std::move(arguments)) {
  code_.name = std::move(name);
  zero_ = fixed_integer(isa::kMainZero);
  code_.registers.back().reads_zero = true;
  base_ = fixed_integer(isa::kVertexBase);
  worker_ = fixed_integer(isa::kWorkerIndex);
  zero_pair_ = {fresh(true, 2)};
  code_.registers.back().fixed = isa::kFloatZero;
  code_.registers.back().reads_zero = true;
  start_block();
}

RegisterView Builder::fresh(bool is_float, std::uint8_t width) {
  code_.registers.push_back({is_float, width});
  return {static_cast<std::uint32_t>(code_.registers.size() - 1), 0, width};
}

Int Builder::fixed_integer(std::uint8_t number) {
  const Int result{fresh(false, 1)};
  code_.registers.back().fixed = number;
  return result;
}

Int Builder::integer() { return {fresh(false, 1)}; }
F1 Builder::f1() { return {fresh(true, 1)}; }
F2 Builder::f2() { return {fresh(true, 2)}; }
F4 Builder::f4() { return {fresh(true, 4)}; }

void Builder::place(Op op, const Argument& argument, const isa::Operand& operand,
                    Operation& operation) const {
  const auto wrong = [&](const std::string& what) {
    fail_codelet(code_.name, std::string(isa::info(op).mnemonic) + ": " + what);
  };
  const auto slot = static_cast<std::size_t>(operand.slot);
  if (const auto* typed = std::get_if<Argument::Typed>(&argument.value_)) {
    const bool want_float = operand.kind == isa::OperandKind::kFloat;
    if (operand.kind != isa::OperandKind::kMain && !want_float) wrong("an immediate is needed");
    if (typed->is_float != want_float || typed->view.width != operand.width)
      wrong("a register of the wrong kind or width");
    operation.registers[slot] = typed->view;
  } else if (const auto* number = std::get_if<int>(&argument.value_)) {
    if (operand.kind != isa::OperandKind::kImmediate) wrong("a number where none is allowed");
    if (*number < operand.low || *number > operand.high)
      wrong("immediate " + std::to_string(*number) + " is out of range");
    operation.immediates[slot - static_cast<std::size_t>(isa::Slot::kImm)] = *number;
  } else {
    if (operand.kind != isa::OperandKind::kTarget) wrong("a label where none is allowed");
    operation.label = std::get<Label>(argument.value_).id;
  }
}

Operation Builder::checked(Op op, const std::vector<Argument>& arguments) const {
  const auto wanted = isa::operands(isa::info(op).format);
  if (wanted.size() != arguments.size())
    fail_codelet(code_.name, std::string(isa::info(op).mnemonic) + ": wrong number of operands");
  Operation operation;
  operation.op = op;
  for (std::size_t i = 0; i < wanted.size(); ++i) place(op, arguments[i], wanted[i], operation);
  return operation;
}

void Builder::append(Operation operation) {
  const bool ends = ends_block(operation);
  code_.blocks.back().operations.push_back(std::move(operation));
  if (ends) start_block();
}

void Builder::start_block(bool repeat_body) {
  code_.blocks.push_back({region_, {}, {}, repeat_body});
}

void Builder::emit(Op op, std::initializer_list<Argument> arguments) {
  append(checked(op, arguments));
}

void Builder::emit_independent(Op op, std::initializer_list<Argument> arguments) {
  Operation operation = checked(op, arguments);
  operation.independent = true;
  append(std::move(operation));
}

std::uint32_t Builder::argument_index(const std::string& name) const {
  for (std::uint32_t i = 0; i < arguments_.size(); ++i)
    if (arguments_[i].name == name) return i;
  fail_codelet(code_.name, "reads an argument that it does not declare: " + name);
}

Int Builder::argument(const std::string& name) {
  const Int result = integer();
  emit_independent(Op::kLd32, {result, base_, zero_, static_cast<int>(argument_index(name))});
  return result;
}

void Builder::load_argument(F1 destination, const std::string& name) {
  emit_independent(Op::kLda32, {destination, base_, zero_, static_cast<int>(argument_index(name))});
}

F1 Builder::argument_f32(const std::string& name) {
  const F1 result = f1();
  load_argument(result, name);
  return result;
}

F2 Builder::argument_f32v2(const std::string& name) {
  const F2 result = f2();
  load_argument(result.lo(), name);
  emit(Op::kMov32, {result.hi(), result.lo()});
  return result;
}

void Builder::set(Int destination, std::uint32_t value) {
  emit(Op::kSeti, {destination, static_cast<int>(value & 0x3ffff)});
  if (value >> 18 != 0) emit(Op::kSethi, {destination, static_cast<int>(value >> 18)});
}

Int Builder::constant(std::uint32_t value) {
  const Int result = integer();
  set(result, value);
  return result;
}

void Builder::set(F1 destination, float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  emit(Op::kAseti, {destination, static_cast<int>(bits >> 14)});
  if ((bits & 0x3fff) != 0) emit(Op::kAorlo, {destination, static_cast<int>(bits & 0x3fff)});
}

F1 Builder::constant_f32(float value) {
  const F1 result = f1();
  set(result, value);
  return result;
}

F2 Builder::constant_f32v2(float value) {
  const F2 result = f2();
  set(result.lo(), value);
  emit(Op::kMov32, {result.hi(), result.lo()});
  return result;
}

Int Builder::add(Int a, Int b) {
  const Int result = integer();
  emit(Op::kAdd, {result, a, b});
  return result;
}

Int Builder::add(Int a, int immediate) {
  const Int result = integer();
  emit(Op::kAddi, {result, a, immediate});
  return result;
}

Int Builder::sub(Int a, Int b) {
  const Int result = integer();
  emit(Op::kSub, {result, a, b});
  return result;
}

Int Builder::mul(Int a, Int b) {
  const Int result = integer();
  emit(Op::kMul, {result, a, b});
  return result;
}

Int Builder::shift_left(Int a, int bits) {
  const Int result = integer();
  emit(Op::kShli, {result, a, bits});
  return result;
}

Int Builder::shift_right(Int a, int bits) {
  const Int result = integer();
  emit(Op::kShri, {result, a, bits});
  return result;
}

Int Builder::copy(Int a) { return add(a, 0); }

Code Builder::finish() {
  if (code_.blocks.back().operations.empty() && code_.blocks.back().labels.empty())
    code_.blocks.pop_back();
  if (code_.blocks.empty() || falls_through(code_.blocks.back()))
    fail_codelet(code_.name, "does not end in exit");
  return std::move(code_);
}

}  // namespace bspike::kernels
