// Owns what must hold for any text given to the assembler and any words given to the decoder;
// shared by the fuzzers and by the test that replays their corpora. A breach ends the process.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "arch/isa/assembly.hpp"

namespace bspike::tests {

inline void demand(bool holds) {
  if (!holds) std::abort();
}

// Printed programs assemble to themselves.
inline void demand_round_trip(const arch::TileProgram& program) {
  const arch::TileProgram again = arch::isa::assemble(arch::isa::disassemble(program), "again");
  demand(again.words == program.words);
  demand(again.supervisor_entry_word == program.supervisor_entry_word);
  demand(again.codelets.size() == program.codelets.size());
}

// Either a program that passes the check and survives its text, or an error with a place.
inline bool check_assembly(std::string_view text) {
  try {
    const arch::TileProgram program = arch::isa::assemble(text, "fuzz.tasm");
    arch::base::DiagnosticSink sink;
    arch::isa::check_program(program, sink);
    demand(sink.empty());
    demand_round_trip(program);
    return true;
  } catch (const arch::base::AsmError& error) {
    demand(!error.diagnostics().empty());
    for (const auto& diagnostic : error.diagnostics()) demand(diagnostic.where.line > 0);
    return false;
  }
}

// Words that decode encode to themselves; a program of them is checked without a crash, and what
// passes survives its text. The first two bytes choose where sections begin.
inline bool check_words(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return false;
  arch::TileProgram program;
  program.words.resize((size - 2) / 4);
  if (!program.words.empty()) {
    std::memcpy(program.words.data(), data + 2, program.words.size() * 4);
  }
  for (const std::uint32_t word : program.words) {
    const auto result = arch::isa::decode(word);
    if (const auto* decoded = std::get_if<arch::isa::Decoded>(&result)) {
      demand(arch::isa::encode(decoded->instruction, decoded->bundled) == word);
    }
  }
  const auto end = static_cast<std::uint32_t>(program.words.size());
  program.name = "fuzz";
  program.supervisor_entry_word = data[0] == 255 ? arch::isa::kNoSupervisor : data[0];
  program.codelets.push_back({"a", 0, data[1] == 255 ? end : data[1]});
  arch::base::DiagnosticSink sink;
  arch::isa::check_program(program, sink);
  if (!sink.empty()) return false;
  demand_round_trip(program);
  return true;
}

}  // namespace bspike::tests
