// Owns the grammar of a line: comments, labels, directives, bundles.
#include "arch/isa/assembler_parser.hpp"

namespace bspike::arch::isa {
namespace {

constexpr std::string_view kBlanks = " \t\r";

Piece trimmed(std::string_view text, std::size_t column) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {{}, column};
  const std::size_t last = text.find_last_not_of(kBlanks);
  return {text.substr(first, last - first + 1), column + first};
}

// Inside braces `;` separates, outside it starts a comment.
std::string_view without_comment(std::string_view line) {
  bool in_braces = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '#' || (line[i] == ';' && !in_braces)) return line.substr(0, i);
    if (line[i] == '{') in_braces = true;
    if (line[i] == '}') in_braces = false;
  }
  return line;
}

bool name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '-';
}

std::optional<Piece> take_label(Piece& rest) {
  std::size_t length = 0;
  while (length < rest.text.size() && name_character(rest.text[length])) ++length;
  if (length == rest.text.size() || rest.text[length] != ':') return std::nullopt;
  const Piece label{rest.text.substr(0, length), rest.column};
  rest = trimmed(rest.text.substr(length + 1), rest.column + length + 1);
  return label;
}

void split_directive(const Piece& statement, ParsedLine& parsed) {
  const std::size_t end = statement.text.find_first_of(kBlanks);
  parsed.directive = {statement.text.substr(0, end), statement.column};
  if (end == std::string_view::npos) {
    parsed.directive_argument = {{}, statement.column + statement.text.size()};
  } else {
    parsed.directive_argument = trimmed(statement.text.substr(end), statement.column + end);
  }
}

std::optional<LineError> split_bundle(const Piece& statement, ParsedLine& parsed) {
  const std::size_t close = statement.text.find('}');
  if (close == std::string_view::npos) {
    return LineError{statement.column, "the bundle has no closing brace", {}};
  }
  if (close + 1 != statement.text.size()) {
    return LineError{statement.column + close + 1, "unexpected text behind the bundle", {}};
  }
  const std::string_view inner = statement.text.substr(1, close - 1);
  std::size_t begin = 0;
  while (begin <= inner.size()) {
    const std::size_t end = std::min(inner.find(';', begin), inner.size());
    parsed.instructions.push_back(
        trimmed(inner.substr(begin, end - begin), statement.column + 1 + begin));
    begin = end + 1;
  }
  if (parsed.instructions.size() == 2) return std::nullopt;
  return LineError{statement.column,
                   "a bundle holds two instructions separated by `;`, found " +
                       std::to_string(parsed.instructions.size()),
                   {}};
}

}  // namespace

bool is_name(std::string_view text) {
  if (text.empty() || (text[0] >= '0' && text[0] <= '9') || text[0] == '.' || text[0] == '-') {
    return false;
  }
  return std::string_view::npos ==
         text.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-");
}

std::variant<ParsedLine, LineError> parse_line(std::string_view line) {
  ParsedLine parsed;
  Piece rest = trimmed(without_comment(line), 1);
  parsed.label = take_label(rest);
  parsed.column = rest.column;
  if (parsed.label && !is_name(parsed.label->text)) {
    return LineError{parsed.label->column,
                     "\"" + std::string(parsed.label->text) + "\" is no name for a label",
                     {}};
  }
  if (rest.text.empty()) return parsed;
  if (rest.text[0] == '.') {
    split_directive(rest, parsed);
  } else if (rest.text[0] == '{') {
    if (auto error = split_bundle(rest, parsed)) return *error;
  } else {
    parsed.instructions.push_back(rest);
  }
  return parsed;
}

}  // namespace bspike::arch::isa
