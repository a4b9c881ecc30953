// Owns how members, ranges and provenances are written.
#include "arch/base/fields_text.hpp"

#include <cmath>
#include <type_traits>

#include "arch/base/document.hpp"
#include "arch/base/quantity.hpp"

namespace bspike::arch::base {
namespace {

template <class T>
std::string format_list(const std::vector<T>& items, Unit unit) {
  std::string text;
  for (const T& item : items) text += (text.empty() ? "" : ", ") + format_member(item, unit);
  return "[" + text + "]";
}

template <class T>
std::string format_optional(const std::optional<T>& value, Unit unit) {
  return value ? format_member(*value, unit) : "null";
}

// The limit as a person writes it: whole sizes as whole numbers.
std::string limit_text(double value, Unit unit) {
  constexpr double exact_limit = 9007199254740992.0;
  if (value == std::floor(value) && std::fabs(value) <= exact_limit) {
    return format_member(static_cast<std::int64_t>(value), unit);
  }
  return format_real(value, unit);
}

}  // namespace

std::string member_path(const std::string& prefix, std::string_view key) {
  return prefix.empty() ? std::string(key) : prefix + "." + std::string(key);
}

std::string quoted_short(std::string_view text) {
  constexpr std::size_t longest = 60;
  if (text.size() <= longest) return "\"" + std::string(text) + "\"";
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return "\"" + std::string(text.substr(0, end)) + "...\"";
}

std::string quoted_yaml(std::string_view text) {
  Node node;
  node.kind = NodeKind::kScalar;
  node.quoted = true;
  node.scalar = text;
  std::string line = dump(node);
  line.pop_back();
  return line;
}

std::string range_text(const Range& range, Unit unit) {
  const bool has_low = !std::isinf(range.low), has_high = !std::isinf(range.high);
  if (has_low && has_high) {
    return limit_text(range.low, unit) + " to " + limit_text(range.high, unit);
  }
  if (has_low) return "at least " + limit_text(range.low, unit);
  if (has_high) return "at most " + limit_text(range.high, unit);
  return "what 64 bits hold";
}

std::string_view name(Provenance provenance) {
  return provenance_names()[static_cast<std::size_t>(provenance)];
}

const std::vector<std::string>& provenance_names() {
  static const std::vector<std::string> names{"measured", "documented", "derived", "assumed",
                                              "user"};
  return names;
}

std::string format_member(std::uint64_t value, Unit unit) {
  return format_whole({false, value}, unit);
}
std::string format_member(std::uint32_t value, Unit unit) {
  return format_whole({false, value}, unit);
}
std::string format_member(std::int64_t value, Unit unit) {
  const auto bits = static_cast<std::uint64_t>(value);
  return value < 0 ? format_whole({true, 0 - bits}, unit) : format_whole({false, bits}, unit);
}
std::string format_member(double value, Unit unit) { return format_real(value, unit); }
std::string format_member(bool value, Unit) { return value ? "true" : "false"; }
std::string format_member(const std::string& value, Unit) { return quoted_yaml(value); }
std::string format_member(const std::vector<std::int64_t>& value, Unit unit) {
  return format_list(value, unit);
}
std::string format_member(const std::vector<double>& value, Unit unit) {
  return format_list(value, unit);
}
std::string format_member(const std::vector<std::string>& value, Unit unit) {
  return format_list(value, unit);
}
std::string format_member(const std::optional<double>& value, Unit unit) {
  return format_optional(value, unit);
}
std::string format_member(const std::optional<std::uint64_t>& value, Unit unit) {
  return format_optional(value, unit);
}

}  // namespace bspike::arch::base
