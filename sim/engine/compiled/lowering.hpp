// Owns the instructions that have a native form of their own: from operands to a result.
// Contract: a form gives the bits that the body in arch/isa/semantics gives, NaN apart, which
// whoever writes the result makes canonical. Instructions without a form are called as bodies.
#pragma once

#include "sim/engine/compiled/register_variables.hpp"

namespace bspike::sim {

// What the host's processor can do that forms need.
struct HostFeatures {
  bool fma = false;
  bool f16c = false;
  bool sse41 = false;
};

// The operands that an instruction reads, in format order.
class ReadOperands {
 public:
  ReadOperands(RegisterVariables& registers, const arch::isa::Instruction& instruction);
  [[nodiscard]] llvm::Value* bits(std::size_t index) const;    // integers; immediates too
  [[nodiscard]] llvm::Value* number(std::size_t index) const;  // floats

 private:
  RegisterVariables& registers_;
  const arch::isa::Instruction& instruction_;
  std::vector<arch::isa::Operand> operands_;
};

using Ir = llvm::IRBuilder<>;
using Form = llvm::Value* (*)(Ir&, const ReadOperands&);

enum class Needs : std::uint8_t { kNothing, kFma, kF16c, kSse41 };

struct FormRow {
  arch::isa::Opcode op;
  Form form;
  Needs needs = Needs::kNothing;
};

[[nodiscard]] std::span<const FormRow> integer_forms();
[[nodiscard]] std::span<const FormRow> float32_forms();
[[nodiscard]] std::span<const FormRow> float16_forms();

// Of an instruction of Family::kCompute; nullptr: no form on this host.
[[nodiscard]] Form find_form(arch::isa::Opcode op, const HostFeatures& features);

// Of a branch: whether it is taken.
[[nodiscard]] llvm::Value* branch_condition(Ir& ir, RegisterVariables& registers,
                                            const arch::isa::Instruction& instruction);

}  // namespace bspike::sim
