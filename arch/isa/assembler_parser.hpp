// Owns how one line of assembly is taken apart: statements with the column of every piece.
// Contract: no knowledge of programs, sections or addresses; views point into the line given.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "arch/isa/instruction.hpp"

namespace bspike::arch::isa {

struct Piece {
  std::string_view text;   // trimmed
  std::size_t column = 0;  // from 1
};

// A problem within a line; the assembler adds file and line.
struct LineError {
  std::size_t column = 0;
  std::string message;
  std::string hint;
};

// What a line holds: any label, then a directive, one instruction, or the two of a bundle.
struct ParsedLine {
  std::optional<Piece> label;
  Piece directive;  // with its dot; empty if there is none
  Piece directive_argument;
  std::vector<Piece> instructions;
  std::size_t column = 0;  // of the statement
};

[[nodiscard]] std::variant<ParsedLine, LineError> parse_line(std::string_view line);

// A parsed instruction; a target that is a label stays a name until addresses are known.
struct ParsedInstruction {
  Instruction instruction;
  Piece target;  // empty if none, or if it was @N
};

[[nodiscard]] std::variant<ParsedInstruction, std::vector<LineError>> parse_instruction(
    const Piece& text);

[[nodiscard]] bool is_name(std::string_view text);

// The operand's name in messages and in docs/isa.md: d, a, b, s, immediate, target, ...
[[nodiscard]] std::string operand_name(Format format, std::size_t index);

}  // namespace bspike::arch::isa
