// Owns the binary form of instructions and the rules of a bundle.
#include <array>
#include <bitset>
#include <stdexcept>
#include <string>

#include "arch/isa/assembly.hpp"
#include "arch/isa/formats.hpp"

namespace bspike::arch::isa {
namespace {

constexpr std::uint32_t kBundleBit = 1u << 31;
constexpr int kOpcodeShift = 22;

bool is_register(const Operand& operand) {
  return operand.kind == OperandKind::kMain || operand.kind == OperandKind::kFloat;
}

std::uint32_t mask_of(const Operand& operand) { return (1u << operand.bits) - 1; }

std::uint32_t field_of(const Instruction& instruction, const Operand& operand) {
  const std::uint32_t value =
      is_register(operand) ? std::uint32_t{register_in(instruction, operand.slot)} / operand.scale
                           : static_cast<std::uint32_t>(immediate_in(instruction, operand.slot));
  return (value & mask_of(operand)) << operand.shift;
}

std::int32_t sign_extended(std::uint32_t field, int bits) {
  const std::uint32_t sign = 1u << (bits - 1);
  return static_cast<std::int32_t>((field ^ sign) - sign);
}

std::string hex(std::uint32_t value) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text = "0x";
  for (int shift = 28; shift >= 0; shift -= 4) text += digits[(value >> shift) & 15u];
  return text;
}

// Puts the field into the instruction; a sentence if the value is none the format allows.
std::string take_field(std::uint32_t word, const Operand& operand, const InstructionInfo& row,
                       Instruction& instruction) {
  const std::uint32_t field = (word >> operand.shift) & mask_of(operand);
  if (is_register(operand)) {
    const std::uint32_t number = field * operand.scale;
    if (number % operand.width != 0) {
      return std::string(row.mnemonic) + ": register a" + std::to_string(number) +
             " is not aligned to " + std::to_string(operand.width);
    }
    set_register(instruction, operand.slot, static_cast<std::uint8_t>(number));
    return {};
  }
  const std::int32_t value =
      operand.low < 0 ? sign_extended(field, operand.bits) : static_cast<std::int32_t>(field);
  if (value < operand.low) {
    return std::string(row.mnemonic) + ": immediate " + std::to_string(value) + " is below " +
           std::to_string(operand.low);
  }
  set_immediate(instruction, operand.slot, value);
  return {};
}

using WrittenSet = std::bitset<kMainRegisters + kFloatRegisters>;

// Adds what the instruction writes, zero registers apart; names a register written twice.
std::string add_written(const Instruction& instruction, WrittenSet& written) {
  for (const Operand& operand : operands(info(instruction.op).format)) {
    if (!is_register(operand) || operand.access == Access::kRead) continue;
    const bool is_float = operand.kind == OperandKind::kFloat;
    const std::uint8_t first = register_in(instruction, operand.slot);
    for (std::uint8_t number = first; number < first + operand.width; ++number) {
      if (is_float ? number >= kFloatZero : number == kMainZero) continue;
      const std::size_t index = is_float ? kMainRegisters + std::size_t{number} : number;
      if (written[index]) return (is_float ? "a" : "m") + std::to_string(number);
      written.set(index);
    }
  }
  return {};
}

[[noreturn]] void throw_at(std::uint32_t word, const std::string& message) {
  base::Diagnostic diagnostic;
  diagnostic.message = "word " + std::to_string(word) + ": " + message;
  throw base::AsmError(std::vector<base::Diagnostic>(1, diagnostic));
}

Decoded decode_or_throw(const std::vector<std::uint32_t>& words, std::uint32_t word) {
  if (word >= words.size()) throw_at(word, "the program ends before it");
  auto result = decode(words[word]);
  if (const auto* problem = std::get_if<std::string>(&result)) throw_at(word, *problem);
  return std::get<Decoded>(result);
}

}  // namespace

std::uint32_t encode(const Instruction& instruction, bool bundled) {
  std::uint32_t word = static_cast<std::uint32_t>(instruction.op) << kOpcodeShift;
  for (const Operand& operand : operands(info(instruction.op).format)) {
    word |= field_of(instruction, operand);
  }
  return bundled ? word | kBundleBit : word;
}

std::variant<Decoded, std::string> decode(std::uint32_t word) {
  const auto opcode = static_cast<std::uint16_t>((word >> kOpcodeShift) & (kOpcodeSpace - 1));
  const InstructionInfo* row = find_info(opcode);
  if (row == nullptr) return "no instruction has the opcode of " + hex(word);
  Decoded decoded;
  decoded.instruction.op = row->op;
  decoded.bundled = (word & kBundleBit) != 0;
  std::uint32_t used = (kOpcodeSpace - 1u) << kOpcodeShift | kBundleBit;
  for (const Operand& operand : operands(row->format)) {
    used |= mask_of(operand) << operand.shift;
    std::string problem = take_field(word, operand, *row, decoded.instruction);
    if (!problem.empty()) return problem;
  }
  if ((word & ~used) != 0) {
    return std::string(row->mnemonic) + ": unused bits are set in " + hex(word);
  }
  return decoded;
}

std::string issue_problem(const Issue& issue) {
  const InstructionInfo& first = info(issue.first.op);
  WrittenSet written;
  std::string twice = add_written(issue.first, written);
  if (!twice.empty()) return std::string(first.mnemonic) + " writes " + twice + " twice";
  if (!issue.bundled) return {};
  const InstructionInfo& second = info(issue.aux.op);
  if (first.pipe != Pipe::kMain) {
    return std::string(first.mnemonic) + " cannot lead a bundle: it is no MAIN instruction";
  }
  if (second.pipe != Pipe::kAux) {
    return std::string(second.mnemonic) + " cannot end a bundle: it is no AUX instruction";
  }
  if (first.supervisor_only) return std::string(first.mnemonic) + " never pairs";
  twice = add_written(issue.aux, written);
  if (!twice.empty()) return "both halves of the bundle write " + twice;
  return {};
}

Issue read_issue(const std::vector<std::uint32_t>& words, std::uint32_t word) {
  const Decoded first = decode_or_throw(words, word);
  Issue issue;
  issue.first = first.instruction;
  issue.bundled = first.bundled;
  if (issue.bundled) {
    if (word % 2 != 0) throw_at(word, "a bundle must be 8-byte aligned");
    if (word + 1 >= words.size()) throw_at(word, "the bundle is cut: its AUX word is missing");
    const Decoded second = decode_or_throw(words, word + 1);
    if (second.bundled) throw_at(word + 1, "the second word of a bundle cannot start a bundle");
    issue.aux = second.instruction;
  }
  const std::string problem = issue_problem(issue);
  if (!problem.empty()) throw_at(word, problem);
  return issue;
}

}  // namespace bspike::arch::isa
