// Owns the dependences of a block and the list scheduler that walks them.
#include "kernels/emit/scheduler.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace bspike::kernels {

namespace {

struct Edge {
  int to = 0;
  int slots = 0;  // 0: may share the slot
};

struct Graph {
  std::vector<std::vector<Edge>> successors;
  std::vector<int> predecessors;  // not yet scheduled

  void add(int from, int to, int slots) {
    if (from == to) return;
    successors[static_cast<std::size_t>(from)].push_back({to, slots});
    ++predecessors[static_cast<std::size_t>(to)];
  }
};

// What has touched a lane of a register so far.
struct LaneHistory {
  int writer = kEmptyHalf;
  std::vector<int> readers;  // since the last write
};

class DependenceBuilder {
 public:
  DependenceBuilder(const Code& code, const Block& block) : code_(code), block_(block) {
    graph_.successors.resize(block.operations.size());
    graph_.predecessors.assign(block.operations.size(), 0);
  }

  Graph build() {
    for (int i = 0; i < static_cast<int>(block_.operations.size()); ++i) {
      const auto operands = register_operands(code_, operation(i));
      for (const RegisterOperand& operand : operands)
        if (operand.reads) each_lane(operand.view, [&](LaneHistory& lane) { read(lane, i); });
      for (const RegisterOperand& operand : operands)
        if (operand.writes) each_lane(operand.view, [&](LaneHistory& lane) { write(lane, i); });
      order_memory(i);
      order_matrix(i);
    }
    order_end();
    return std::move(graph_);
  }

 private:
  [[nodiscard]] const Operation& operation(int i) const {
    return block_.operations[static_cast<std::size_t>(i)];
  }

  template <class Visit>
  void each_lane(RegisterView view, Visit&& visit) {
    for (std::uint8_t k = 0; k < view.width; ++k)
      visit(lanes_[{view.id, static_cast<std::uint8_t>(view.offset + k)}]);
  }

  void read(LaneHistory& lane, int i) {
    if (lane.writer != kEmptyHalf) graph_.add(lane.writer, i, 1);
    lane.readers.push_back(i);
  }

  void write(LaneHistory& lane, int i) {
    if (lane.writer != kEmptyHalf) graph_.add(lane.writer, i, 1);
    for (const int reader : lane.readers) graph_.add(reader, i, 0);
    lane.writer = i;
    lane.readers.clear();
  }

  void order_memory(int i) {
    const auto& info = arch::isa::info(operation(i).op);
    if (!info.is_load && !info.is_store) return;
    for (const int before : accesses_) {
      const auto& earlier = arch::isa::info(operation(before).op);
      const bool stores = earlier.is_store && info.is_store;
      const bool mixed = earlier.is_store || info.is_store;
      const bool free = operation(before).independent || operation(i).independent;
      if (stores || (mixed && !free)) graph_.add(before, i, 1);
    }
    accesses_.push_back(i);
  }

  // Steps of the matrix unit depend on each other through what it keeps.
  void order_matrix(int i) {
    if (arch::isa::info(operation(i).op).unit != arch::isa::ExecUnit::kMatrix) return;
    if (matrix_step_ != kEmptyHalf) graph_.add(matrix_step_, i, 1);
    matrix_step_ = i;
  }

  void order_end() {
    if (block_.operations.empty() || !ends_block(block_.operations.back())) return;
    const int last = static_cast<int>(block_.operations.size()) - 1;
    for (int i = 0; i < last; ++i) graph_.add(i, last, 0);
  }

  const Code& code_;
  const Block& block_;
  Graph graph_;
  std::map<std::pair<std::uint32_t, std::uint8_t>, LaneHistory> lanes_;
  std::vector<int> accesses_;
  int matrix_step_ = kEmptyHalf;  // the last one so far
};

// Slots from an operation's issue to the end of the block at least.
std::vector<int> heights(const Graph& graph) {
  std::vector<int> result(graph.successors.size(), 0);
  for (std::size_t i = result.size(); i-- > 0;)
    for (const Edge& edge : graph.successors[i])
      result[i] = std::max(result[i], result[static_cast<std::size_t>(edge.to)] + edge.slots);
  return result;
}

class ListScheduler {
 public:
  ListScheduler(const Block& block, Graph graph, ScheduleOrder order)
      : block_(block), graph_(std::move(graph)), earliest_(block.operations.size(), 0) {
    if (order == ScheduleOrder::kCriticalPath)
      priority_ = heights(graph_);
    else
      priority_.assign(block.operations.size(), 0);
    for (int i = 0; i < static_cast<int>(block.operations.size()); ++i)
      if (graph_.predecessors[static_cast<std::size_t>(i)] == 0) ready_.push_back(i);
  }

  BlockSchedule run() {
    BlockSchedule result;
    while (!ready_.empty()) {
      Slotted slot;
      const int now = static_cast<int>(result.size());
      for (int chosen = pick(slot, now); chosen != kEmptyHalf; chosen = pick(slot, now)) {
        half(slot, chosen) = chosen;
        retire(chosen, now);
      }
      result.push_back(slot);
    }
    return result;
  }

 private:
  int& half(Slotted& slot, int i) const {
    return is_main(block_.operations[static_cast<std::size_t>(i)]) ? slot.main : slot.aux;
  }

  [[nodiscard]] bool fits(Slotted& slot, int i, int now) const {
    return earliest_[static_cast<std::size_t>(i)] <= now && half(slot, i) == kEmptyHalf;
  }

  // The ready operation of the highest priority that the slot has room for; the author's order
  // decides among equals.
  int pick(Slotted& slot, int now) {
    int best = kEmptyHalf;
    for (const int i : ready_) {
      if (!fits(slot, i, now)) continue;
      if (best == kEmptyHalf || before(i, best)) best = i;
    }
    return best;
  }

  [[nodiscard]] bool before(int a, int b) const {
    const int pa = priority_[static_cast<std::size_t>(a)];
    const int pb = priority_[static_cast<std::size_t>(b)];
    return pa != pb ? pa > pb : a < b;
  }

  void retire(int chosen, int now) {
    ready_.erase(std::find(ready_.begin(), ready_.end(), chosen));
    for (const Edge& edge : graph_.successors[static_cast<std::size_t>(chosen)]) {
      const auto to = static_cast<std::size_t>(edge.to);
      earliest_[to] = std::max(earliest_[to], now + edge.slots);
      if (--graph_.predecessors[to] == 0) ready_.push_back(edge.to);
    }
  }

  const Block& block_;
  Graph graph_;
  std::vector<int> earliest_;
  std::vector<int> priority_;
  std::vector<int> ready_;
};

}  // namespace

BlockSchedule schedule_block(const Code& code, const Block& block, ScheduleOrder order) {
  return ListScheduler(block, DependenceBuilder(code, block).build(), order).run();
}

}  // namespace bspike::kernels
