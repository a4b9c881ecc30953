// Owns the bodies of the branches: whether to go to the target. A register that is also written
// comes by reference.
#pragma once

#include "arch/isa/semantics/values.hpp"

namespace bspike::arch::isa::semantics {

constexpr bool body(Is<kBr>) { return true; }
constexpr bool body(Is<kBrz>, u32 a) { return a == 0; }
constexpr bool body(Is<kBrnz>, u32 a) { return a != 0; }
constexpr bool body(Is<kBrneg>, i32 a) { return a < 0; }
constexpr bool body(Is<kBrpos>, i32 a) { return a >= 0; }
constexpr bool body(Is<kBrnzdec>, u32& a) { return a-- != 0; }

}  // namespace bspike::arch::isa::semantics
