// Owns native accesses to tile memory: checks, conflicts, pointers. The rules are those of
// CheckedMemory and ElementMap.
#include <bit>

#include "sim/engine/compiled/codelet_function.hpp"

namespace bspike::sim {

namespace isa = arch::isa;
using isa::AddressMode;

// Rotating puts the low bits on top, so that one comparison finds misalignment and both ends.
llvm::Value* CodeletFunction::access(Value* address, std::uint32_t bytes) {
  const auto log = static_cast<std::uint32_t>(std::countr_zero(bytes));
  const std::uint32_t first = (given_.code_end + bytes - 1) / bytes * bytes;
  const std::uint32_t end = given_.memory_bytes / bytes * bytes;
  const std::uint32_t count = end > first ? (end - first) / bytes : 0;
  Value* offset = ir_.CreateSub(address, ir_.getInt32(given_.memory_base + first));
  Value* turned = log == 0 ? offset
                           : ir_.CreateIntrinsic(llvm::Intrinsic::fshr, {ir_.getInt32Ty()},
                                                 {offset, offset, ir_.getInt32(log)});
  FaultSite site = site_here(FaultSite::Cause::kAccess);
  site.bytes = bytes;
  guard(ir_.CreateICmpULT(turned, ir_.getInt32(count)), site, address);
  Value* place = ir_.CreateGEP(ir_.getInt8Ty(), bytes_, ir_.CreateZExt(offset, ir_.getInt64Ty()));
  return ir_.CreateConstGEP1_64(ir_.getInt8Ty(), place, first);
}

llvm::Value* CodeletFunction::load_from(Value* place, llvm::Type* type) {
  return ir_.CreateAlignedLoad(type, ir_.CreateBitCast(place, type->getPointerTo()),
                               llvm::Align(1));
}

void CodeletFunction::store_to(Value* place, Value* value) {
  ir_.CreateAlignedStore(value, ir_.CreateBitCast(place, value->getType()->getPointerTo()),
                         llvm::Align(1));
}

llvm::Value* CodeletFunction::address_of(const Instruction& instruction, const AccessShape& shape) {
  Value* a = registers_->main(instruction.a);
  if (shape.mode == AddressMode::kRegisterStep) return a;
  Value* b = registers_->main(instruction.b);
  if (shape.mode == AddressMode::kIndexed) b = ir_.CreateMul(b, ir_.getInt32(shape.bytes));
  Value* sum = ir_.CreateAdd(a, b);
  if (shape.mode != AddressMode::kOffset) return sum;
  return ir_.CreateAdd(sum,
                       ir_.getInt32(static_cast<std::uint32_t>(instruction.imm) * shape.bytes));
}

void CodeletFunction::step_pointer(const Instruction& instruction, const AccessShape& shape) {
  if (shape.mode == AddressMode::kStep) {
    Value* amount = ir_.getInt32(static_cast<std::uint32_t>(instruction.imm) * shape.bytes);
    registers_->write_main(instruction.b, ir_.CreateAdd(registers_->main(instruction.b), amount));
  }
  if (shape.mode == AddressMode::kRegisterStep) {
    registers_->write_main(instruction.a, ir_.CreateAdd(registers_->main(instruction.a),
                                                        registers_->main(instruction.b)));
  }
}

void CodeletFunction::load(const Instruction& instruction) {
  const AccessShape shape = access_shape(instruction.op);
  const isa::Operand& target = isa::operands(isa::info(instruction.op).format)[0];
  Value* from = address_of(instruction, shape);
  Value* place = access(from, shape.bytes);
  if (shape.bytes == 16) wide_conflict(from);
  step_pointer(instruction, shape);
  if (target.kind == isa::OperandKind::kFloat) {
    // Loaded as floats, which keeps the bits: they are raw all the same.
    Value* loaded = load_from(place, registers_->float_type(target.width));
    registers_->write_float(instruction.d, target.width,
                            ir_.CreateBitCast(loaded, registers_->integer_type(target.width)));
    return;
  }
  Value* loaded = load_from(place, ir_.getIntNTy(8u * shape.bytes));
  registers_->write_main(instruction.d, shape.is_signed ? ir_.CreateSExt(loaded, ir_.getInt32Ty())
                                                        : ir_.CreateZExt(loaded, ir_.getInt32Ty()));
}

void CodeletFunction::store(const Instruction& instruction) {
  const AccessShape shape = access_shape(instruction.op);
  const isa::Operand& source = isa::operands(isa::info(instruction.op).format)[0];
  Value* to = address_of(instruction, shape);
  Value* place = access(to, shape.bytes);
  if (shape.bytes == 16) wide_conflict(to);
  Value* value =
      source.kind == isa::OperandKind::kFloat
          ? registers_->bits(instruction.d, source.width)
          : ir_.CreateTrunc(registers_->main(instruction.d), ir_.getIntNTy(8u * shape.bytes));
  store_to(place, value);
  step_pointer(instruction, shape);
}

void CodeletFunction::step(std::uint8_t pointer, std::int32_t count) {
  Value* amount = ir_.getInt32(8u * static_cast<std::uint32_t>(count));
  registers_->write_main(pointer, ir_.CreateAdd(registers_->main(pointer), amount));
}

void CodeletFunction::paired(const Instruction& instruction) {
  const bool two_loads = instruction.op != isa::Opcode::kLdst64;
  const bool stores = instruction.op != isa::Opcode::kLd2x64;
  Value* a = registers_->main(instruction.a);
  Value* b = registers_->main(instruction.b);
  Value* c = two_loads && stores ? registers_->main(instruction.c) : nullptr;
  Value* at_a = access(a, 8);
  Value* at_b = access(b, 8);
  Value* at_c = c != nullptr ? access(c, 8) : nullptr;
  Value* same = same_element(a, b);
  if (c == nullptr) {
    conflict_if(same, b);
  } else {
    Value* with_c = ir_.CreateOr(same_element(a, c), same_element(b, c));
    conflict_if(ir_.CreateOr(same, with_c), ir_.CreateSelect(same, b, c));
  }
  llvm::Type* pair = registers_->integer_type(2);
  Value* low = load_from(at_a, pair);
  Value* high = two_loads ? load_from(at_b, pair) : nullptr;
  if (stores) {
    store_to(two_loads ? at_c : at_b,
             registers_->bits(two_loads ? instruction.e : instruction.c, 2));
  }
  registers_->write_float(instruction.d, 2, low);
  if (two_loads) {
    registers_->write_float(static_cast<std::uint8_t>(instruction.d + 2), 2, high);
  }
  step(instruction.a, instruction.imm);
  step(instruction.b, instruction.imm2);
  if (c != nullptr) step(instruction.c, instruction.imm3);
}

// Both halves of a 128-bit access.
void CodeletFunction::wide_conflict(Value* address) {
  conflict_if(same_element(address, ir_.CreateAdd(address, ir_.getInt32(8))),
              ir_.CreateAdd(address, ir_.getInt32(8)));
}

// Addresses inside memory. With the usual sizes an element is a range of bits of the distance from
// the interleaved part, and a distance below 0 differs from others in its highest bits.
llvm::Value* CodeletFunction::same_element(Value* x, Value* y) {
  const arch::SramSection& sram = given_.machine.sram;
  const auto size = static_cast<std::uint32_t>(sram.element_bytes);
  const std::uint64_t plain = sram.bytes - sram.interleaved_bytes;
  constexpr std::uint64_t kHalf = 1ull << 31;
  if (!std::has_single_bit(size) || size < 16 || plain % size != 0 || sram.bytes >= kHalf) {
    return ir_.CreateICmpEQ(element(x), element(y));
  }
  Value* origin = ir_.getInt32(static_cast<std::uint32_t>(sram.base_address + plain));
  Value* from_x = ir_.CreateSub(x, origin);
  Value* in_plain = ir_.CreateICmpSLT(from_x, ir_.getInt32(0));
  Value* mask =
      ir_.CreateSelect(in_plain, ir_.getInt32(~(size - 1)), ir_.getInt32(~(2 * size - 1) | 8));
  Value* differing = ir_.CreateXor(from_x, ir_.CreateSub(y, origin));
  return ir_.CreateICmpEQ(ir_.CreateAnd(differing, mask), ir_.getInt32(0));
}

void CodeletFunction::conflict_if(Value* same, Value* address) {
  if (given_.machine.sram.conflict_faults) {
    guard(ir_.CreateNot(same), site_here(FaultSite::Cause::kConflict), address);
    return;
  }
  const std::uint32_t slots = given_.machine.worker.element_conflict_slots;
  if (slots == 0) return;
  add_to(conflict_slots_, ir_.CreateSelect(same, ir_.getInt64(slots), ir_.getInt64(0)));
}

llvm::Value* CodeletFunction::element(Value* address) {
  const arch::SramSection& sram = given_.machine.sram;
  const auto size = static_cast<std::uint32_t>(sram.element_bytes);
  const auto plain = static_cast<std::uint32_t>(sram.bytes - sram.interleaved_bytes);
  const std::uint32_t first_interleaved = (plain + size - 1) / size;
  Value* offset =
      ir_.CreateSub(address, ir_.getInt32(static_cast<std::uint32_t>(sram.base_address)));
  Value* inside = ir_.CreateSub(offset, ir_.getInt32(plain));
  Value* row = ir_.CreateUDiv(inside, ir_.getInt32(size));
  Value* column = ir_.CreateAnd(ir_.CreateLShr(inside, ir_.getInt32(3)), ir_.getInt32(1));
  Value* pair = ir_.CreateAnd(row, ir_.getInt32(~1u));
  Value* interleaved = ir_.CreateAdd(ir_.CreateAdd(pair, column), ir_.getInt32(first_interleaved));
  return ir_.CreateSelect(ir_.CreateICmpULT(offset, ir_.getInt32(plain)),
                          ir_.CreateUDiv(offset, ir_.getInt32(size)), interleaved);
}

}  // namespace bspike::sim
