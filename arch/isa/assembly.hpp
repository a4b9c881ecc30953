// Owns text <-> program <-> words.
// Syntax, one issue a line; `#` starts a comment, and so does `;` outside braces:
//     .program NAME
//     .supervisor                         the supervisor's code follows, until the next .codelet
//     .codelet NAME                       a codelet's code follows, until the next or the end
//     label:
//     lda64step a0:1, m15, m0, 1          operands in format order, see docs/isa.md
//     { lda64x a2:3, m4, m1 ; f32v2add a0:1, a0:1, a2:3 }      a bundle: MAIN ; AUX
//     rpt m2, 3                           repeats the next 3 bundles
//     brnzdec m3, label                   a target is a label, or @N for word N
// Immediates are decimal or 0x..; `aseti a0, 1.5` takes a float whose low 14 bits are 0.
// The assembler puts a `nop` before a bundle, or a single `rpt`, where alignment asks for one;
// labels go behind it.
// Contract: assemble throws AsmError with every problem located; disassemble(assemble(x))
// re-assembles to the same words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "arch/base/diagnostics.hpp"
#include "arch/isa/instruction.hpp"
#include "arch/program/tile_program.hpp"

namespace bspike::arch::isa {

// What issues in one slot: a single instruction, or a MAIN and an AUX together.
struct Issue {
  Instruction first;  // MAIN of a bundle, or the single instruction (either pipe)
  Instruction aux;    // only if bundled
  bool bundled = false;
  bool operator==(const Issue&) const = default;
};

// Encoding: bit 31 set: MAIN of a bundle, its AUX is the next word, the pair is 8-byte aligned.
// bits 30..22 opcode; operands by format.def (mostly 21..18 d, 17..14 a, 13..10 b, immediates in
// the low bits); unused bits are 0 and checked.
[[nodiscard]] std::uint32_t encode(const Instruction& instruction, bool bundled);
struct Decoded {
  Instruction instruction;
  bool bundled = false;
};
// A sentence why the word is no legal instruction, or the instruction.
[[nodiscard]] std::variant<Decoded, std::string> decode(std::uint32_t word);

// Reads the issue at a word index. Throws AsmError for illegal words, a bundle that is misaligned,
// cut, or of the wrong pipes, or whose halves write the same register.
[[nodiscard]] Issue read_issue(const std::vector<std::uint32_t>& words, std::uint32_t word);

// A sentence why these two may not issue together, or why one may not issue at all (it writes a
// register twice); empty if they may.
[[nodiscard]] std::string issue_problem(const Issue& issue);

// supervisor_entry_word is kNoSupervisor if the text has no .supervisor.
inline constexpr std::uint32_t kNoSupervisor = 0xffffffff;
[[nodiscard]] TileProgram assemble(std::string_view text, const std::string& file_name);
[[nodiscard]] std::string disassemble(const TileProgram& program);
[[nodiscard]] std::string instruction_text(const Instruction& instruction);
[[nodiscard]] std::string issue_text(const Issue& issue);

// Checks a whole program: every word decodes, targets hit issue starts inside the codelet, repeat
// bodies are whole bundles without control flow, codelets end in exit or an unconditional branch,
// supervisor-only instructions stay in the supervisor.
void check_program(const TileProgram& program, base::DiagnosticSink& sink);

// Markdown reference of the whole ISA, from the table.
[[nodiscard]] std::string document_isa();

}  // namespace bspike::arch::isa
