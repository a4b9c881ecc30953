// Owns program -> text.
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <set>
#include <string>

#include "arch/isa/assembly.hpp"
#include "arch/isa/program_problems.hpp"

namespace bspike::arch::isa {
namespace {

std::string word_name(std::uint32_t word) { return "@" + std::to_string(word); }

std::string register_text(const Operand& operand, std::uint8_t number) {
  if (operand.kind == OperandKind::kMain) return "m" + std::to_string(number);
  std::string text = "a" + std::to_string(number);
  if (operand.width > 1) text += ":" + std::to_string(number + operand.width - 1);
  return text;
}

// The immediate of aseti as the float it makes, where a person can read it as one.
std::string float_text(std::int32_t immediate) {
  const auto bits = static_cast<std::uint32_t>(immediate) << 14;
  const float value = std::bit_cast<float>(bits);
  if (!std::isnormal(value) && bits != 0) return std::to_string(immediate);
  std::array<char, 64> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  std::string text(buffer.data(), end);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

template <class TargetName>
std::string operand_text(const Instruction& instruction, const Operand& operand,
                         const TargetName& target_name) {
  switch (operand.kind) {
    case OperandKind::kImmediate: {
      const std::int32_t value = immediate_in(instruction, operand.slot);
      return instruction.op == Opcode::kAseti ? float_text(value) : std::to_string(value);
    }
    case OperandKind::kTarget:
      return target_name(static_cast<std::uint32_t>(immediate_in(instruction, operand.slot)));
    default:
      return register_text(operand, register_in(instruction, operand.slot));
  }
}

template <class TargetName>
std::string text_of(const Instruction& instruction, const TargetName& target_name) {
  const InstructionInfo& row = info(instruction.op);
  std::string text(row.mnemonic);
  std::string_view separator = " ";
  for (const Operand& operand : operands(row.format)) {
    text += separator;
    text += operand_text(instruction, operand, target_name);
    separator = ", ";
  }
  return text;
}

template <class TargetName>
std::string text_of(const Issue& issue, const TargetName& target_name) {
  const std::string first = text_of(issue.first, target_name);
  if (!issue.bundled) return first;
  return "{ " + first + " ; " + text_of(issue.aux, target_name) + " }";
}

std::string label_name(std::uint32_t word) { return "L" + std::to_string(word); }

std::set<std::uint32_t> targets_in(const TileProgram& program, const Section& section) {
  std::set<std::uint32_t> targets;
  for (std::uint32_t word = section.entry_word; word < section.end_word;) {
    const Issue issue = read_issue(program.words, word);
    if (info(issue.first.op).is_branch) {
      targets.insert(static_cast<std::uint32_t>(issue.first.imm));
    }
    word += issue.bundled ? 2 : 1;
  }
  return targets;
}

void append_section(const TileProgram& program, const Section& section, std::string& text) {
  text += section.supervisor() ? ".supervisor\n" : ".codelet " + section.name + "\n";
  const std::set<std::uint32_t> targets = targets_in(program, section);
  for (std::uint32_t word = section.entry_word; word < section.end_word;) {
    const Issue issue = read_issue(program.words, word);
    if (targets.contains(word)) text += label_name(word) + ":\n";
    text += "  " + text_of(issue, label_name) + "\n";
    word += issue.bundled ? 2 : 1;
  }
}

}  // namespace

std::string instruction_text(const Instruction& instruction) {
  return text_of(instruction, word_name);
}

std::string issue_text(const Issue& issue) { return text_of(issue, word_name); }

std::string disassemble(const TileProgram& program) {
  std::string text;
  if (!program.name.empty()) text += ".program " + program.name + "\n";
  for (const Section& section : sections_of(program)) append_section(program, section, text);
  return text;
}

}  // namespace bspike::arch::isa
