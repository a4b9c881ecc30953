// Owns making spans of superstep records.
#include "sim/trace/path_tracks.hpp"

#include <algorithm>

namespace bspike::sim {

namespace {

constexpr std::size_t kEventsOfASuperstep = 12;
constexpr std::size_t kLongestEvent = 400;  // without labels
constexpr std::uint64_t kSetupKey = 0;      // step i has key i + 1

}  // namespace

PathTracks::PathTracks(TraceEvents& events, const SuperstepNames& names)
    : events_(events), names_(names) {
  for (const TilePart part : tile_parts())
    part_names_[static_cast<std::size_t>(part)] = json_text(name_of(part).name);
}

bool PathTracks::admits(std::uint64_t begin, std::uint64_t end) {
  const std::uint64_t most = kEventsOfASuperstep * (kLongestEvent + names_.longest_json());
  if (cut_ == 0 && events_.has_room(TraceShare::kChip, most)) return true;
  if (!events_.is_asked_for(begin, end)) return false;
  if (cut_++ == 0) cut_cycle_ = begin;
  return false;
}

void PathTracks::complete(const SuperstepRecord& record) {
  const std::uint64_t begin = record.start_cycle;
  end_ = begin + record.compute_cycles + record.sync_cycles + record.exchange_cycles;
  last_critical_ = record.critical_tile;
  if (admits(begin, end_)) {
    const arch::ScheduleNode& node = names_.node_of(record);
    join(step_, record.setup ? kSetupKey : record.step + 1,
         record.setup ? "\"setup\"" : "\"step " + std::to_string(record.step) + "\"", begin, end_);
    join(phase_, node.phase_label, names_.json(node.phase_label), begin, end_);
    join(layer_, node.layer_label, names_.json(node.layer_label), begin, end_);
    add_superstep(record, end_);
    add_parts(record);
    add_counters(record);
  }
  ++row_;
}

void PathTracks::join(JoinedSpan& span, std::uint64_t key, const std::string& name,
                      std::uint64_t begin, std::uint64_t end) {
  if (span.open && span.key == key) {
    span.end = end;
    return;
  }
  close(span);
  span.open = key != arch::kNoIndex;
  span.key = key;
  span.name = name;
  span.begin = begin;
  span.end = end;
}

void PathTracks::close(JoinedSpan& span) {
  if (!span.open) return;
  arguments_.clear().number("cycles", span.end - span.begin);
  add(span.track, span.name, span.begin, span.end);
  span.open = false;
}

void PathTracks::add_superstep(const SuperstepRecord& record, std::uint64_t end) {
  const arch::ScheduleNode& node = names_.node_of(record);
  arguments_.clear()
      .number("cycles", end - record.start_cycle)
      .number("superstep", row_)
      .number("step", record.step)
      .quoted("phase", names_.json(node.phase_label))
      .quoted("layer", names_.json(node.layer_label))
      .quoted("kind", names_.json(node.kind_label))
      .number("critical_tile", record.critical_tile)
      .number("tiles", record.participants)
      .number("exchange_bytes", record.exchange_bytes);
  add(TraceTrack::kSupersteps, names_.json(node.kind_label), record.start_cycle, end);
}

void PathTracks::add_parts(const SuperstepRecord& record) {
  std::uint64_t begin = record.start_cycle;
  add_part(TilePart::kCompute, begin, record.compute_cycles, record.critical_tile);
  add_part(TilePart::kSync, begin, record.sync_cycles, record.critical_tile);
  add_part(TilePart::kExchange, begin, record.exchange_cycles, record.critical_tile);
}

void PathTracks::add_part(TilePart part, std::uint64_t& begin, std::uint64_t cycles,
                          arch::TileId tile) {
  arguments_.clear().number("cycles", cycles);
  if (part == TilePart::kCompute) arguments_.number("critical_tile", tile);
  add(TraceTrack::kCriticalPath, part_names_[static_cast<std::size_t>(part)], begin,
      begin + cycles);
  begin += cycles;
}

void PathTracks::add_counters(const SuperstepRecord& record) {
  if (!events_.is_asked_for(record.start_cycle, record.start_cycle + 1)) return;
  for (const CounterRow& row : trace_counters()) {
    std::uint64_t value = 0;
    switch (row.counter) {
      case TraceCounter::kExchangeBytes:
        value = record.exchange_bytes;
        break;
      case TraceCounter::kTiles:
        value = record.participants;
        break;
      case TraceCounter::kCriticalTile:
        value = record.critical_tile;
        break;
    }
    events_.count(row, record.start_cycle, value);
  }
}

void PathTracks::add(TraceTrack track, std::string_view name, std::uint64_t begin,
                     std::uint64_t end) {
  const TrackRow& row = trace_tracks()[static_cast<std::size_t>(track)];
  events_.span(row.process, row.number, name, begin, end, arguments_);
}

void PathTracks::finish(std::uint64_t total_cycles) {
  for (JoinedSpan* span : {&step_, &phase_, &layer_}) close(*span);
  if (cut_ == 0 && end_ < total_cycles)
    add_part(TilePart::kCompute, end_, total_cycles - end_, last_critical_);
}

}  // namespace bspike::sim
