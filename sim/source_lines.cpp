// Owns the look-up of source lines.
#include "sim/source_lines.hpp"

#include <algorithm>

namespace bspike::sim {

SourceLines::SourceLines(const arch::TileProgram& program) : program_(program) {
  std::string_view rest = program.source;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    lines_.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

std::uint32_t SourceLines::line_of(std::uint32_t word) const {
  const auto after = std::upper_bound(
      program_.lines.begin(), program_.lines.end(), word,
      [](std::uint32_t wanted, const arch::SourceLine& line) { return wanted < line.word; });
  return after == program_.lines.begin() ? 0 : std::prev(after)->line;
}

std::string SourceLines::text_of(std::uint32_t line) const {
  if (line == 0 || line > lines_.size()) return {};
  const std::string_view text = lines_[line - 1];
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

}  // namespace bspike::sim
