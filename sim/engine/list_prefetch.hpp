// Owns the interpreter's prefetches: what a list names some entries ahead is asked for while the
// present entry is worked on. Contract: nothing here faults, counts or changes a register.
#pragma once

#include <cstdint>
#include <vector>

#include "arch/isa/instruction.hpp"
#include "arch/isa/semantics/registers.hpp"
#include "sim/engine/executor.hpp"
#include "sim/engine/instruction_tables.hpp"

namespace bspike::sim {

struct IndexUses;

// Behind a load that walks along a list.
struct ListPrefetch {
  struct Step {
    arch::isa::Instruction instruction;
    Body compute = nullptr;  // nullptr: an access
    AccessShape shape;
  };
  arch::isa::Instruction load;
  AccessShape shape;
  std::vector<Step> path;
  std::vector<std::uint8_t> written;  // registers that the path writes, the load's among them
  std::uint32_t lines = 0;            // of the host's cache
};

[[nodiscard]] ListPrefetch make_list_prefetch(const arch::isa::Instruction& load,
                                              const IndexUses& uses);

// Registers as the load left them.
void prefetch_uses(const ListPrefetch& prefetch, arch::isa::semantics::Registers& registers,
                   const TileMemory& memory);

}  // namespace bspike::sim
