// Owns docs/isa.md: the reference of the whole ISA, written from the tables.
#include <string>

#include "arch/isa/assembler_parser.hpp"
#include "arch/isa/assembly.hpp"
#include "arch/isa/formats.hpp"

namespace bspike::arch::isa {
namespace {

constexpr std::string_view kIntroduction =
    R"(# The tile ISA

Generated from `arch/isa/isa.def` and `arch/isa/format.def` (`document_isa()`); a test compares this page with the tables.

## Registers

| registers | view | note |
|---|---|---|
| `m0` to `m15` | 32 bits, integer | `m15` reads 0 and drops writes |
| `a0` to `a15` | 32 bits: an f32, two f16 lanes, or bits | `a14` and `a15` read 0 and drop writes |
| `a0:1`, `a2:3`, ... | 64 bits; the lower register is lane 0 | aligned to two |
| `a0:3`, `a4:7`, `a8:11`, `a12:15` | 128 bits | aligned to four; the upper half of `a12:15` is zero |

When a vertex starts, `m12` holds the vertex base (its argument block), `m13` this worker's scratch area, `m14` the worker's
index; every other register, and what the matrix unit keeps for the worker, is 0. The supervisor starts with `m12` = address of the launch table and 0 elsewhere.

## Issue

A single instruction, or a bundle of one MAIN and one AUX instruction, issues in one slot (more if its unit takes more; a bundle
takes the larger of its two). Both halves of a bundle read their operands before either writes. Two halves may not write the same
register, and no instruction may write a register twice. A no-op (`nop`, or a computation into zero registers alone) takes its
slot and is not counted as an instruction. `rpt` repeats whole bundles; the AUX half of a bundle with `rpt` runs once.
After a fault the registers are unspecified; memory holds what was stored before the faulting instruction.

## Numbers

* f32 is IEEE binary32, f16 is IEEE binary16. Every operation rounds to nearest, ties to even; denormals are kept.
* Every NaN that a float instruction makes is the canonical quiet one: 0x7fc00000 or 0x7e00. Moves, selects, bitwise
  instructions, loads and stores carry bits unchanged.
* f16 arithmetic rounds the exact result once to f16, except `mac`, which rounds the product first. `f16v2exp`, `f16v2ln`,
  `f16v2tanh`, `f16v2sigm` round their f32 result.
* exp, ln, tanh and sigmoid err by less than one unit in the last place and give the same bits on every host.
* Comparisons give all ones or zero, a mask for `sel32`, `sel64` and the bitwise instructions.

## Memory

Addresses are bytes, little-endian, absolute. An access must be aligned to its size, inside tile memory and outside the program's code.
Faults, in the order they are looked for: `out_of_range`, `code_access`, `misaligned`. A 128-bit or paired access with two parts in
one memory element takes the machine's extra slots, or faults. Paired instructions check all addresses before they touch anything, and load before they store.

| form | address | then |
|---|---|---|
| `ld32 d, a, b, i` | a + b + i * size | |
| `ld32step d, a, b, i` | a + b | b += i * size |
| `ld32r d, a, b` | a | a += b |
| `ld32x d, a, b` | a + b * size | |

## Supervisor

Integer, control, integer load and store instructions and those of the unit `supervisor`, singly; no float registers, no `rpt`, no `exit`.
A worker that is started again before a local sync runs the vertices one after the other. `done` and `ldw128` with a worker not waited for fault.

## Matrix unit

A tile has 512 bytes of weights, which its supervisor loads with `ldw128` and all workers read: 8 rows (inputs) of 16 outputs in f32,
or 16 rows in f16, a row behind the other. They are 0 when a compute set begins. An `ldw128` is an ordinary instruction of the
supervisor, so 16 bytes a cycle, where its halves lie in two memory elements, as in interleaved memory; else the second access
takes `worker.element_conflict` cycles more, or faults.

A worker multiplies one row of inputs after the other, in steps i = 0, 1, ...: 4 steps of 4 inputs (`f16v4amp`), or 8 steps of
2 (`f16v2amp`) or of 1 (`f32amp`). Step 0 sets the 16 sums to +0. Each step adds inputs times weights to all sums, input after input;
each product and each sum is rounded to f32 (products of f16 are exact). Step i brings the partials of outputs 4 i to 4 i + 3 (2 i and
2 i + 1). The last step makes the results, partial + sum in f32. A step hands out the results of outputs whose partials the next
step brings: the last step those of outputs 0 and up of its own row, step 0 the next ones, and so on. `f16v4amp` rounds its results to f16
after f32. NaN is the canonical one where a result is handed out. Nothing checks the order of steps.

## Encoding

Bit 31: the word is the MAIN half of a bundle; the AUX half is the next word, and the pair is 8-byte aligned. Bits 30 to 22: opcode.
Operands lie as the formats say; all other bits are 0. A register of a pair written `/2` is stored halved.
)";

std::string access_name(Access access) {
  if (access == Access::kRead) return "read";
  return access == Access::kWrite ? "written" : "read and written";
}

std::string range_text(const Operand& operand) {
  const int high = operand.shift + operand.bits - 1;
  std::string text = std::to_string(high);
  if (operand.bits > 1) text += ".." + std::to_string(operand.shift);
  return operand.scale > 1 ? text + " /" + std::to_string(operand.scale) : text;
}

std::string kind_text(const Operand& operand) {
  switch (operand.kind) {
    case OperandKind::kMain:
      return "m, " + access_name(operand.access);
    case OperandKind::kFloat: {
      const std::string view =
          operand.width == 1 ? "a" : "a (" + std::to_string(operand.width * 32) + " bits)";
      return view + ", " + access_name(operand.access);
    }
    case OperandKind::kTarget:
      return "word index";
    case OperandKind::kImmediate:
      break;
  }
  return std::to_string(operand.low) + " to " + std::to_string(operand.high);
}

std::string hex(std::uint16_t opcode) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text = "0x";
  for (int shift = 8; shift >= 0; shift -= 4) text += digits[(opcode >> shift) & 15u];
  return text;
}

std::string syntax(const InstructionInfo& row) {
  std::string text(row.mnemonic);
  const std::size_t count = operands(row.format).size();
  for (std::size_t i = 0; i < count; ++i) {
    text += (i == 0 ? " " : ", ") + operand_name(row.format, i);
  }
  return text;
}

void append_instructions(Pipe pipe, std::string& text) {
  text += "\n| instruction | opcode | format | unit | meaning |\n|---|---|---|---|---|\n";
  for (const InstructionInfo& row : all_instructions()) {
    if (row.pipe != pipe) continue;
    text += "| `" + syntax(row) + "` | " + hex(static_cast<std::uint16_t>(row.op)) + " | " +
            std::string(format_name(row.format)) + " | " + std::string(key(row.unit)) + " | " +
            std::string(row.sentence) + " |\n";
  }
}

void append_formats(std::string& text) {
  text += "\n## Formats\n\nOperands in assembly order, each with its bits in the word.\n";
  text += "\n| format | operands |\n|---|---|\n";
  for (std::size_t i = 0; i < kFormatCount; ++i) {
    const auto format = static_cast<Format>(i);
    text += "| " + std::string(format_name(format)) + " | ";
    std::string separator;
    for (std::size_t index = 0; index < operands(format).size(); ++index) {
      const Operand& operand = operands(format)[index];
      text += separator + operand_name(format, index) + " [" + range_text(operand) +
              "]: " + kind_text(operand);
      separator = "; ";
    }
    text += separator.empty() ? "none |\n" : " |\n";
  }
}

}  // namespace

std::string document_isa() {
  std::string text(kIntroduction);
  text += "\n## MAIN instructions\n";
  append_instructions(Pipe::kMain, text);
  text += "\n## AUX instructions\n";
  append_instructions(Pipe::kAux, text);
  append_formats(text);
  return text;
}

}  // namespace bspike::arch::isa
