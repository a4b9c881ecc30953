// Owns the choice of tiles, the frame of a trace, and what is said of it.
#include "sim/trace/trace.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "arch/base/diagnostics.hpp"
#include "sim/report/number_text.hpp"
#include "sim/run_plan.hpp"

namespace bspike::sim {

namespace {

// As many spans of tiles as viewers show without trouble.
constexpr double kSpansOfTiles = 2e6;

std::vector<arch::TileId> spread_over(const std::vector<arch::TileId>& active, double supersteps) {
  const double room =
      kSpansOfTiles / static_cast<double>(tile_parts().size()) / std::max(1.0, supersteps);
  const auto count = static_cast<std::size_t>(
      std::clamp(room, 1.0, std::max(1.0, static_cast<double>(active.size()))));
  std::vector<arch::TileId> chosen;
  for (std::size_t i = 0; i < std::min(count, active.size()); ++i)
    chosen.push_back(active[i * active.size() / count]);
  return chosen;
}

std::set<arch::TileId> tiles_of(const std::vector<TileRange>& ranges, std::uint32_t tiles) {
  std::set<arch::TileId> chosen;
  for (const TileRange& range : ranges) {
    if (range.last >= tiles)
      arch::base::raise<arch::base::ConfigError>(
          {"--trace-tiles", 0, 0}, "",
          "found tile " + std::to_string(range.last) + ", expected 0 to " +
              std::to_string(tiles - 1) + ", the tiles of the machine");
    for (arch::TileId tile = range.first; tile <= range.last; ++tile) chosen.insert(tile);
  }
  return chosen;
}

const TraceRequest& checked(const TraceRequest& request, double clock_hz) {
  if (request.begin && request.end &&
      request.begin->cycle_on(clock_hz) >= request.end->cycle_on(clock_hz))
    arch::base::raise<arch::base::ConfigError>({"--trace-time", 0, 0}, "",
                                               "found an end that is not behind the beginning",
                                               "write the earlier time first");
  return request;
}

std::vector<arch::TileId> chosen_tiles(const TraceRequest& request, std::uint32_t tiles,
                                       const std::vector<arch::TileId>& active,
                                       const SuperstepNames& names, std::uint64_t steps) {
  if (request.tiles.empty()) return spread_over(active, names.supersteps(steps));
  std::vector<arch::TileId> chosen;
  for (const arch::TileId tile : tiles_of(request.tiles, tiles)) {
    if (std::binary_search(active.begin(), active.end(), tile)) chosen.push_back(tile);
  }
  return chosen;
}

std::string counted(std::uint64_t count, const std::string& one) {
  return grouped_text(count) + ' ' + one + (count == 1 ? "" : "s");
}

}  // namespace

Trace::Trace(const TraceRequest& request, const arch::Image& image, const arch::Machine& machine,
             std::uint64_t steps)
    : request_(checked(request, machine.clock_hz)),
      machine_(machine),
      names_(image),
      active_(make_run_plan(image).active_tiles),
      chosen_(chosen_tiles(request, image.tiles, active_, names_, steps)),
      events_(request, machine.clock_hz),
      path_(events_, names_),
      tile_tracks_(events_, names_, chosen_),
      host_(events_, image, machine_.host) {
  if (!request.tiles.empty())
    idle_chosen_ = tiles_of(request.tiles, image.tiles).size() - chosen_.size();
  name_tracks();
}

void Trace::name_tracks() {
  for (const TraceProcess process :
       {TraceProcess::kChip, TraceProcess::kHost, TraceProcess::kTiles}) {
    const TraceName name = name_of(process);
    events_.name_process(process, std::string(name.name) + ": " + name.sentence);
  }
  for (const TrackRow& row : trace_tracks())
    events_.name_track(row.process, row.number, row.name.name);
  for (const arch::TileId tile : chosen_)
    events_.name_track(TraceProcess::kTiles, kFirstTileTrack + tile,
                       "tile " + std::to_string(tile));
  if (events_.has_room(TraceShare::kChip, 0)) return;
  arch::base::raise<arch::base::ConfigError>(
      {"--trace-limit", 0, 0}, "",
      "is too small for the names of " + counted(chosen_.size(), "tile"),
      "choose fewer with --trace-tiles, or allow more");
}

std::string Trace::finish(const RunResult& result) {
  path_.finish(result.total_cycles);
  add_run(result);
  events_.finish("otherData", end_json(result));
  std::string text = "trace      " + request_.file.string() + ": " +
                     counted(events_.spans(), "span") + ", " + byte_text(events_.file_bytes()) +
                     ", " + counted(chosen_.size(), "tile") + "\n";
  for (const std::string& line : left_out()) text += "           left out: " + line + "\n";
  if (idle_chosen_ > 0)
    text += "           " + counted(idle_chosen_, "chosen tile") + " take part in nothing\n";
  return text;
}

// The last event, so that it can say how the run ended.
void Trace::add_run(const RunResult& result) {
  const TrackRow& row = trace_tracks()[static_cast<std::size_t>(TraceTrack::kRun)];
  EventArguments arguments;
  arguments.number("cycles", result.total_cycles)
      .real("seconds", static_cast<double>(result.total_cycles) / machine_.clock_hz)
      .real("host_seconds", result.host_seconds)
      .number("steps", result.steps)
      .number("supersteps", result.supersteps_total)
      .quoted("machine", json_text(machine_.name));
  events_.span_always(row.process, row.number, "\"run\"", 0, result.total_cycles, arguments);
}

std::string Trace::end_json(const RunResult& result) const {
  using nlohmann::ordered_json;
  ordered_json legend;
  for (const TrackRow& row : trace_tracks()) legend["tracks"][row.name.name] = row.name.sentence;
  for (const TilePart part : tile_parts())
    legend["tile_parts"][name_of(part).name] = name_of(part).sentence;
  for (const CounterRow& row : trace_counters())
    legend["counters"][row.name.name] = row.name.sentence;
  legend["phases"] = names_.phases();
  legend["layers"] = names_.layers();
  legend["superstep_kinds"] = names_.kinds();
  ordered_json end;
  end["program"] = "bspike";
  end["trace_version"] = 1;
  end["unit"] =
      "ts and dur: microseconds with three decimals, from cycles / clock_hz; args: cycles";
  end["machine"] = machine_.name;
  end["clock_hz"] = machine_.clock_hz;
  end["cycles"] = result.total_cycles;
  end["complete_run"] = !result.interrupted && result.fault.kind.empty();
  end["tiles"] = chosen_;
  end["left_out"] = left_out();
  end["legend"] = legend;
  return end.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

std::vector<std::string> Trace::left_out() const {
  std::vector<std::string> lines;
  if (chosen_.size() < active_.size())
    lines.push_back(grouped_text(active_.size() - chosen_.size()) + " of " +
                    counted(active_.size(), "tile") + " that take part; --trace-tiles chooses");
  if (events_.spans_not_asked_for() > 0)
    lines.push_back(counted(events_.spans_not_asked_for(), "span") +
                    " outside the cycles that --trace-time names");
  const std::string limit = ", as --trace-limit is " + byte_text(events_.limit_bytes());
  if (tile_tracks_.spans_cut() > 0)
    lines.push_back(counted(tile_tracks_.spans_cut(), "span") + " of tiles from cycle " +
                    grouped_text(tile_tracks_.cut_cycle()) + " on" + limit);
  if (path_.supersteps_cut() > 0)
    lines.push_back(counted(path_.supersteps_cut(), "superstep") + " of the chip from cycle " +
                    grouped_text(path_.cut_cycle()) + " on" + limit);
  if (host_.events_cut() > 0) lines.push_back(counted(host_.events_cut(), "host event") + limit);
  return lines;
}

}  // namespace bspike::sim
