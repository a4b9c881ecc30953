// Owns a tile program: code that any number of tiles share, its codelets' entries, and where each
// instruction came from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace bspike::arch {

// A codelet inside a program. Entry is a word index; code runs to its `exit`.
struct CodeletEntry {
  std::string name;
  std::uint32_t entry_word = 0;
  std::uint32_t end_word = 0;  // first word behind it
};

// Line of generated source for a word, for faults, hot lines and traces.
struct SourceLine {
  std::uint32_t word = 0;  // first word the line made; lines are sorted by word
  std::uint32_t line = 0;  // in `source`
};

struct TileProgram {
  std::string name;
  std::vector<std::uint32_t> words;         // encoded; bundles are two words, 8-byte aligned
  std::uint32_t supervisor_entry_word = 0;  // runs with m12 = address of a launch table
  std::vector<CodeletEntry> codelets;
  std::string source;  // assembly text
  std::vector<SourceLine> lines;

  [[nodiscard]] std::uint64_t code_bytes() const { return words.size() * 4; }
};

}  // namespace bspike::arch
