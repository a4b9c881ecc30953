// Owns what translation reads off the semantics: the bodies as functions, and the size and sign of
// loads and stores. Generated from isa.def.
#pragma once

#include <array>
#include <cstdint>

#include "arch/isa/formats.hpp"
#include "arch/isa/semantics/registers.hpp"

namespace bspike::sim {

using Body = void (*)(arch::isa::semantics::Registers&, const arch::isa::Instruction&);

struct AccessShape {
  std::uint8_t bytes = 0;  // 0: no load and no store
  bool is_signed = false;
  arch::isa::AddressMode mode = arch::isa::AddressMode::kNoAddress;
};

// Of an instruction of Family::kCompute.
[[nodiscard]] Body body_of(arch::isa::Opcode op);
// Of one of Family::kLoad or kStore.
[[nodiscard]] AccessShape access_shape(arch::isa::Opcode op);

}  // namespace bspike::sim
