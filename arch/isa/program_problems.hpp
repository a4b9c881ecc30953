// Owns the list form of check_program, for the assembler, which knows lines where check_program
// knows words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arch/program/tile_program.hpp"

namespace bspike::arch::isa {

struct ProgramProblem {
  std::uint32_t word = 0;
  std::string message;
};

[[nodiscard]] std::vector<ProgramProblem> program_problems(const TileProgram& program);

// A run of words that belong together: a codelet, or the supervisor's code.
struct Section {
  std::string name;  // empty: the supervisor
  std::uint32_t entry_word = 0;
  std::uint32_t end_word = 0;
  [[nodiscard]] bool supervisor() const { return name.empty(); }
};

// By entry, ascending. The supervisor's code ends where the next codelet starts.
[[nodiscard]] std::vector<Section> sections_of(const TileProgram& program);

}  // namespace bspike::arch::isa
