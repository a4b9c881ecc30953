// Owns the machine that the instruction tests run on.
#pragma once

#include "arch/machine/machine.hpp"

namespace bspike::tests {

inline constexpr std::uint32_t kIsaMemoryBytes = 0x10000;
inline constexpr std::uint32_t kIsaVertexBase = 0x6000;
inline constexpr std::uint32_t kIsaScratchBase = 0x7000;
inline constexpr std::uint32_t kIsaWorker = 2;

inline arch::Machine isa_machine() {
  using arch::isa::ExecUnit;
  arch::Machine machine;
  machine.name = "isa_test";
  machine.sram = {0, kIsaMemoryBytes, 4096, 0x8000, 0, false};
  machine.worker = {6, 6, 4095, 256, 1};
  machine.supervisor = {1, 6, 6, 6, 7, 4, 10};
  machine.unit_slots.fill(1);
  const auto set = [&](ExecUnit unit, std::uint32_t slots) {
    machine.unit_slots[static_cast<std::size_t>(unit)] = slots;
  };
  set(ExecUnit::kNarrowStore, 5);
  set(ExecUnit::kWideStore, 2);
  set(ExecUnit::kExp, 3);
  set(ExecUnit::kLog, 6);
  set(ExecUnit::kTanh, 5);
  set(ExecUnit::kSigmoid, 6);
  set(ExecUnit::kSqrt, 5);
  set(ExecUnit::kRsqrt, 4);
  set(ExecUnit::kDivide, 3);
  set(ExecUnit::kHalfExp, 2);
  set(ExecUnit::kHalfSigmoid, 2);
  return machine;
}

}  // namespace bspike::tests
