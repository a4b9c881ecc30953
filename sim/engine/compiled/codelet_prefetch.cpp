// Owns prefetches of native code: what a list names some entries ahead is asked for while the
// present entry is worked on. Nothing here faults, counts or changes a register.
#include <algorithm>
#include <array>

#include "sim/engine/compiled/codelet_function.hpp"
#include "sim/engine/compiled/index_uses.hpp"

namespace bspike::sim {

namespace isa = arch::isa;
using isa::Family;

namespace {

constexpr std::uint32_t kEntriesAhead = 8;
constexpr std::uint32_t kLineBytes = 64;
constexpr std::uint32_t kMostLines = 4;  // the host's own prefetcher follows a longer row

}  // namespace

// The path's computations are emitted as they stand, on variables that get their values back.
void CodeletFunction::prefetch_uses(const CodeIssue& at) {
  const IndexUses uses = find_index_uses(parts_.blocks, at);
  if (uses.path.empty()) return;
  std::array<Value*, isa::kMainZero> kept{};
  for (std::uint8_t i = 0; i < isa::kMainZero; ++i) kept[i] = registers_->main(i);
  registers_->write_main(at.issue.first.d, entry_ahead(at.issue.first));
  registers_->commit();
  for (const Instruction& instruction : uses.path) {
    if (isa::family_of(instruction.op) == Family::kCompute) {
      if (find_form(instruction.op, given_.features) == nullptr) break;
      compute(instruction);
      registers_->commit();
    } else {
      prefetch(address_of(instruction, access_shape(instruction.op)), uses.bytes);
    }
  }
  for (std::uint8_t i = 0; i < isa::kMainZero; ++i) registers_->write_main(i, kept[i]);
  registers_->commit();
}

// What the load, which has stepped its pointer, will load; anything where that is not in memory.
llvm::Value* CodeletFunction::entry_ahead(const Instruction& load) {
  const AccessShape shape = access_shape(load.op);
  const std::uint32_t step = static_cast<std::uint32_t>(load.imm) * shape.bytes;
  Value* address = ir_.CreateAdd(registers_->main(load.a), registers_->main(load.b));
  Value* offset =
      ir_.CreateAdd(address, ir_.getInt32((kEntriesAhead - 1) * step - given_.memory_base));
  Value* inside = ir_.CreateICmpULE(offset, ir_.getInt32(given_.memory_bytes - shape.bytes));
  Value* safe = ir_.CreateSelect(inside, offset, ir_.getInt32(0));
  Value* place = ir_.CreateGEP(ir_.getInt8Ty(), bytes_, ir_.CreateZExt(safe, ir_.getInt64Ty()));
  Value* entry = load_from(place, ir_.getIntNTy(8u * shape.bytes));
  return shape.is_signed ? ir_.CreateSExt(entry, ir_.getInt32Ty())
                         : ir_.CreateZExt(entry, ir_.getInt32Ty());
}

void CodeletFunction::prefetch(Value* address, std::uint32_t bytes) {
  Value* offset = ir_.CreateSub(address, ir_.getInt32(given_.memory_base));
  Value* place = ir_.CreateGEP(ir_.getInt8Ty(), bytes_, ir_.CreateZExt(offset, ir_.getInt64Ty()));
  const std::uint32_t lines = std::min((bytes + kLineBytes - 1) / kLineBytes, kMostLines);
  for (std::uint32_t line = 0; line < lines; ++line) {
    ir_.CreateIntrinsic(llvm::Intrinsic::prefetch, {ir_.getInt8PtrTy()},
                        {ir_.CreateConstGEP1_64(ir_.getInt8Ty(), place, line * kLineBytes),
                         ir_.getInt32(0), ir_.getInt32(3), ir_.getInt32(1)});
  }
}

}  // namespace bspike::sim
