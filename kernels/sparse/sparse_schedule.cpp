// Owns the order of a sparse training step: host-in, start, time loop, loss, time loop backwards,
// update.
#include "kernels/sparse/sparse_tables.hpp"

namespace bspike::kernels::sparse {
namespace {

using arch::ScheduleKind;
using arch::ScheduleNode;

class TreeWriter {
 public:
  TreeWriter(std::uint32_t counter_address, std::uint32_t group)
      : counter_address_(counter_address), group_(group) {
    schedule_.nodes.emplace_back();
  }

  void add(std::uint32_t parent, ScheduleNode node) {
    schedule_.nodes.push_back(std::move(node));
    schedule_.nodes[parent].children.push_back(last());
  }
  void add_all(const std::vector<ScheduleNode>& nodes) {
    for (const ScheduleNode& node : nodes) add(0, node);
  }
  // The first `rows` of `body`, `count` times; t begins at `first`.
  void add_loop(std::uint32_t count, std::int32_t first, std::int32_t step,
                const std::vector<ScheduleNode>& body, std::size_t rows) {
    if (count == 0) return;
    ScheduleNode repeat;
    repeat.kind = ScheduleKind::kRepeat;
    repeat.count = count;
    repeat.first = first;
    repeat.step = step;
    repeat.counter_address = counter_address_;
    repeat.group = group_;
    add(0, repeat);
    add(last(), ScheduleNode{});
    const std::uint32_t sequence = last();
    for (std::size_t i = 0; i < rows; ++i) add(sequence, body[i]);
  }
  arch::Schedule take() { return std::move(schedule_); }

 private:
  [[nodiscard]] std::uint32_t last() const {
    return static_cast<std::uint32_t>(schedule_.nodes.size()) - 1;
  }

  std::uint32_t counter_address_;
  std::uint32_t group_;
  arch::Schedule schedule_;
};

}  // namespace

arch::Schedule sparse_schedule(const SparseContext& context, const SparseNodes& nodes,
                               const std::vector<arch::StreamInfo>& streams) {
  TreeWriter tree(context.layout.control.counter, context.groups.single(kControlTile));
  for (std::uint32_t stream = 0; stream < streams.size(); ++stream) {
    ScheduleNode node;
    node.kind = ScheduleKind::kHostIn;
    node.stream = stream;
    tree.add(0, node);
  }
  const std::uint32_t steps = context.job.time_steps;
  tree.add_all(nodes.start);
  tree.add_loop(steps, 0, 1, nodes.forward, nodes.forward.size());
  tree.add_all(nodes.loss);
  tree.add_all(nodes.backward_start);
  tree.add_loop(steps - 1, static_cast<std::int32_t>(steps) - 1, -1, nodes.backward,
                nodes.backward.size());
  tree.add_loop(1, 0, -1, nodes.backward, nodes.backward.size() - nodes.backward_reductions);
  tree.add_all(nodes.update);
  return tree.take();
}

}  // namespace bspike::kernels::sparse
