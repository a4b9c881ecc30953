// Owns the schedule tree. Time steps whose input lies on different tiles exchange differently, so
// the loop over time repeats one body only where a single tile keeps all input; otherwise each time
// step is a loop of one trip.
#include "kernels/training_schedule.hpp"

namespace bspike::kernels {
namespace {

using arch::ScheduleKind;
using arch::ScheduleNode;

class TreeWriter {
 public:
  explicit TreeWriter(const TimeLoop& loop) : loop_(loop) { schedule_.nodes.emplace_back(); }

  void add(std::uint32_t parent, ScheduleNode node) {
    const auto index = static_cast<std::uint32_t>(schedule_.nodes.size());
    schedule_.nodes.push_back(std::move(node));
    schedule_.nodes[parent].children.push_back(index);
  }

  // One trip or more of `head` and then `body`; t begins at `first`.
  void add_time_steps(std::uint32_t count, std::int32_t first, std::int32_t step,
                      const ScheduleNode& head, const std::vector<ScheduleNode>& body) {
    ScheduleNode repeat;
    repeat.kind = ScheduleKind::kRepeat;
    repeat.count = count;
    repeat.first = first;
    repeat.step = step;
    repeat.counter_address = loop_.counter_address;
    repeat.group = loop_.group;
    add(0, repeat);
    add(last(), ScheduleNode{});
    const std::uint32_t sequence = last();
    add(sequence, head);
    for (const ScheduleNode& node : body) add(sequence, node);
  }

  void add_loop(bool backward, const std::vector<ScheduleNode>& heads,
                const std::vector<ScheduleNode>& body) {
    const auto steps = static_cast<std::int32_t>(loop_.time_steps);
    const std::int32_t step = backward ? -1 : 1;
    std::int32_t t = backward ? steps - 1 : 0;
    if (heads.size() == 1) return add_time_steps(loop_.time_steps, t, step, heads[0], body);
    for (; t >= 0 && t < steps; t += step) {
      add_time_steps(1, t, step, heads[static_cast<std::size_t>(t) % heads.size()], body);
    }
  }

  void add_streams(const std::vector<arch::StreamInfo>& streams, bool to_chip) {
    for (std::uint32_t i = 0; i < streams.size(); ++i) {
      if (streams[i].to_chip != to_chip) continue;
      ScheduleNode node;
      node.kind = to_chip ? ScheduleKind::kHostIn : ScheduleKind::kHostOut;
      node.stream = i;
      add(0, node);
    }
  }

  arch::Schedule take() { return std::move(schedule_); }

 private:
  [[nodiscard]] std::uint32_t last() const {
    return static_cast<std::uint32_t>(schedule_.nodes.size()) - 1;
  }

  TimeLoop loop_;
  arch::Schedule schedule_;
};

}  // namespace

arch::Schedule empty_schedule() { return {{ScheduleNode{}}}; }

arch::Schedule step_schedule(const StepNodes& nodes, const TimeLoop& loop,
                             const std::vector<arch::StreamInfo>& streams) {
  TreeWriter tree(loop);
  tree.add_streams(streams, true);
  for (const ScheduleNode& node : nodes.start) tree.add(0, node);
  tree.add(0, nodes.zero);
  for (const ScheduleNode& node : nodes.prepare) tree.add(0, node);
  std::vector<ScheduleNode> forward = nodes.forward;
  forward.insert(forward.end(), nodes.loss_step.begin(), nodes.loss_step.end());
  tree.add_loop(false, nodes.slice_input, forward);
  for (const ScheduleNode& node : nodes.final_loss) tree.add(0, node);
  if (!nodes.slice_backward.empty()) {
    tree.add_loop(true, nodes.slice_backward, {nodes.backward.rbegin(), nodes.backward.rend()});
  }
  for (const ScheduleNode& node : nodes.update) tree.add(0, node);
  tree.add_streams(streams, false);
  return tree.take();
}

}  // namespace bspike::kernels
