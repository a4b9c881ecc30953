// Owns the registers of one worker as variables of the generated function.
// Contract: what an issue writes is held back until `commit`, so that both halves of a bundle read
// what was there before. Each float value is held twice: its bits, with canonical NaN, and a number
// equal to it whose NaN may be any, for those who only compute with it; whichever nobody reads
// costs nothing.
#pragma once

#include <array>
#include <vector>

#include "sim/engine/compiled/float_views.hpp"
#include "sim/engine/compiled/llvm_headers.hpp"

namespace bspike::sim {

class RegisterVariables {
 public:
  using Ir = llvm::IRBuilder<>;

  // Variables at the builder's place, which is the function's entry; all zero.
  RegisterVariables(Ir& ir, const FloatViews& views);

  [[nodiscard]] llvm::Value* main(std::uint8_t number);
  // As integers, or as floats: a scalar or a vector, by width.
  [[nodiscard]] llvm::Value* bits(std::uint8_t first, std::uint8_t width);
  [[nodiscard]] llvm::Value* number(std::uint8_t first, std::uint8_t width);

  void write_main(std::uint8_t number, llvm::Value* value);
  // Integer values are raw bits; floats become canonical.
  void write_float(std::uint8_t first, std::uint8_t width, llvm::Value* value);
  void commit();

  [[nodiscard]] llvm::Type* integer_type(std::uint8_t width) const;
  [[nodiscard]] llvm::Type* float_type(std::uint8_t width) const;

 private:
  struct Pending {
    std::uint8_t first;
    std::uint8_t width;
    llvm::Value* bits;
    llvm::Value* number;
  };
  struct Variable {
    llvm::Value* bits = nullptr;
    llvm::Value* number = nullptr;
  };

  llvm::Value* read(llvm::Value* variable, std::uint8_t first, std::uint8_t width);
  void settle(llvm::Value* variable, const Pending& pending, llvm::Value* value);
  [[nodiscard]] llvm::Value* canonical(llvm::Value* value);
  [[nodiscard]] llvm::Value* with_zeros(llvm::Value* whole, std::uint8_t first, std::uint8_t width);

  Ir& ir_;
  const FloatViews& views_;
  std::array<llvm::Value*, arch::isa::kMainRegisters> mains_{};
  std::array<Variable, arch::isa::kFloatRegisters> floats_{};  // by first register
  std::vector<std::pair<std::uint8_t, llvm::Value*>> pending_mains_;
  std::vector<Pending> pending_floats_;
};

}  // namespace bspike::sim
