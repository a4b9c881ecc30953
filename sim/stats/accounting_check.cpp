// Owns the identities that every result satisfies.
#include "sim/stats/accounting_check.hpp"

#include <stdexcept>

namespace bspike::sim {

namespace {

void require(bool holds, const std::string& what) {
  if (!holds) throw std::logic_error("the run's accounts do not close: " + what);
}

void check_tiles(const RunResult& result) {
  std::uint64_t sent = 0, received = 0;
  for (std::size_t tile = 0; tile < result.tiles.size(); ++tile) {
    const TileTimes& times = result.tiles[tile];
    const std::uint64_t sum =
        times.compute_cycles + times.wait_cycles + times.sync_cycles + times.exchange_cycles;
    const std::uint64_t elapsed = result.timed && times.active ? result.total_cycles : 0;
    require(sum == elapsed, "the parts of tile " + std::to_string(tile) + " are " +
                                std::to_string(sum) + " of " + std::to_string(elapsed) + " cycles");
    require(times.launch_cycles <= times.compute_cycles,
            "tile " + std::to_string(tile) + " launches for longer than it computes");
    sent += times.bytes_sent;
    received += times.bytes_received;
  }
  require(sent == result.exchange_bytes_sent, "bytes sent by tiles and in total differ");
  require(received == result.exchange_bytes_received,
          "bytes received by tiles and in total differ");
}

}  // namespace

void check_accounting(const RunResult& result) {
  check_tiles(result);
  require(result.phases.total() == result.total_cycles,
          "the critical path has " + std::to_string(result.phases.total()) + " of " +
              std::to_string(result.total_cycles) + " cycles");
  require(!result.timed || result.supersteps_total == 0 || result.instructions == 0 ||
              result.total_cycles > 0,
          "work took no time");
}

}  // namespace bspike::sim
