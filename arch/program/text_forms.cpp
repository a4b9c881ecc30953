// Owns the text of numbers, tile sets and labels.
#include "arch/program/text_forms.hpp"

#include <array>
#include <charconv>

namespace bspike::arch {

std::string hex(std::uint64_t value) {
  std::array<char, 16> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16).ptr;
  return "0x" + std::string(digits.data(), end);
}

std::string tiles_text(const std::vector<TileId>& ascending) {
  constexpr std::size_t kRuns = 8;
  std::string text;
  std::size_t runs = 0;
  for (std::size_t first = 0; first < ascending.size(); ++runs) {
    if (runs == kRuns) return text + ", ... (" + std::to_string(ascending.size()) + " tiles)";
    std::size_t last = first;
    while (last + 1 < ascending.size() && ascending[last + 1] == ascending[last] + 1) ++last;
    if (runs != 0) text += ", ";
    text += std::to_string(ascending[first]);
    if (last > first) text += ".." + std::to_string(ascending[last]);
    first = last + 1;
  }
  return text;
}

std::string label_text(const Image& image, std::uint32_t label) {
  if (label == kNoIndex) return "-";
  return label < image.labels.size() ? image.labels[label] : "?";
}

}  // namespace bspike::arch
