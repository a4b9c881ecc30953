// Owns the tables behind info(), find_mnemonic() and operands().
#include "arch/isa/instruction.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

#include "arch/isa/formats.hpp"

namespace bspike::arch::isa {
namespace {

struct FormatRow {
  std::string_view name;
  Format format;
  Family family;
  std::span<const Operand> operands;
};

constexpr std::array kFormats = {
#define BSPIKE_FORMAT(enumerator, family, mode, ...)         \
  FormatRow{#enumerator, Format::enumerator, Family::family, \
            FormatTraits<Format::enumerator>::kOperands},
#include "arch/isa/format.def"
#undef BSPIKE_FORMAT
};

constexpr const FormatRow& row(Format format) { return kFormats[static_cast<std::size_t>(format)]; }

constexpr bool rows_are_in_order() {
  for (std::size_t i = 0; i < kFormats.size(); ++i) {
    if (static_cast<std::size_t>(kFormats[i].format) != i) return false;
  }
  return true;
}
static_assert(rows_are_in_order(), "format.def must list the formats in the order of the enum");

constexpr bool reads_float(const FormatRow& format) {
  return std::ranges::any_of(format.operands, [](const Operand& operand) {
    return operand.kind == OperandKind::kFloat && operand.access != Access::kWrite;
  });
}

constexpr InstructionInfo make_info(std::string_view mnemonic, Opcode op, Pipe pipe, Format format,
                                    ExecUnit unit, std::string_view sentence) {
  const FormatRow& r = row(format);
  const bool paired = r.family == Family::kPaired;
  return {mnemonic,
          op,
          pipe,
          format,
          unit,
          sentence,
          paired || r.family == Family::kLoad,
          r.family == Family::kStore || (paired && reads_float(r)),
          r.family == Family::kBranch,
          unit == ExecUnit::kSupervisor};
}

constexpr std::array kInstructions = {
#define BSPIKE_INSTR(enumerator, mnemonic, opcode, pipe, format, unit, sentence) \
  make_info(mnemonic, Opcode::enumerator, Pipe::pipe, Format::format, ExecUnit::unit, sentence),
#include "arch/isa/isa.def"
#undef BSPIKE_INSTR
};

constexpr std::uint16_t kNoRow = 0xffff;

constexpr std::array<std::uint16_t, kOpcodeSpace> make_opcode_index() {
  std::array<std::uint16_t, kOpcodeSpace> index{};
  index.fill(kNoRow);
  for (std::size_t i = 0; i < kInstructions.size(); ++i) {
    index[static_cast<std::size_t>(kInstructions[i].op)] = static_cast<std::uint16_t>(i);
  }
  return index;
}
constexpr auto kOpcodeIndex = make_opcode_index();

}  // namespace

const InstructionInfo* find_info(std::uint16_t opcode) {
  if (opcode >= kOpcodeSpace || kOpcodeIndex[opcode] == kNoRow) return nullptr;
  return &kInstructions[kOpcodeIndex[opcode]];
}

const InstructionInfo& info(Opcode op) {
  return kInstructions[kOpcodeIndex[static_cast<std::size_t>(op)]];
}

std::span<const InstructionInfo> all_instructions() { return kInstructions; }

std::optional<Opcode> find_mnemonic(std::string_view mnemonic) {
  static const auto index = [] {
    std::unordered_map<std::string_view, Opcode> map;
    for (const InstructionInfo& row : kInstructions) map.emplace(row.mnemonic, row.op);
    return map;
  }();
  const auto found = index.find(mnemonic);
  if (found == index.end()) return std::nullopt;
  return found->second;
}

std::span<const Operand> operands(Format format) { return row(format).operands; }

std::string_view format_name(Format format) { return row(format).name.substr(1); }

std::uint8_t register_in(const Instruction& instruction, Slot slot) {
  switch (slot) {
    case Slot::kD:
      return instruction.d;
    case Slot::kA:
      return instruction.a;
    case Slot::kB:
      return instruction.b;
    case Slot::kC:
      return instruction.c;
    default:
      return instruction.e;
  }
}

void set_register(Instruction& instruction, Slot slot, std::uint8_t number) {
  switch (slot) {
    case Slot::kD:
      instruction.d = number;
      return;
    case Slot::kA:
      instruction.a = number;
      return;
    case Slot::kB:
      instruction.b = number;
      return;
    case Slot::kC:
      instruction.c = number;
      return;
    default:
      instruction.e = number;
  }
}

std::int32_t immediate_in(const Instruction& instruction, Slot slot) {
  if (slot == Slot::kImm) return instruction.imm;
  return slot == Slot::kImm2 ? instruction.imm2 : instruction.imm3;
}

void set_immediate(Instruction& instruction, Slot slot, std::int32_t value) {
  if (slot == Slot::kImm) {
    instruction.imm = value;
  } else if (slot == Slot::kImm2) {
    instruction.imm2 = value;
  } else {
    instruction.imm3 = value;
  }
}

bool is_no_op(const Instruction& instruction) {
  if (instruction.op == Opcode::kNop) return true;
  const FormatRow& format = row(info(instruction.op).format);
  if (format.family != Family::kCompute) return false;
  if (info(instruction.op).unit == ExecUnit::kMatrix) return false;
  const bool to_main = format.operands[0].kind == OperandKind::kMain;
  return instruction.d >= (to_main ? kMainZero : kFloatZero);
}

}  // namespace bspike::arch::isa
