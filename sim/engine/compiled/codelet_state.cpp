// Owns how generated functions reach the worker's state and hold variables.
#include <cstddef>

#include "sim/engine/compiled/codelet_function.hpp"
#include "sim/engine/compiled/worker_state.hpp"

namespace bspike::sim {

llvm::Value* CodeletFunction::member(std::size_t offset, llvm::Type* type) {
  Value* place = ir_.CreateConstInBoundsGEP1_64(ir_.getInt8Ty(), function_->getArg(0), offset);
  return ir_.CreateBitCast(place, type->getPointerTo());
}

llvm::Value* CodeletFunction::get(std::size_t offset, llvm::Type* type) {
  return ir_.CreateAlignedLoad(type, member(offset, type), llvm::Align(4));
}

void CodeletFunction::put(std::size_t offset, Value* value) {
  ir_.CreateAlignedStore(value, member(offset, value->getType()), llvm::Align(4));
}

llvm::Value* CodeletFunction::variable(llvm::Type* type, Value* start) {
  Value* result = ir_.CreateAlloca(type);
  ir_.CreateStore(start, result);
  return result;
}

void CodeletFunction::add_to(Value* variable, Value* amount) {
  Value* before = ir_.CreateLoad(amount->getType(), variable);
  ir_.CreateStore(ir_.CreateAdd(before, amount), variable);
}

std::size_t CodeletFunction::float_offset(std::size_t registers, std::uint8_t number) const {
  return registers + offsetof(arch::isa::semantics::Registers, a) + 4 * std::size_t{number};
}

}  // namespace bspike::sim
