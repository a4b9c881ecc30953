// Owns the settlement behind native code: exact counts where a fault cut a block short.
#include "sim/engine/compiled/translated_codelet.hpp"

#include <algorithm>
#include <limits>

namespace bspike::sim {

std::unique_ptr<TranslatedCodelet> TranslatedCodelet::make(CodeGenerator& generator,
                                                           const CodeletAssumptions& assumptions,
                                                           std::vector<CodeBlock> blocks,
                                                           const MicroProgram& micro) {
  if (!can_translate(blocks)) return nullptr;
  std::unique_ptr<TranslatedCodelet> result(new TranslatedCodelet(micro));
  result->parts_.blocks = std::move(blocks);
  result->code_ = generator.compile(assumptions, result->parts_);
  return result;
}

WorkerEnd TranslatedCodelet::run(WorkerState& state, const MemoryLayout& layout,
                                 std::uint64_t slot_limit, CountDifferences* counts) const {
  // No vertex reaches half of this, so the sign of what is left is its end.
  constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max() / 2;
  const auto limit = static_cast<std::int64_t>(std::min(slot_limit, kMost));
  if (counts != nullptr) state.counts = counts->data();
  state.bytes = layout.memory.bytes;
  state.slots_left = limit;
  code_.code(&state);
  WorkerEnd end;
  end.slots = static_cast<std::uint64_t>(limit - state.slots_left);
  end.instructions = state.instructions;
  if (state.site != 0) settle_fault(state, layout, end, counts);
  end.slots += state.conflict_slots;
  return end;
}

// A block counts at its end, a repeat body in advance: here neither has got there.
void TranslatedCodelet::settle_fault(WorkerState& state, const MemoryLayout& layout, WorkerEnd& end,
                                     CountDifferences* counts) const {
  const FaultSite& site = parts_.sites[state.site - 1];
  end.fault = fault_of(site, state, layout);
  if (counts != nullptr) --(*counts)[site.word];
  if (site.block_ended) return;
  const CodeBlock& block = parts_.blocks[site.block];
  const std::uint32_t unused = block.is_body ? state.trips_left : 0;
  end.slots -= std::uint64_t{unused} * block.slots;
  end.instructions -= std::uint64_t{unused} * block.instructions;
  end.slots += micro_.slots_before[site.word] - micro_.slots_before[block.begin_word];
  end.instructions +=
      micro_.instructions_before[site.word] - micro_.instructions_before[block.begin_word];
  if (counts == nullptr || unused == 0) return;
  (*counts)[block.begin_word] -= std::int64_t{unused} - 1;
  (*counts)[block.end_word] += std::int64_t{unused} - 1;
}

Fault TranslatedCodelet::fault_of(const FaultSite& site, const WorkerState& state,
                                  const MemoryLayout& layout) {
  Fault fault = site.fault;
  if (site.cause == FaultSite::Cause::kAccess) {
    fault = explain_access(layout, state.address, site.bytes);
  } else if (site.cause == FaultSite::Cause::kConflict) {
    fault.kind = FaultKind::kElementConflict;
    fault.address = state.address;
  }
  fault.pc_word = site.fault.pc_word;
  return fault;
}

}  // namespace bspike::sim
