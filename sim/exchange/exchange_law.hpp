// Owns the exchange law: how long a planned exchange keeps each tile. Pure; no SystemC, no data.
// Contract: the result depends on machine and plan alone, so it is computed once a plan and reused;
// adding words to a plan never makes a tile faster.
// Timing: all times count on the tile's own phase clock, which starts at its own sync release.
//   send     messages follow each other in plan order at bytes_per_cycle, the first at 0; a
//            multicast is sent once
//   receive  the first message starts at max(send start + L, listen_setup + row * setup_per_row),
//            a later one at max(end of the one before, send start + L), where the end counts
//            source_change_dead_cycles later if the source changes; each takes its words; behind
//            the last comes message_tail
//   issue    a tile is busy for at least one cycle an exchange instruction; issuing overlaps with
//            words in flight
//   tile     exchange cycles = max(send end, receive end, instructions)
//   A sender is not held back by a busy receiver: a static schedule gives each receiver its words
//   in plan order, and what that costs shows at the receiver.
//   mode ideal: max(bytes in, bytes out) / bytes_per_cycle, nothing else.
// L is arch::route_latency_cycles and already holds the release skew of both ends.
// Source: derived from the route tables of [stack] (A for the C600, C elsewhere). Not modelled: the
// 24 % that a fully loaded Mk1 fabric was seen to lose [JiaBlog].
#pragma once

#include <cstdint>
#include <vector>

#include "arch/machine/machine.hpp"
#include "arch/program/image.hpp"

namespace bspike::sim {

// What an exchange costs one tile.
struct TileExchange {
  arch::TileId tile = 0;
  std::uint64_t send_end_cycles = 0;       // first word behind its last; it starts at 0
  std::uint64_t receive_start_cycles = 0;  // first word written
  std::uint64_t receive_end_cycles = 0;    // last word written, tail included
  std::uint64_t exchange_cycles = 0;
  std::uint64_t bytes_sent = 0;
  std::uint64_t bytes_received = 0;
  std::uint32_t source_changes = 0;  // the first source is none
  std::uint32_t instructions = 0;
};

struct ExchangeTiming {
  std::vector<TileExchange> tiles;   // that send or receive, ascending
  std::uint64_t bytes_sent = 0;      // a multicast counts once
  std::uint64_t bytes_received = 0;  // and here once a receiver
  std::uint64_t longest_cycles = 0;  // over the tiles
};

// Keeps the positions of a machine's tiles; one object serves any number of plans.
class ExchangeLaw {
 public:
  explicit ExchangeLaw(const arch::Machine& machine);
  [[nodiscard]] ExchangeTiming time(const arch::ExchangePlan& plan,
                                    const std::vector<std::vector<arch::TileId>>& groups) const;

 private:
  arch::Machine machine_;
  std::vector<arch::TilePosition> positions_;
  bool ideal_;
};

}  // namespace bspike::sim
