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

void CodeletFunction::find_lists() {
  for (const CodeBlock& block : parts_.blocks) {
    for (const CodeIssue& at : block.issues) {
      const IndexUses uses = find_index_uses(parts_.blocks, at);
      if (!uses.path.empty()) lists_.emplace(at.word, ListLoad{at.issue.first, uses});
    }
  }
}

// The load has stepped its pointer.
void CodeletFunction::prefetch_uses(const CodeIssue& at) {
  const auto list = lists_.find(at.word);
  if (list != lists_.end()) prefetch_entry(list->second, kEntriesAhead - 1);
}

// The way into a loop from before it asks for the first entries of its lists.
llvm::BasicBlock* CodeletFunction::way_to(std::uint32_t word) {
  llvm::BasicBlock* start = starts_.at(word);
  const auto begins_here = [&](const auto& list) { return list.second.uses.loop_begin == word; };
  if (parts_.blocks[block_].begin_word >= word || std::ranges::none_of(lists_, begins_here))
    return start;
  const auto [way, is_new] = ways_.try_emplace(word, nullptr);
  if (!is_new) return way->second;
  way->second = new_block("way");
  const llvm::IRBuilderBase::InsertPointGuard here(ir_);
  ir_.SetInsertPoint(way->second);
  for (const auto& list : lists_) {
    if (!begins_here(list)) continue;
    for (std::uint32_t entry = 0; entry < kEntriesAhead; ++entry)
      prefetch_entry(list.second, entry);
  }
  ir_.CreateBr(start);
  return way->second;
}

// The path's computations are emitted as they stand, on variables that get their values back.
void CodeletFunction::prefetch_entry(const ListLoad& list, std::uint32_t entries) {
  std::array<Value*, isa::kMainZero> kept{};
  for (std::uint8_t i = 0; i < isa::kMainZero; ++i) kept[i] = registers_->main(i);
  registers_->write_main(list.load.d, entry_ahead(list, entries));
  registers_->commit();
  for (const Instruction& instruction : list.uses.path) {
    if (isa::family_of(instruction.op) == Family::kCompute) {
      if (find_form(instruction.op, given_.features) == nullptr) break;
      compute(instruction);
      registers_->commit();
    } else {
      prefetch(address_of(instruction, access_shape(instruction.op)), list.uses.bytes);
    }
  }
  for (std::uint8_t i = 0; i < isa::kMainZero; ++i) registers_->write_main(i, kept[i]);
  registers_->commit();
}

// So many entries behind where the load points to; anything where that is not in memory.
llvm::Value* CodeletFunction::entry_ahead(const ListLoad& list, std::uint32_t entries) {
  const Instruction& load = list.load;
  const AccessShape shape = access_shape(load.op);
  const std::uint32_t step = static_cast<std::uint32_t>(load.imm) * shape.bytes;
  Value* address = ir_.CreateAdd(registers_->main(load.a), registers_->main(load.b));
  Value* offset = ir_.CreateAdd(address, ir_.getInt32(entries * step - given_.memory_base));
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
