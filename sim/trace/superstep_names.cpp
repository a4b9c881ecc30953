// Owns gathering the labels of supersteps.
#include "sim/trace/superstep_names.hpp"

#include <algorithm>

#include "sim/trace/trace_events.hpp"

namespace bspike::sim {

namespace {

using arch::kNoIndex;

double supersteps_below(const arch::Schedule& schedule, std::uint32_t index) {
  const arch::ScheduleNode& node = schedule.nodes[index];
  double count = node.kind == arch::ScheduleKind::kSuperstep ? 1 : 0;
  for (const std::uint32_t child : node.children) count += supersteps_below(schedule, child);
  return node.kind == arch::ScheduleKind::kRepeat ? count * node.count : count;
}

double supersteps_of(const arch::Schedule& schedule) {
  return schedule.nodes.empty() ? 0 : supersteps_below(schedule, 0);
}

}  // namespace

SuperstepNames::SuperstepNames(const arch::Image& image) : image_(image) {
  for (const std::string& label : image.labels) json_.push_back(json_text(label));
  gather(image.setup);
  gather(image.step);
}

void SuperstepNames::gather(const arch::Schedule& schedule) {
  const auto add = [this](std::set<std::string>& names, std::uint32_t label) {
    if (label != kNoIndex) names.insert(image_.labels.at(label));
  };
  for (const arch::ScheduleNode& node : schedule.nodes) {
    if (node.kind != arch::ScheduleKind::kSuperstep) continue;
    add(phases_, node.phase_label);
    add(layers_, node.layer_label);
    add(kinds_, node.kind_label);
  }
}

const arch::ScheduleNode& SuperstepNames::node_of(const SuperstepRecord& record) const {
  return (record.setup ? image_.setup : image_.step).nodes.at(record.node);
}

const std::string& SuperstepNames::json(std::uint32_t label) const {
  return label == kNoIndex ? none_ : json_.at(label);
}

double SuperstepNames::supersteps(std::uint64_t steps) const {
  return supersteps_of(image_.setup) + static_cast<double>(steps) * supersteps_of(image_.step);
}

std::size_t SuperstepNames::longest_json() const {
  std::size_t longest = none_.size();
  for (const std::string& name : json_) longest = std::max(longest, name.size());
  return longest;
}

}  // namespace bspike::sim
