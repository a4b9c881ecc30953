// Owns what native code of a codelet and its caller share: a worker's state in memory.
// Contract: native code reads it at its start and writes it at its end; the generator knows the
// members by their offsets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "arch/isa/semantics/registers.hpp"

namespace bspike::sim {

struct WorkerState {
  std::byte* bytes = nullptr;        // the tile's memory
  std::int64_t* counts = nullptr;    // CountDifferences, if lines are profiled
  std::int64_t slots_left = 0;       // of the limit
  std::uint64_t instructions = 0;    // at the end
  std::uint64_t conflict_slots = 0;  // the same
  std::uint32_t site = 0;            // 0: the vertex ended; else 1 + the place of the fault
  std::uint32_t address = 0;
  std::uint32_t trips_left = 0;  // of the repeat body with the fault, this one included
  arch::isa::semantics::Registers registers;  // at the start; at the end if they are kept
  arch::isa::semantics::Registers body;       // operands of bodies that are called
};
static_assert(std::is_standard_layout_v<WorkerState>);

using NativeCode = void (*)(WorkerState*);

}  // namespace bspike::sim
