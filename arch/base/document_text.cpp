// Owns the checks of raw document bytes: size, encoding, line ends, tabs.
#include "arch/base/document_text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "arch/base/diagnostics.hpp"

namespace bspike::arch::base {
namespace {

constexpr std::size_t kLargestDocument = std::size_t{8} << 20;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct Position {
  std::size_t line = 1;
  std::size_t column = 1;
};

[[noreturn]] void fail(const std::string& name, Position at, std::string message,
                       std::string hint) {
  raise<ConfigError>({name, at.line, at.column}, "", std::move(message), std::move(hint));
}

std::string hex_byte(unsigned char byte) {
  constexpr std::string_view digits = "0123456789abcdef";
  return std::string("0x") + digits[byte >> 4] + digits[byte & 15];
}

bool is_control(unsigned char byte) {
  return (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7f;
}

// Length of the UTF-8 character at the start of `text`, or nothing if the bytes are not one.
std::optional<std::size_t> character_length(std::string_view text) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = at(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return std::nullopt;
  unsigned code = lead & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((at(i) & 0xc0) != 0x80) return std::nullopt;
    code = (code << 6) | (at(i) & 0x3fu);
  }
  constexpr std::array<unsigned, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  if (code < smallest[length] || surrogate || code > 0x10ffff) return std::nullopt;
  return length;
}

// Blanks on a line that holds nothing else; the scanner would stumble over tabs among them.
std::size_t blank_line_length(std::string_view text, std::size_t begin) {
  const std::size_t end = std::min(text.find_first_not_of(" \t", begin), text.size());
  const bool blank = end == text.size() || text[end] == '\n' || text[end] == '\r';
  return blank ? end - begin : 0;
}

// True if the blanks that start at `begin` hold a tab and something follows them on the line.
bool tab_indents(std::string_view text, std::size_t begin) {
  const std::size_t end = text.find_first_not_of(" \t", begin);
  if (end == std::string_view::npos || text[end] == '\n' || text[end] == '\r') return false;
  return text.substr(begin, end - begin).find('\t') != std::string_view::npos;
}

void check_line_start(std::string_view text, std::size_t begin, const std::string& name,
                      std::size_t line) {
  if (!tab_indents(text, begin)) return;
  fail(name, {line, text.find('\t', begin) - begin + 1}, "found a tab in the indentation",
       "indent with spaces; YAML does not allow tabs there");
}

// Checks the character at `i` and returns its length.
std::size_t check_character(std::string_view text, std::size_t i, const std::string& name,
                            Position at) {
  const auto byte = static_cast<unsigned char>(text[i]);
  if (byte == '\r' && (i + 1 == text.size() || text[i + 1] != '\n')) {
    fail(name, at, "found a carriage return without a line feed", "end lines with LF or CRLF");
  }
  const std::optional<std::size_t> length = character_length(text.substr(i));
  if (!length) {
    fail(name, at, "found the byte " + hex_byte(byte) + ", which is not UTF-8 text",
         "save the file as UTF-8");
  }
  return *length;
}

}  // namespace

void refuse_binary(std::string_view text, const std::string& name) {
  const auto found = std::find_if(text.begin(), text.end(),
                                  [](char c) { return is_control(static_cast<unsigned char>(c)); });
  if (found == text.end()) return;
  const std::string_view before = text.substr(0, static_cast<std::size_t>(found - text.begin()));
  const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0: the first line
  fail(name, {lines + 1, before.size() - line_start + 1},
       "found the byte " + hex_byte(static_cast<unsigned char>(*found)) + ", expected text",
       "is it the right file? it looks like binary data");
}

std::string prepare_text(std::string_view text, const std::string& name) {
  if (text.size() > kLargestDocument) {
    fail(name, {0, 0}, "is larger than 8MiB, too large for a configuration", "");
  }
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    text.remove_prefix(kByteOrderMark.size());
  }
  refuse_binary(text, name);
  std::string clean;
  clean.reserve(text.size() + 1);
  Position at;
  for (std::size_t i = 0; i < text.size();) {
    if (at.column == 1) {
      check_line_start(text, i, name, at.line);
      i += blank_line_length(text, i);
      if (i == text.size()) break;
    }
    const std::size_t length = check_character(text, i, name, at);
    if (text[i] != '\r') clean.append(text, i, length);
    at = text[i] == '\n' ? Position{at.line + 1, 1} : Position{at.line, at.column + length};
    i += length;
  }
  if (!clean.empty() && clean.back() != '\n') clean += '\n';
  return clean;
}

std::string scalar_as_utf8(std::string_view decoded) {
  std::string text;
  text.reserve(decoded.size());
  while (!decoded.empty()) {
    const std::optional<std::size_t> length = character_length(decoded);
    if (!length) text += '\xc2';  // the lead byte of U+0080 to U+00BF
    text.append(decoded.substr(0, length.value_or(1)));
    decoded.remove_prefix(length.value_or(1));
  }
  return text;
}

}  // namespace bspike::arch::base
