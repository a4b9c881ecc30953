// Owns what f32 and f16 forms share.
#pragma once

#include "sim/engine/compiled/lowering.hpp"

namespace bspike::sim::float_forms {

[[nodiscard]] llvm::Value* smaller(Ir& ir, llvm::Value* a, llvm::Value* b);
[[nodiscard]] llvm::Value* larger(Ir& ir, llvm::Value* a, llvm::Value* b);

// All ones where the condition holds.
[[nodiscard]] llvm::Value* mask(Ir& ir, llvm::Value* condition, llvm::Type* integers);

[[nodiscard]] llvm::Type* integers_like(llvm::Value* floats);

}  // namespace bspike::sim::float_forms
