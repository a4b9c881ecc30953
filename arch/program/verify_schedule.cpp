// Owns the check of the two schedules: a tree with indices that exist, counters in data regions.
#include <limits>

#include "arch/program/text_forms.hpp"
#include "arch/program/verify.hpp"

namespace bspike::arch {

namespace {

constexpr std::uint32_t kDeepest = 64;  // levels; walkers recurse

// Checks one schedule; `name` is setup or step.
class ScheduleCheck {
 public:
  ScheduleCheck(ImageCheck& check, const char* name, const Schedule& schedule)
      : check_(check), name_(name), nodes_(schedule.nodes), depth_(nodes_.size()) {}

  void run() {
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      node_ = i;
      if (i > 0 && depth_[i] == 0) breach("has no parent");
      check_children(nodes_[i]);
      check_kind(nodes_[i]);
    }
  }

 private:
  void breach(const std::string& problem) {
    check_.breach(std::string(name_) + " node " + std::to_string(node_), problem);
  }

  // Parents come before their children, so depth is known when a node's turn comes.
  void check_children(const ScheduleNode& node) {
    for (const std::uint32_t child : node.children) {
      if (child >= nodes_.size() || child <= node_) {
        breach("has child " + std::to_string(child) +
               ", which is not a later node of this schedule");
        continue;
      }
      if (depth_[child] != 0) breach("shares child " + std::to_string(child) + " with another");
      depth_[child] = depth_[node_] + 1;
      if (depth_[child] == kDeepest) breach("nests deeper than 64 levels");
    }
  }

  void check_kind(const ScheduleNode& node) {
    switch (node.kind) {
      case ScheduleKind::kSequence:
        return;
      case ScheduleKind::kRepeat:
        return check_repeat(node);
      case ScheduleKind::kSuperstep:
        return check_superstep(node);
      case ScheduleKind::kHostIn:
        return check_host(node, true);
      case ScheduleKind::kHostOut:
        return check_host(node, false);
    }
    breach("has no kind");
  }

  void check_repeat(const ScheduleNode& node) {
    if (node.children.size() != 1)
      breach("repeats " + std::to_string(node.children.size()) + " children, not one");
    const std::int64_t last =
        node.first + (std::int64_t{node.count} - (node.count > 0 ? 1 : 0)) * node.step;
    if (last < std::numeric_limits<std::int32_t>::min() ||
        last > std::numeric_limits<std::int32_t>::max())
      breach("counts beyond 32 bits");
    if (node.group == kNoIndex) return;
    if (node.group >= check_.image.groups.size())
      breach("keeps its counter on a group that the image does not have");
    for (const TileId tile : check_.group_or_none(node.group))
      if (node.counter_address % 4 != 0 || !check_.is_data_range(tile, node.counter_address, 4))
        return breach("has its counter at " + hex(node.counter_address) + " of tile " +
                      std::to_string(tile) + ", which is not word-aligned data");
  }

  void check_superstep(const ScheduleNode& node) {
    check_leaf(node);
    check_index("compute set", node.compute_set, check_.image.compute_sets.size());
    check_index("exchange", node.exchange, check_.image.exchanges.size());
    for (const std::uint32_t label : {node.phase_label, node.layer_label, node.kind_label})
      check_index("label", label, check_.image.labels.size());
  }

  void check_host(const ScheduleNode& node, bool to_chip) {
    check_leaf(node);
    if (node.stream >= check_.image.streams.size())
      breach("moves a stream that the image does not have");
    else if (check_.image.streams[node.stream].to_chip != to_chip)
      breach("moves stream '" + check_.image.streams[node.stream].name +
             "' in the wrong direction");
  }

  void check_leaf(const ScheduleNode& node) {
    if (!node.children.empty()) breach("is a leaf with children");
  }

  void check_index(const char* what, std::uint32_t index, std::size_t size) {
    if (index != kNoIndex && index >= size)
      breach("names " + std::string(what) + " " + std::to_string(index) +
             ", which the image does not have");
  }

  ImageCheck& check_;
  const char* name_;
  const std::vector<ScheduleNode>& nodes_;
  std::vector<std::uint32_t> depth_;
  std::uint32_t node_ = 0;
};

}  // namespace

void check_schedules(ImageCheck& check) {
  ScheduleCheck(check, "setup", check.image.setup).run();
  ScheduleCheck(check, "step", check.image.step).run();
}

}  // namespace bspike::arch
