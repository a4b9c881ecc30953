// Owns the way from a word of a program to the line of source that made it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "arch/program/tile_program.hpp"

namespace bspike::sim {

// The lines of a program's source, and which of them made a word.
class SourceLines {
 public:
  explicit SourceLines(const arch::TileProgram& program);
  // Line number from 1; 0 where nothing is known.
  [[nodiscard]] std::uint32_t line_of(std::uint32_t word) const;
  // Text of a line without surrounding blanks; empty where nothing is known.
  [[nodiscard]] std::string text_of(std::uint32_t line) const;

 private:
  const arch::TileProgram& program_;
  std::vector<std::string_view> lines_;
};

}  // namespace bspike::sim
