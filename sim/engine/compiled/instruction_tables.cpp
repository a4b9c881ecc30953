// Owns the generation of the tables.
#include "sim/engine/compiled/instruction_tables.hpp"

#include <type_traits>

#include "arch/isa/semantics/execute.hpp"

namespace bspike::sim {
namespace {

namespace isa = arch::isa;
namespace semantics = arch::isa::semantics;
using isa::Family;
using isa::Opcode;

struct Row {
  Body body = nullptr;
  AccessShape shape;
};

template <Opcode op>
void run_body(semantics::Registers& registers, const isa::Instruction& instruction) {
  semantics::compute<op>(registers, instruction);
}

template <Opcode op>
constexpr AccessShape load_shape() {
  using Value = decltype(semantics::loaded_type<op>().value);
  return {sizeof(Value), std::is_signed_v<Value>, isa::FormatTraits<isa::format_of(op)>::kMode};
}

template <Opcode op>
constexpr AccessShape store_shape() {
  constexpr isa::Operand operand = semantics::kOperandsOf<op>[0];
  using Operand =
      decltype(semantics::read_operand<operand>(semantics::Registers{}, isa::Instruction{}));
  using Value = decltype(body(semantics::Is<op>{}, std::declval<Operand>()));
  return {sizeof(Value), false, isa::FormatTraits<isa::format_of(op)>::kMode};
}

template <Opcode op>
constexpr Row make_row() {
  constexpr Family family = isa::family_of(op);
  Row row;
  if constexpr (family == Family::kCompute) row.body = run_body<op>;
  if constexpr (family == Family::kLoad) row.shape = load_shape<op>();
  if constexpr (family == Family::kStore) row.shape = store_shape<op>();
  return row;
}

constexpr std::array<Row, isa::kOpcodeSpace> make_rows() {
  std::array<Row, isa::kOpcodeSpace> rows{};
#define BSPIKE_INSTR(enumerator, mnemonic, opcode, pipe, format, unit, sentence) \
  rows[opcode] = make_row<Opcode::enumerator>();
#include "arch/isa/isa.def"
#undef BSPIKE_INSTR
  return rows;
}

constexpr auto kRows = make_rows();

}  // namespace

Body body_of(Opcode op) { return kRows[static_cast<std::size_t>(op)].body; }

AccessShape access_shape(Opcode op) { return kRows[static_cast<std::size_t>(op)].shape; }

}  // namespace bspike::sim
