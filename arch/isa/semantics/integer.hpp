// Owns the bodies of the integer instructions. Operands come in format order; an operand d that is
// also read comes first.
#pragma once

#include <algorithm>
#include <bit>

#include "arch/isa/semantics/values.hpp"

namespace bspike::arch::isa::semantics {

constexpr u32 body(Is<kAdd>, u32 a, u32 b) { return a + b; }
constexpr u32 body(Is<kSub>, u32 a, u32 b) { return a - b; }
constexpr u32 body(Is<kMul>, u32 a, u32 b) { return a * b; }
constexpr u32 body(Is<kAnd>, u32 a, u32 b) { return a & b; }
constexpr u32 body(Is<kOr>, u32 a, u32 b) { return a | b; }
constexpr u32 body(Is<kXor>, u32 a, u32 b) { return a ^ b; }
constexpr u32 body(Is<kAndc>, u32 a, u32 b) { return a & ~b; }
constexpr u32 body(Is<kShl>, u32 a, u32 b) { return a << (b % 32); }
constexpr u32 body(Is<kShr>, u32 a, u32 b) { return a >> (b % 32); }
constexpr u32 body(Is<kSra>, i32 a, u32 b) { return static_cast<u32>(a >> (b % 32)); }
constexpr u32 body(Is<kCmpeq>, u32 a, u32 b) { return a == b; }
constexpr u32 body(Is<kCmpne>, u32 a, u32 b) { return a != b; }
constexpr u32 body(Is<kCmpslt>, i32 a, i32 b) { return a < b; }
constexpr u32 body(Is<kCmpult>, u32 a, u32 b) { return a < b; }
constexpr u32 body(Is<kSmin>, i32 a, i32 b) { return static_cast<u32>(std::min(a, b)); }
constexpr u32 body(Is<kSmax>, i32 a, i32 b) { return static_cast<u32>(std::max(a, b)); }
constexpr u32 body(Is<kUmin>, u32 a, u32 b) { return std::min(a, b); }
constexpr u32 body(Is<kUmax>, u32 a, u32 b) { return std::max(a, b); }
constexpr u32 body(Is<kMovnz>, u32 d, u32 a, u32 b) { return b != 0 ? a : d; }
constexpr u32 body(Is<kMovz>, u32 d, u32 a, u32 b) { return b == 0 ? a : d; }
constexpr u32 body(Is<kClz>, u32 a) { return static_cast<u32>(std::countl_zero(a)); }
constexpr u32 body(Is<kCtz>, u32 a) { return static_cast<u32>(std::countr_zero(a)); }
constexpr u32 body(Is<kPopc>, u32 a) { return static_cast<u32>(std::popcount(a)); }

constexpr u32 body(Is<kAddi>, u32 a, u32 immediate) { return a + immediate; }
constexpr u32 body(Is<kMuli>, u32 a, u32 immediate) { return a * immediate; }
constexpr u32 body(Is<kAndi>, u32 a, u32 immediate) { return a & immediate; }
constexpr u32 body(Is<kShli>, u32 a, u32 immediate) { return a << (immediate % 32); }
constexpr u32 body(Is<kShri>, u32 a, u32 immediate) { return a >> (immediate % 32); }
constexpr u32 body(Is<kSrai>, i32 a, u32 immediate) {
  return static_cast<u32>(a >> (immediate % 32));
}
constexpr u32 body(Is<kCmpslti>, i32 a, i32 immediate) { return a < immediate; }
constexpr u32 body(Is<kCmpeqi>, i32 a, i32 immediate) { return a == immediate; }
constexpr u32 body(Is<kSeti>, u32 immediate) { return immediate; }
constexpr u32 body(Is<kSethi>, u32 d, u32 immediate) { return immediate << 18 | (d & 0x3ffff); }
constexpr u32 body(Is<kAtom>, u32 a) { return a; }

}  // namespace bspike::arch::isa::semantics
