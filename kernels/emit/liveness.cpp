// Owns the data-flow analysis behind register allocation.
#include "kernels/emit/liveness.hpp"

#include <algorithm>

namespace bspike::kernels {

namespace {

template <class Visit>
void each_lane(RegisterView view, Visit&& visit) {
  for (std::uint32_t k = 0; k < view.width; ++k) visit(view.id * 4 + view.offset + k);
}

// Lanes alive before an operation, from those alive behind it.
void step_back(const Code& code, const Operation& operation, LaneSet& live) {
  const auto operands = register_operands(code, operation);
  for (const auto& operand : operands)
    if (operand.writes) each_lane(operand.view, [&](std::uint32_t lane) { live[lane] = false; });
  for (const auto& operand : operands)
    if (operand.reads) each_lane(operand.view, [&](std::uint32_t lane) { live[lane] = true; });
}

LaneSet live_at_end(const Code& code, std::uint32_t block, const std::vector<LaneSet>& starts) {
  LaneSet live(code.registers.size() * 4, false);
  for (const std::uint32_t next : successors(code, block))
    for (std::size_t lane = 0; lane < live.size(); ++lane)
      if (starts[next][lane]) live[lane] = true;
  return live;
}

void check_entry(const Code& code, const LaneSet& live) {
  for (std::size_t lane = 0; lane < live.size(); ++lane)
    if (live[lane] && code.registers[lane / 4].fixed < 0)
      fail_codelet(code.name, "reads a register before anything is written to it");
}

class InterferenceBuilder {
 public:
  InterferenceBuilder(const Code& code, const std::vector<BlockSchedule>& schedule)
      : code_(code), schedule_(schedule), result_(code.registers.size()) {}

  Interference build() {
    const auto starts = live_at_start(code_);
    for (std::uint32_t b = 0; b < code_.blocks.size(); ++b) {
      LaneSet live = live_at_end(code_, b, starts);
      for (std::size_t i = schedule_[b].size(); i-- > 0;) step(b, schedule_[b][i], live);
      if (b == 0) meet_all(live);
    }
    return std::move(result_);
  }

 private:
  void step(std::uint32_t block, const Slotted& slot, LaneSet& live) {
    std::vector<RegisterOperand> operands;
    for (const int half : {slot.main, slot.aux}) {
      if (half == kEmptyHalf) continue;
      const auto& operation = code_.blocks[block].operations[static_cast<std::size_t>(half)];
      const auto more = register_operands(code_, operation);
      operands.insert(operands.end(), more.begin(), more.end());
    }
    for (const auto& operand : operands)
      if (operand.writes) each_lane(operand.view, [&](std::uint32_t l) { live[l] = true; });
    for (const auto& operand : operands)
      if (operand.writes) meet(operand.view.id, live);
    for (const auto& operand : operands)
      if (operand.writes) each_lane(operand.view, [&](std::uint32_t l) { live[l] = false; });
    for (const auto& operand : operands)
      if (operand.reads) each_lane(operand.view, [&](std::uint32_t l) { live[l] = true; });
  }

  void meet(std::uint32_t id, const LaneSet& live) {
    for (std::uint32_t lane = 0; lane < live.size(); ++lane)
      if (live[lane]) result_.add(id, lane / 4);
  }

  void meet_all(const LaneSet& live) {
    for (std::uint32_t lane = 0; lane < live.size(); ++lane)
      if (live[lane]) meet(lane / 4, live);
  }

  const Code& code_;
  const std::vector<BlockSchedule>& schedule_;
  Interference result_;
};

}  // namespace

std::vector<LaneSet> live_at_start(const Code& code) {
  std::vector<LaneSet> starts(code.blocks.size(), LaneSet(code.registers.size() * 4, false));
  for (bool changed = true; changed;) {
    changed = false;
    for (auto b = static_cast<std::uint32_t>(code.blocks.size()); b-- > 0;) {
      LaneSet live = live_at_end(code, b, starts);
      const auto& operations = code.blocks[b].operations;
      for (std::size_t i = operations.size(); i-- > 0;) step_back(code, operations[i], live);
      if (live == starts[b]) continue;
      starts[b] = std::move(live);
      changed = true;
    }
  }
  check_entry(code, starts.front());
  return starts;
}

Interference interference(const Code& code, const std::vector<BlockSchedule>& schedule) {
  return InterferenceBuilder(code, schedule).build();
}

std::vector<double> block_weights(const Code& code) {
  std::vector<double> weights(code.blocks.size(), 1);
  for (std::uint32_t b = 0; b < code.blocks.size(); ++b)
    for (const std::uint32_t next : successors(code, b))
      for (std::uint32_t inside = next; next <= b && inside <= b; ++inside) weights[inside] *= 10;
  return weights;
}

}  // namespace bspike::kernels
