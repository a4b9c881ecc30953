// Owns reading and writing register views as values.
#include "sim/engine/compiled/register_variables.hpp"

#include "arch/isa/semantics/values.hpp"

namespace bspike::sim {

namespace isa = arch::isa;
using llvm::Value;
using Mask = std::array<int, 4>;

RegisterVariables::RegisterVariables(Ir& ir, const FloatViews& views) : ir_(ir), views_(views) {
  for (std::uint8_t i = 0; i < isa::kMainZero; ++i) {
    mains_[i] = ir_.CreateAlloca(ir_.getInt32Ty());
    ir_.CreateStore(ir_.getInt32(0), mains_[i]);
  }
  for (std::uint8_t i = 0; i < isa::kFloatRegisters;
       i = static_cast<std::uint8_t>(i + views_.width(i))) {
    llvm::Type* type = float_type(views_.width(i));
    floats_[i] = {ir_.CreateAlloca(type), ir_.CreateAlloca(type)};
    ir_.CreateStore(llvm::Constant::getNullValue(type), floats_[i].bits);
    ir_.CreateStore(llvm::Constant::getNullValue(type), floats_[i].number);
  }
}

llvm::Type* RegisterVariables::integer_type(std::uint8_t width) const {
  llvm::Type* one = ir_.getInt32Ty();
  return width == 1 ? one : llvm::FixedVectorType::get(one, width);
}

llvm::Type* RegisterVariables::float_type(std::uint8_t width) const {
  llvm::Type* one = ir_.getFloatTy();
  return width == 1 ? one : llvm::FixedVectorType::get(one, width);
}

Value* RegisterVariables::main(std::uint8_t number) {
  if (number == isa::kMainZero) return ir_.getInt32(0);
  return ir_.CreateLoad(ir_.getInt32Ty(), mains_[number]);
}

Value* RegisterVariables::bits(std::uint8_t first, std::uint8_t width) {
  Value* value = read(floats_[views_.first(first)].bits, first, width);
  return ir_.CreateBitCast(value, integer_type(width));
}

Value* RegisterVariables::number(std::uint8_t first, std::uint8_t width) {
  return read(floats_[views_.first(first)].number, first, width);
}

Value* RegisterVariables::read(Value* variable, std::uint8_t first, std::uint8_t width) {
  if (first >= isa::kFloatZero) return llvm::Constant::getNullValue(float_type(width));
  const std::uint8_t held = views_.width(first);
  Value* whole = ir_.CreateLoad(float_type(held), variable);
  const int offset = first - views_.first(first);
  if (held == width) return whole;
  if (width == 1) return ir_.CreateExtractElement(whole, static_cast<std::uint64_t>(offset));
  return ir_.CreateShuffleVector(whole, {offset, offset + 1});
}

void RegisterVariables::write_main(std::uint8_t number, Value* value) {
  if (number != isa::kMainZero) pending_mains_.emplace_back(number, value);
}

void RegisterVariables::write_float(std::uint8_t first, std::uint8_t width, Value* value) {
  if (first >= isa::kFloatZero) return;
  if (value->getType()->isIntOrIntVectorTy()) {
    Value* bits = ir_.CreateBitCast(value, float_type(width));
    pending_floats_.push_back({first, width, bits, bits});
  } else {
    pending_floats_.push_back({first, width, canonical(value), value});
  }
}

Value* RegisterVariables::canonical(Value* value) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  llvm::Type* bits = integer_type(
      vector == nullptr ? std::uint8_t{1} : static_cast<std::uint8_t>(vector->getNumElements()));
  Value* nan =
      ir_.CreateBitCast(llvm::ConstantInt::get(bits, isa::semantics::kNan), value->getType());
  return ir_.CreateSelect(ir_.CreateFCmpUNO(value, value), nan, value);
}

void RegisterVariables::commit() {
  for (const auto& [number, value] : pending_mains_) ir_.CreateStore(value, mains_[number]);
  for (const Pending& pending : pending_floats_) {
    const Variable& variable = floats_[views_.first(pending.first)];
    settle(variable.bits, pending, pending.bits);
    settle(variable.number, pending, pending.number);
  }
  pending_mains_.clear();
  pending_floats_.clear();
}

void RegisterVariables::settle(Value* variable, const Pending& pending, Value* value) {
  const std::uint8_t held = views_.width(pending.first);
  const int offset = pending.first - views_.first(pending.first);
  if (held != pending.width) {
    Value* whole = ir_.CreateLoad(float_type(held), variable);
    if (pending.width == 1) {
      value = ir_.CreateInsertElement(whole, value, static_cast<std::uint64_t>(offset));
    } else {
      Value* wide = ir_.CreateShuffleVector(value, {0, 1, -1, -1});
      value = offset == 0 ? ir_.CreateShuffleVector(wide, whole, Mask{0, 1, 6, 7})
                          : ir_.CreateShuffleVector(whole, wide, Mask{0, 1, 4, 5});
    }
  }
  ir_.CreateStore(with_zeros(value, views_.first(pending.first), held), variable);
}

// The lanes of zero registers stay zero.
Value* RegisterVariables::with_zeros(Value* whole, std::uint8_t first, std::uint8_t width) {
  if (first + width <= isa::kFloatZero) return whole;
  Value* zero = llvm::Constant::getNullValue(whole->getType());
  return ir_.CreateShuffleVector(whole, zero, Mask{0, 1, 4, 5});
}

}  // namespace bspike::sim
