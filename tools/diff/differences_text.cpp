// Owns differences as text and as JSON.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "tools/diff/differences.hpp"

namespace bspike::tools {

using nlohmann::json;

namespace {

std::string plain(double value) {
  char text[64];
  const bool whole = value == std::floor(value) && std::abs(value) < 1e15;
  const auto end = whole ? std::to_chars(text, text + 64, static_cast<long long>(value)).ptr
                         : std::to_chars(text, text + 64, value, std::chars_format::general, 6).ptr;
  return {text, end};
}

std::string value_text(const json& value) {
  if (value.is_null()) return "-";
  if (value.is_number()) return plain(value.get<double>());
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string with_sign(const std::string& text) { return text[0] == '-' ? text : "+" + text; }

std::string percent(double share) {
  char text[64];
  const auto end = std::to_chars(text, text + 64, share * 100, std::chars_format::fixed, 2).ptr;
  return with_sign({text, end}) + " %";
}

std::string line_of(const Difference& difference, std::size_t width) {
  std::string text = "  " + difference.name;
  text += std::string(2 + width - difference.name.size(), ' ');
  text += value_text(difference.a) + " -> " + value_text(difference.b);
  if (const auto change = difference.change()) text += "  " + with_sign(plain(*change));
  if (const auto relative = difference.relative()) text += "  " + percent(*relative);
  if (!difference.note.empty()) text += "  (" + difference.note + ")";
  return text + "\n";
}

std::string section_text(const DifferenceSection& section, std::size_t limit) {
  const std::size_t shown = std::min(limit, section.differences.size());
  std::size_t width = 0;
  for (std::size_t i = 0; i < shown; ++i)
    width = std::max(width, section.differences[i].name.size());
  std::string text =
      section.name + ": " + std::to_string(section.differences.size()) + " differences\n";
  for (std::size_t i = 0; i < shown; ++i) text += line_of(section.differences[i], width);
  if (shown < section.differences.size())
    text += "  and " + std::to_string(section.differences.size() - shown) + " more\n";
  return text;
}

json optional_json(const std::optional<double>& value) { return value ? json(*value) : json(); }

}  // namespace

std::string differences_text(const RunFiles& a, const RunFiles& b,
                             const std::vector<DifferenceSection>& sections, std::size_t limit) {
  if (sections.empty()) return "the runs are the same\n";
  std::string text = "A: " + a.name + "\nB: " + b.name + "\n";
  for (const DifferenceSection& section : sections) text += section_text(section, limit);
  return text;
}

std::string differences_json(const RunFiles& a, const RunFiles& b,
                             const std::vector<DifferenceSection>& sections, double tolerance) {
  nlohmann::ordered_json root = {
      {"a", a.name}, {"b", b.name}, {"same", sections.empty()}, {"tolerance", tolerance}};
  root["sections"] = nlohmann::ordered_json::array();
  for (const DifferenceSection& section : sections) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const Difference& row : section.differences)
      rows.push_back({{"name", row.name},
                      {"unit", row.unit},
                      {"a", row.a},
                      {"b", row.b},
                      {"change", optional_json(row.change())},
                      {"relative", optional_json(row.relative())},
                      {"note", row.note}});
    root["sections"].push_back({{"name", section.name}, {"differences", rows}});
  }
  return root.dump(1) + "\n";
}

}  // namespace bspike::tools
