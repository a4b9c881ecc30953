// Owns the cold half of memory checks: which fault an access makes, and the names of faults.
#include "sim/engine/checked_memory.hpp"

#include <stdexcept>
#include <string_view>

namespace bspike::sim {

std::string_view name(FaultKind kind) {
  switch (kind) {
    case FaultKind::kNone:
      return "none";
    case FaultKind::kOutOfRange:
      return "out_of_range";
    case FaultKind::kMisaligned:
      return "misaligned";
    case FaultKind::kCodeAccess:
      return "code_access";
    case FaultKind::kIllegalInstruction:
      return "illegal_instruction";
    case FaultKind::kRepeatLimit:
      return "repeat_limit";
    case FaultKind::kTrap:
      return "trap";
    case FaultKind::kElementConflict:
      return "element_conflict";
    case FaultKind::kNoProgress:
      return "no_progress";
    case FaultKind::kRace:
      return "race";
    case FaultKind::kSupervisor:
      return "supervisor";
  }
  return "unknown";
}

MemoryLayout make_layout(const arch::Machine& machine, TileMemory memory, std::uint32_t code_base,
                         std::uint64_t code_bytes) {
  if (memory.base % 16 != 0) throw std::invalid_argument("tile memory must be 16-byte aligned");
  MemoryLayout layout;
  layout.memory = memory;
  layout.code_begin = code_base - memory.base;
  if (code_base < memory.base || code_bytes > memory.size ||
      layout.code_begin > memory.size - code_bytes) {
    throw std::invalid_argument("the program lies outside tile memory");
  }
  layout.code_end = layout.code_begin + static_cast<std::uint32_t>(code_bytes);
  layout.elements = ElementMap(machine.sram);
  layout.conflict_slots = machine.worker.element_conflict_slots;
  layout.conflict_faults = machine.sram.conflict_faults;
  return layout;
}

Fault explain_access(const MemoryLayout& layout, std::uint32_t address, std::uint32_t bytes) {
  const std::uint32_t offset = address - layout.memory.base;
  Fault fault;
  fault.address = address;
  if (bytes > layout.memory.size || offset > layout.memory.size - bytes) {
    fault.kind = FaultKind::kOutOfRange;
  } else if (offset < layout.code_begin) {
    fault.kind = FaultKind::kOutOfRange;
  } else if (offset < layout.code_end) {
    fault.kind = FaultKind::kCodeAccess;
  } else {
    fault.kind = FaultKind::kMisaligned;
  }
  return fault;
}

}  // namespace bspike::sim
