// Owns running one codelet on one worker of one tile, without supervisor, exchange or Image: for
// `bspike exec`, for tests and for finding out what a piece of code does.
// Contract: run_bare is the fast loop; run_bare_traced is its slow twin that decodes every word
// anew, reads both halves of a bundle before it writes either, and reports each issue. Both end
// with the same registers (unless there was a fault), memory, counts and fault.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>

#include "arch/isa/assembly.hpp"
#include "arch/machine/machine.hpp"
#include "arch/program/tile_program.hpp"
#include "sim/engine/executor.hpp"

namespace bspike::sim {

struct BareRegisters {
  std::array<std::uint32_t, 16> m{};
  std::array<std::uint32_t, 16> a{};
  bool operator==(const BareRegisters&) const = default;
};

struct BareRun {
  std::string codelet;  // empty: the first
  TileMemory memory;
  std::uint32_t code_base = 0;  // the program's words occupy memory from here
  std::uint32_t worker = 0;
  BareRegisters registers;  // at the start; see bare_start
  std::uint64_t slot_limit = ExecutorOptions{}.slot_limit;
  bool exact_limit = false;  // traced runs only: ends before the issue that goes beyond the limit
};

struct BareResult {
  BareRegisters registers;
  std::uint64_t slots = 0;
  std::uint64_t instructions = 0;
  std::uint64_t cycles = 0;  // slots times the machine's issue period
  Fault fault;
};

// Registers as a vertex finds them.
[[nodiscard]] BareRegisters bare_start(const arch::Machine& machine, std::uint32_t worker,
                                       std::uint32_t vertex_base, std::uint32_t scratch_base);

// Throws AsmError if the program is illegal, CompileError if it has no such codelet.
[[nodiscard]] BareResult run_bare(const arch::TileProgram& program, const arch::Machine& machine,
                                  const BareRun& run);

// One issue that has been executed.
struct TraceStep {
  std::uint32_t pc_word = 0;
  const arch::isa::Issue& issue;
  const BareRegisters& registers;  // after it
  std::uint64_t slots = 0;         // including it
};

[[nodiscard]] BareResult run_bare_traced(const arch::TileProgram& program,
                                         const arch::Machine& machine, const BareRun& run,
                                         const std::function<void(const TraceStep&)>& on_step);

}  // namespace bspike::sim
