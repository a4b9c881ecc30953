// Owns the sums over supersteps.
#include "sim/stats/superstep_statistics.hpp"

#include <algorithm>

namespace bspike::sim {

namespace {

using arch::kNoIndex;

void add(CycleBreakdown& sum, const SuperstepRecord& record) {
  sum.compute_cycles += record.compute_cycles;
  sum.launch_cycles += record.launch_cycles;
  sum.sync_cycles += record.sync_cycles;
  sum.exchange_cycles += record.exchange_cycles;
}

// The lower median: the length at position (count - 1) / 2 of the sorted lengths.
std::uint64_t median(const std::map<std::uint64_t, std::uint64_t>& lengths, std::uint64_t count) {
  std::uint64_t seen = 0;
  for (const auto& [length, times] : lengths) {
    seen += times;
    if (seen > (count - 1) / 2) return length;
  }
  return 0;
}

arch::TileId most_often(const std::map<arch::TileId, std::uint64_t>& critical) {
  const auto top = std::max_element(
      critical.begin(), critical.end(),
      [](const auto& left, const auto& right) { return left.second < right.second; });
  return top == critical.end() ? 0 : top->first;
}

}  // namespace

SuperstepStatistics::SuperstepStatistics(const arch::Image& image, std::uint64_t record_limit)
    : image_(image),
      record_limit_(record_limit),
      shapes_(image.exchanges.size()),
      setup_kinds_(image.setup.nodes.size(), kNoIndex),
      step_kinds_(image.step.nodes.size(), kNoIndex) {}

std::string SuperstepStatistics::label(std::uint32_t index) const {
  return index == kNoIndex ? std::string{} : image_.labels.at(index);
}

std::size_t SuperstepStatistics::make_kind(const arch::ScheduleNode& node) {
  Kind kind;
  kind.row.phase = label(node.phase_label);
  kind.row.layer = label(node.layer_label);
  kind.row.kind = label(node.kind_label);
  const auto [place, is_new] =
      kind_index_.try_emplace({kind.row.phase, kind.row.layer, kind.row.kind}, kinds_.size());
  if (!is_new) return place->second;
  if (!kind.row.phase.empty()) kind.by_phase = &by_phase_[kind.row.phase];
  if (!kind.row.layer.empty()) kind.by_layer = &by_layer_[kind.row.layer];
  kinds_.push_back(std::move(kind));
  return place->second;
}

SuperstepStatistics::Kind& SuperstepStatistics::kind_of(const SuperstepRecord& record) {
  std::uint32_t& index = (record.setup ? setup_kinds_ : step_kinds_).at(record.node);
  if (index == kNoIndex) {
    const arch::Schedule& schedule = record.setup ? image_.setup : image_.step;
    index = static_cast<std::uint32_t>(make_kind(schedule.nodes[record.node]));
  }
  return kinds_[index];
}

void SuperstepStatistics::add_shape(const SuperstepRecord& record, SuperstepKindRow& row) {
  const arch::Schedule& schedule = record.setup ? image_.setup : image_.step;
  const std::uint32_t plan = schedule.nodes[record.node].exchange;
  if (plan == kNoIndex) return;
  std::optional<PlanShape>& shape = shapes_.at(plan);
  if (!shape) shape = plan_shape(image_.exchanges[plan], image_.groups);
  row.exchange_pieces += shape->pieces;
  row.source_changes = std::max(row.source_changes, shape->source_changes);
}

void SuperstepStatistics::complete(const SuperstepRecord& record) {
  Kind& kind = kind_of(record);
  ++supersteps_;
  ++kind.row.count;
  kind.row.wait_cycles += record.wait_cycles;
  kind.row.exchange_bytes += record.exchange_bytes;
  add_shape(record, kind.row);
  kind.row.tiles = std::max<std::uint64_t>(kind.row.tiles, record.participants);
  ++kind.lengths[record.compute_cycles + record.sync_cycles + record.exchange_cycles];
  ++kind.critical[record.critical_tile];
  add(kind.row.cycles, record);
  add(total_, record);
  if (kind.by_phase != nullptr) add(*kind.by_phase, record);
  if (kind.by_layer != nullptr) add(*kind.by_layer, record);
  if (records_.size() < record_limit_) records_.push_back(record);
}

void SuperstepStatistics::write(RunResult& result) const {
  result.phases = total_;
  result.by_phase = by_phase_;
  result.by_layer = by_layer_;
  result.supersteps = records_;
  result.supersteps_total = supersteps_;
  for (const Kind& kind : kinds_) {
    SuperstepKindRow row = kind.row;
    row.min_cycles = kind.lengths.begin()->first;
    row.max_cycles = kind.lengths.rbegin()->first;
    row.median_cycles = median(kind.lengths, row.count);
    row.critical_tile = most_often(kind.critical);
    result.kinds.push_back(std::move(row));
  }
}

}  // namespace bspike::sim
