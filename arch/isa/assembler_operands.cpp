// Owns text -> instruction: mnemonic look-up and the reading of each kind of operand.
#include <bit>
#include <charconv>
#include <cstdint>

#include "arch/base/diagnostics.hpp"
#include "arch/isa/assembler_parser.hpp"

namespace bspike::arch::isa {
namespace {

std::vector<Piece> split_operands(const Piece& text) {
  std::vector<Piece> pieces;
  std::size_t begin = 0;
  while (begin <= text.text.size()) {
    const std::size_t end = std::min(text.text.find(',', begin), text.text.size());
    std::string_view part = text.text.substr(begin, end - begin);
    const std::size_t blank = std::min(part.find_first_not_of(" \t\r"), part.size());
    const std::size_t last = part.find_last_not_of(" \t\r");
    const std::size_t length = last == std::string_view::npos ? 0 : last + 1 - blank;
    pieces.push_back({part.substr(blank, length), text.column + begin + blank});
    begin = end + 1;
  }
  return pieces;
}

// A whole unsigned decimal number.
std::optional<std::uint32_t> read_number(std::string_view text) {
  std::uint32_t value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || result.ec != std::errc{} || result.ptr != text.data() + text.size()) {
    return std::nullopt;
  }
  return value;
}

std::optional<std::int64_t> read_integer(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  if (is_hex) text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto result =
      std::from_chars(text.data(), text.data() + text.size(), value, is_hex ? 16 : 10);
  if (text.empty() || result.ec != std::errc{} || result.ptr != text.data() + text.size() ||
      value > 0xffffffffu) {
    return std::nullopt;
  }
  return negative ? -static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value);
}

std::optional<std::uint8_t> read_register(std::string_view text, const Operand& operand) {
  const bool is_main = operand.kind == OperandKind::kMain;
  if (!text.starts_with(is_main ? 'm' : 'a')) return std::nullopt;
  text.remove_prefix(1);
  const std::size_t colon = std::min(text.find(':'), text.size());
  const auto first = read_number(text.substr(0, colon));
  if (!first || *first > 15 || *first % operand.width != 0) return std::nullopt;
  if (operand.width == 1) {
    if (colon != text.size()) return std::nullopt;
  } else {
    const auto last = colon == text.size() ? std::nullopt : read_number(text.substr(colon + 1));
    if (!last || *last != *first + operand.width - 1u) return std::nullopt;
  }
  return static_cast<std::uint8_t>(*first);
}

std::string wanted_register(const Operand& operand) {
  if (operand.kind == OperandKind::kMain) return "an integer register m0 to m15";
  if (operand.width == 1) return "a float register a0 to a15";
  return operand.width == 2 ? "an aligned float pair such as a0:1"
                            : "an aligned float quad such as a0:3";
}

// The upper 18 bits of a float whose others are 0.
std::optional<std::int64_t> read_float_immediate(std::string_view text) {
  float value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc{} || result.ptr != text.data() + text.size()) return std::nullopt;
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x3fff) != 0) return std::nullopt;
  return bits >> 14;
}

bool looks_like_float(std::string_view text) {
  return !text.starts_with("0x") && text.find_first_of(".eEnN") != std::string_view::npos;
}

class InstructionParser {
 public:
  explicit InstructionParser(const InstructionInfo& row) : row_(row) {
    parsed_.instruction.op = row.op;
  }

  void take(std::size_t index, const Piece& piece) {
    const Operand& operand = operands(row_.format)[index];
    switch (operand.kind) {
      case OperandKind::kImmediate:
        take_immediate(index, operand, piece);
        return;
      case OperandKind::kTarget:
        take_target(operand, piece);
        return;
      default:
        take_register(index, operand, piece);
    }
  }

  std::variant<ParsedInstruction, std::vector<LineError>> result() {
    if (!errors_.empty()) return std::move(errors_);
    return parsed_;
  }

 private:
  void refuse(std::size_t index, const Piece& piece, const std::string& wanted) {
    errors_.push_back({piece.column,
                       "operand " + operand_name(row_.format, index) + " of " +
                           std::string(row_.mnemonic) + " must be " + wanted + ", found \"" +
                           std::string(piece.text) + "\"",
                       {}});
  }

  void take_register(std::size_t index, const Operand& operand, const Piece& piece) {
    const auto number = read_register(piece.text, operand);
    if (!number) {
      refuse(index, piece, wanted_register(operand));
    } else {
      set_register(parsed_.instruction, operand.slot, *number);
    }
  }

  void take_immediate(std::size_t index, const Operand& operand, const Piece& piece) {
    if (row_.op == Opcode::kAseti && looks_like_float(piece.text)) {
      const auto bits = read_float_immediate(piece.text);
      if (!bits) {
        refuse(index, piece, "a float whose low 14 bits are 0");
        return;
      }
      parsed_.instruction.imm = static_cast<std::int32_t>(*bits);
      return;
    }
    const auto value = read_integer(piece.text);
    if (!value || *value < operand.low || *value > operand.high) {
      refuse(
          index, piece,
          "a number from " + std::to_string(operand.low) + " to " + std::to_string(operand.high));
      return;
    }
    set_immediate(parsed_.instruction, operand.slot, static_cast<std::int32_t>(*value));
  }

  void take_target(const Operand& operand, const Piece& piece) {
    if (piece.text.starts_with('@')) {
      const auto word = read_number(piece.text.substr(1));
      if (word && *word <= static_cast<std::uint32_t>(operand.high)) {
        set_immediate(parsed_.instruction, operand.slot, static_cast<std::int32_t>(*word));
        return;
      }
    } else if (is_name(piece.text)) {
      parsed_.target = piece;
      return;
    }
    errors_.push_back({piece.column,
                       "the target of " + std::string(row_.mnemonic) +
                           " must be a label or @N, found \"" + std::string(piece.text) + "\"",
                       {}});
  }

  const InstructionInfo& row_;
  ParsedInstruction parsed_;
  std::vector<LineError> errors_;
};

LineError unknown_mnemonic(const Piece& mnemonic) {
  std::vector<std::string> names;
  for (const InstructionInfo& row : all_instructions()) names.emplace_back(row.mnemonic);
  const std::string near = base::nearest_word(mnemonic.text, names);
  return {mnemonic.column, "unknown instruction \"" + std::string(mnemonic.text) + "\"",
          near.empty() ? "" : "did you mean \"" + near + "\"?"};
}

LineError wrong_count(const InstructionInfo& row, const Piece& mnemonic, std::size_t found) {
  std::string names;
  const std::size_t wanted = operands(row.format).size();
  for (std::size_t i = 0; i < wanted; ++i) {
    names += (i == 0 ? " (" : ", ") + operand_name(row.format, i);
  }
  if (wanted > 0) names += ")";
  return {mnemonic.column,
          std::string(row.mnemonic) + " takes " + std::to_string(wanted) +
              (wanted == 1 ? " operand" : " operands") + names + ", found " + std::to_string(found),
          {}};
}

}  // namespace

std::string operand_name(Format format, std::size_t index) {
  const Operand& operand = operands(format)[index];
  switch (operand.slot) {
    case Slot::kD:
      return "d";
    case Slot::kA:
      return "a";
    case Slot::kB:
      return "b";
    case Slot::kC:
      return operand.kind == OperandKind::kFloat ? "s" : "c";
    case Slot::kE:
      return "s";
    case Slot::kImm:
      return operand.kind == OperandKind::kTarget ? "target" : "immediate";
    case Slot::kImm2:
      return operand.low == 1 ? "n" : "immediate of b";
    case Slot::kImm3:
      return "immediate of c";
  }
  return {};
}

std::variant<ParsedInstruction, std::vector<LineError>> parse_instruction(const Piece& text) {
  const std::size_t length = std::min(text.text.find_first_of(" \t"), text.text.size());
  const Piece mnemonic{text.text.substr(0, length), text.column};
  if (mnemonic.text.empty()) {
    return std::vector{LineError{mnemonic.column, "an instruction is missing", {}}};
  }
  const auto op = find_mnemonic(mnemonic.text);
  if (!op) return std::vector{unknown_mnemonic(mnemonic)};
  const InstructionInfo& row = info(*op);
  std::vector<Piece> pieces = split_operands({text.text.substr(length), text.column + length});
  if (pieces.size() == 1 && pieces[0].text.empty()) pieces.clear();
  if (pieces.size() != operands(row.format).size()) {
    return std::vector{wrong_count(row, mnemonic, pieces.size())};
  }
  InstructionParser parser(row);
  for (std::size_t i = 0; i < pieces.size(); ++i) parser.take(i, pieces[i]);
  return parser.result();
}

}  // namespace bspike::arch::isa
