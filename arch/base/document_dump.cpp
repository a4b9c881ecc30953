// Owns the canonical YAML text of a document tree.
#include <string>

#include "arch/base/document.hpp"

namespace bspike::arch::base {
namespace {

bool is_word_character(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return letter || (c >= '0' && c <= '9') || std::string_view("_./+-").find(c) != std::string::npos;
}

// True if the text can stand without quotes and still be read as the same scalar.
bool stands_plain(std::string_view text) {
  if (text.empty() || text.front() == ' ' || text.back() == ' ') return false;
  if (text == "-" || text.substr(0, 2) == "- " || text.substr(0, 3) == "---") return false;
  if (text.substr(0, 3) == "...") return false;
  if (text == "null" || text == "Null" || text == "NULL") return false;
  for (const char c : text) {
    if (!is_word_character(c) && c != ' ') return false;
  }
  return true;
}

void append_escaped(std::string& text, char c) {
  constexpr std::string_view digits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  if (c == '"' || c == '\\') {
    text += {'\\', c};
  } else if (c == '\n') {
    text += "\\n";
  } else if (byte < 0x20 || byte == 0x7f) {
    text += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
  } else {
    text += c;
  }
}

std::string quoted_text(std::string_view scalar) {
  std::string text = "\"";
  for (const char c : scalar) append_escaped(text, c);
  return text + "\"";
}

std::string key_text(const std::string& key) { return stands_plain(key) ? key : quoted_text(key); }

// Text of a value that fits behind its key; empty for one that needs lines of its own.
std::string inline_text(const Node& node) {
  switch (node.kind) {
    case NodeKind::kNull:
      return "null";
    case NodeKind::kScalar:
      return !node.quoted && stands_plain(node.scalar) ? node.scalar : quoted_text(node.scalar);
    case NodeKind::kSequence:
      return node.items.empty() ? "[]" : "";
    case NodeKind::kMapping:
      return node.entries.empty() ? "{}" : "";
  }
  return "";
}

void append_block(std::string& text, const Node& node, std::size_t indent) {
  const std::string spaces(indent, ' ');
  for (const NodePtr& item : node.items) {
    const std::string value = inline_text(*item);
    text += spaces + "-" + (value.empty() ? "" : " ") + value + "\n";
    if (value.empty()) append_block(text, *item, indent + 2);
  }
  for (const Node::Entry& entry : node.entries) {
    const std::string value = inline_text(*entry.value);
    text += spaces + key_text(entry.key) + ":" + (value.empty() ? "" : " ") + value + "\n";
    if (value.empty()) append_block(text, *entry.value, indent + 2);
  }
}

}  // namespace

std::string dump(const Node& node) {
  std::string text = inline_text(node);
  if (!text.empty()) return text + "\n";
  append_block(text, node, 0);
  return text;
}

}  // namespace bspike::arch::base
