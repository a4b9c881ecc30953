// Owns the form of a codelet between builder and words: operations on virtual registers in blocks.
// Contract: blocks lie in program order; a branch, repeat or exit is the last operation of its
// block; a repeat's body is the one block behind it, of which no operation leaves.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "arch/base/diagnostics.hpp"
#include "arch/isa/instruction.hpp"

namespace bspike::kernels {

inline constexpr std::uint32_t kNoRegister = 0xffffffff;
inline constexpr std::uint32_t kNoLabel = 0xffffffff;
inline constexpr std::size_t kRegisterSlots = 5;  // d, a, b, c, e of an instruction

// A virtual register or part of one: lanes [offset, offset + width) of 32 bits.
struct RegisterView {
  std::uint32_t id = kNoRegister;
  std::uint8_t offset = 0;
  std::uint8_t width = 1;
  bool operator==(const RegisterView&) const = default;
};

struct VirtualRegister {
  bool is_float = false;
  std::uint8_t width = 1;     // 1, 2 or 4 lanes, aligned to it
  int fixed = -1;             // physical register that holds it from the codelet's start
  bool reads_zero = false;    // a zero register: no hazard, no live range
  bool spilled_part = false;  // carries a spilled value for one use; is never spilled again
};

struct Operation {
  arch::isa::Opcode op = arch::isa::Opcode::kNop;
  std::array<RegisterView, kRegisterSlots> registers{};  // by arch::isa::Slot
  std::array<std::int32_t, 3> immediates{};
  std::uint32_t label = kNoLabel;  // of a branch
  bool independent = false;        // of memory order: the author knows that no store overlaps
};

struct Block {
  std::string region;                 // what an execution of it counts as, e.g. "spike"
  std::vector<std::uint32_t> labels;  // that lead here
  std::vector<Operation> operations;
  bool repeat_body = false;
};

struct Code {
  std::string name;
  std::vector<VirtualRegister> registers;
  std::vector<Block> blocks;
  std::uint32_t labels = 0;
};

// An operation's register operand with what the table says about it.
struct RegisterOperand {
  RegisterView view;
  arch::isa::Slot slot;
  bool is_float = false;
  bool reads = false;
  bool writes = false;
};
// Operands that mean a register; those in zero registers are left out.
[[nodiscard]] std::vector<RegisterOperand> register_operands(const Code& code,
                                                             const Operation& operation);

[[nodiscard]] bool ends_block(const Operation& operation);  // branch, repeat, exit, trap
[[nodiscard]] bool is_repeat(const Operation& operation);
[[nodiscard]] bool falls_through(const Block& block);
[[nodiscard]] bool is_main(const Operation& operation);

// Indices of the blocks that may follow a block.
[[nodiscard]] std::vector<std::uint32_t> successors(const Code& code, std::uint32_t block);

[[noreturn]] void fail_codelet(const std::string& codelet, const std::string& message,
                               const std::string& hint = "");

}  // namespace bspike::kernels
