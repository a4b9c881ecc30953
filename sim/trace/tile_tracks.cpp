// Owns making spans of what the timeline shows of tiles.
#include "sim/trace/tile_tracks.hpp"

#include <algorithm>
#include <utility>

namespace bspike::sim {

namespace {

constexpr std::size_t kLongestEvent = 200;  // without the kind

}  // namespace

TileTracks::TileTracks(TraceEvents& events, const SuperstepNames& names,
                       std::vector<arch::TileId> tiles)
    : events_(events), names_(names), tiles_(std::move(tiles)), kind_(&names.json(arch::kNoIndex)) {
  for (const TilePart part : tile_parts())
    part_names_[static_cast<std::size_t>(part)] = json_text(name_of(part).name);
}

void TileTracks::arrived(const SuperstepRecord& record, const TileClocks& clocks,
                         std::uint64_t last_arrival) {
  const std::uint64_t most =
      tiles_.size() * tile_parts().size() * (kLongestEvent + names_.longest_json());
  admitted_ = admitted_ && events_.has_room(TraceShare::kTiles, most);
  kind_ = &names_.json(names_.node_of(record).kind_label);
  last_arrival_ = last_arrival;
  add_until_barrier(clocks, last_arrival);
}

void TileTracks::add_until_barrier(const TileClocks& clocks, std::uint64_t barrier) {
  for (const arch::TileId tile : tiles_) {
    const std::uint64_t begin = clocks.ready[tile], arrival = begin + clocks.compute[tile];
    start_arguments(arrival - begin).number("launch_cycles", clocks.launch[tile]);
    arguments_.quoted("kind", *kind_);
    add(TilePart::kCompute, tile, begin, arrival);
    start_arguments(barrier - arrival);
    add(TilePart::kWait, tile, arrival, barrier);
  }
}

void TileTracks::exchanged(const TileClocks& clocks, std::uint64_t last_ready) {
  for (const arch::TileId tile : tiles_) {
    const std::uint64_t ready = clocks.ready[tile], release = ready - clocks.exchange[tile];
    start_arguments(release - last_arrival_);
    add(TilePart::kSync, tile, last_arrival_, release);
    start_arguments(ready - release).quoted("kind", *kind_);
    add(TilePart::kExchange, tile, release, ready);
  }
  last_ready_ = last_ready;
  ++superstep_;
}

void TileTracks::finished(const TileClocks& clocks, std::uint64_t total_cycles) {
  kind_ = &names_.json(arch::kNoIndex);
  add_until_barrier(clocks, total_cycles);
}

EventArguments& TileTracks::start_arguments(std::uint64_t cycles) {
  return arguments_.clear().number("cycles", cycles).number("superstep", superstep_);
}

void TileTracks::add(TilePart part, arch::TileId tile, std::uint64_t begin, std::uint64_t end) {
  if (admitted_) {
    events_.span(TraceProcess::kTiles, kFirstTileTrack + tile,
                 part_names_[static_cast<std::size_t>(part)], begin, end, arguments_);
  } else if (begin != end && events_.is_asked_for(begin, end)) {
    cut_cycle_ = cut_++ == 0 ? begin : std::min(cut_cycle_, begin);
  }
}

}  // namespace bspike::sim
