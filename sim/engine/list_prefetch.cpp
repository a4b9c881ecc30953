// Owns following an entry of a list to the lines that it leads to.
#include "sim/engine/list_prefetch.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "sim/engine/index_uses.hpp"

namespace bspike::sim {

namespace {

namespace isa = arch::isa;
using isa::AddressMode;
using isa::semantics::Registers;

std::uint32_t address_of(const ListPrefetch::Step& access, const Registers& registers) {
  const std::uint32_t a = registers.m[access.instruction.a];
  if (access.shape.mode == AddressMode::kRegisterStep) return a;
  const std::uint32_t b = registers.m[access.instruction.b];
  if (access.shape.mode == AddressMode::kIndexed) return a + b * access.shape.bytes;
  if (access.shape.mode != AddressMode::kOffset) return a + b;
  return a + b + static_cast<std::uint32_t>(access.instruction.imm) * access.shape.bytes;
}

// What the load, which has stepped its pointer, will load; anything where that is not in memory.
std::uint32_t entry_ahead(const ListPrefetch& prefetch, const Registers& registers,
                          const TileMemory& memory) {
  const std::uint32_t bytes = prefetch.shape.bytes;
  const std::uint32_t step = static_cast<std::uint32_t>(prefetch.load.imm) * bytes;
  const std::uint32_t offset = registers.m[prefetch.load.a] + registers.m[prefetch.load.b] +
                               (kEntriesAhead - 1) * step - memory.base;
  if (offset > memory.size - bytes) return 0;
  std::uint32_t entry = 0;
  std::memcpy(&entry, memory.bytes + offset, bytes);
  if (!prefetch.shape.is_signed) return entry;
  const std::uint32_t unused_bits = 32 - 8 * bytes;
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(entry << unused_bits) >> unused_bits);
}

}  // namespace

ListPrefetch make_list_prefetch(const isa::Instruction& load, const IndexUses& uses) {
  ListPrefetch prefetch{load, access_shape(load.op), {}, {load.d}, lines_of(uses)};
  for (const isa::Instruction& instruction : uses.path) {
    if (isa::family_of(instruction.op) != isa::Family::kCompute) {
      prefetch.path.push_back({instruction, nullptr, access_shape(instruction.op)});
      continue;
    }
    prefetch.path.push_back({instruction, body_of(instruction.op), {}});
    if (std::ranges::find(prefetch.written, instruction.d) == prefetch.written.end())
      prefetch.written.push_back(instruction.d);
  }
  return prefetch;
}

void prefetch_uses(const ListPrefetch& prefetch, Registers& registers, const TileMemory& memory) {
  std::array<std::uint32_t, isa::kMainRegisters> kept;
  for (std::size_t i = 0; i < prefetch.written.size(); ++i)
    kept[i] = registers.m[prefetch.written[i]];
  registers.m[prefetch.load.d] = entry_ahead(prefetch, registers, memory);
  for (const ListPrefetch::Step& step : prefetch.path) {
    if (step.compute != nullptr) {
      step.compute(registers, step.instruction);
      continue;
    }
    const std::uint32_t offset = address_of(step, registers) - memory.base;
    for (std::uint32_t line = 0; line < prefetch.lines; ++line)
      __builtin_prefetch(memory.bytes + offset + std::size_t{line} * kHostLineBytes);
  }
  for (std::size_t i = 0; i < prefetch.written.size(); ++i)
    registers.m[prefetch.written[i]] = kept[i];
}

}  // namespace bspike::sim
