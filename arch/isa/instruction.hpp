// Owns the instruction as a value, and what the table says about each: pipe, format, unit, operands
// and their access. Contract: everything a compiler, assembler or executor needs to know of an
// operand is in operands(op); nobody switches on mnemonics.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "arch/isa/exec_unit.hpp"

namespace bspike::arch::isa {

enum class Pipe : std::uint8_t { kMain, kAux };

enum class Opcode : std::uint16_t {
#define BSPIKE_INSTR(enumerator, mnemonic, opcode, pipe, format, unit, sentence) \
  enumerator = opcode,
#include "arch/isa/isa.def"
#undef BSPIKE_INSTR
};

inline constexpr std::size_t kOpcodeSpace = 512;  // 9 bits

// Registers. m15 reads 0 and drops writes; so do a14 and a15. At a vertex's start: m12 the vertex
// base (argument block), m13 this worker's scratch area, m14 the worker's index; every other
// register is 0.
inline constexpr std::uint8_t kMainRegisters = 16;
inline constexpr std::uint8_t kFloatRegisters = 16;
inline constexpr std::uint8_t kVertexBase = 12;
inline constexpr std::uint8_t kScratchBase = 13;
inline constexpr std::uint8_t kWorkerIndex = 14;
inline constexpr std::uint8_t kMainZero = 15;
inline constexpr std::uint8_t kFloatZero = 14;  // and 15: the pair a14:15 reads 64 zero bits

// Formats: which operands an instruction has. Named d_ab by register class (M integer, A1/A2/A4
// float views of 32/64/128 bits); U after the first class: d is read and written. The operand table
// is in format.def.
enum class Format : std::uint8_t {
  kNone,
  kM_MM,
  kMU_MM,
  kM_M,
  kM_MI,
  kM_I,
  kMU_I,
  kM_A1,
  kT,
  kM_T,
  kMU_T,
  kRPT_M,
  kRPT_I,
  kI,
  kRUN,
  kRUNALL,
  kLDW,
  kLD_M,
  kLD_A1,
  kLD_A2,
  kLD_A4,
  kLDS_M,
  kLDS_A1,
  kLDS_A2,
  kLDS_A4,
  kLDR_M,
  kLDR_A1,
  kLDR_A2,
  kLDR_A4,
  kLDX_M,
  kLDX_A1,
  kLDX_A2,
  kLDX_A4,
  kST_M,
  kST_A1,
  kST_A2,
  kST_A4,
  kSTS_M,
  kSTS_A1,
  kSTS_A2,
  kSTR_A1,
  kSTR_A2,
  kSTX_M,
  kSTX_A1,
  kSTX_A2,
  kLD2,
  kLDST,
  kLD2ST,
  kA1_A1A1,
  kA1U_A1A1,
  kA1_A1,
  kA1_I,
  kA1U_I,
  kA2_A2,
  kA2_A1,
  kA1_A2,
  kA2_A2A2,
  kA2U_A2A2,
  kA2_A1A2,
  kA2U_A1A2,
  kA4U_A4,
  kA4U_A1A4,
  kA4U_A2,
  kA4U_A2A2,
  kA4_A2,
  kA2_A4,
  kA2_A2A2I,
  kA2_A1A2I,
};

// One instruction. Which fields mean something follows from the format; unused ones are 0.
struct Instruction {
  Opcode op = Opcode::kNop;
  std::uint8_t d = 0;
  std::uint8_t a = 0;
  std::uint8_t b = 0;
  std::uint8_t c = 0;  // fourth register: s of ldst64, pointer c of ld2xst64 (whose s is e)
  std::uint8_t e = 0;
  std::int32_t imm =
      0;  // immediate, branch target (word index in the program), repeat count of rpti, stride of a
  std::int32_t imm2 = 0;  // bundles in a repeat body, stride of b
  std::int32_t imm3 = 0;  // stride of c

  bool operator==(const Instruction&) const = default;
};

enum class Access : std::uint8_t { kRead, kWrite, kReadWrite };
enum class OperandKind : std::uint8_t { kMain, kFloat, kImmediate, kTarget };
enum class Slot : std::uint8_t {
  kD,
  kA,
  kB,
  kC,
  kE,
  kImm,
  kImm2,
  kImm3
};  // which field of Instruction

struct Operand {
  Slot slot;
  OperandKind kind;
  Access access;
  std::uint8_t
      width;         // float registers covered: 1, 2 or 4 (aligned to it); 1 for integer registers
  std::int32_t low;  // of an immediate
  std::int32_t high;
  std::uint8_t shift;  // lowest bit in the word
  std::uint8_t bits;   // how many bits
  std::uint8_t scale;  // the word holds the register number divided by this

  bool operator==(const Operand&) const = default;
};

struct InstructionInfo {
  std::string_view mnemonic;
  Opcode op;
  Pipe pipe;
  Format format;
  ExecUnit unit;
  std::string_view sentence;
  bool is_load;    // reads tile memory
  bool is_store;   // writes tile memory
  bool is_branch;  // may continue elsewhere: br*, rpt is not one
  bool supervisor_only;
};

// nullptr for an opcode that no row names.
[[nodiscard]] const InstructionInfo* find_info(std::uint16_t opcode);
[[nodiscard]] const InstructionInfo& info(Opcode op);
[[nodiscard]] std::span<const InstructionInfo> all_instructions();
[[nodiscard]] std::optional<Opcode> find_mnemonic(std::string_view mnemonic);
[[nodiscard]] std::span<const Operand> operands(Format format);

// The register number in a slot (d, a, b, c, e), and the value in an immediate slot.
[[nodiscard]] std::uint8_t register_in(const Instruction& instruction, Slot slot);
void set_register(Instruction& instruction, Slot slot, std::uint8_t number);
[[nodiscard]] std::int32_t immediate_in(const Instruction& instruction, Slot slot);
void set_immediate(Instruction& instruction, Slot slot, std::int32_t value);

// Whether it does nothing but take its slot: nop, or a computation into zero registers alone. A
// step of the matrix unit does something always.
// No-ops are not counted as instructions.
[[nodiscard]] bool is_no_op(const Instruction& instruction);

}  // namespace bspike::arch::isa
