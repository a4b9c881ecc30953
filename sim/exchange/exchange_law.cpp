// Owns the exchange law's arithmetic; the law itself stands in exchange_law.hpp.
#include "sim/exchange/exchange_law.hpp"

#include <algorithm>
#include <string_view>

#include "arch/exchange/exchange_code.hpp"
#include "arch/exchange/topology.hpp"

namespace bspike::sim {

namespace {

constexpr std::string_view kIdealMode = "ideal";

// A tile while the plan is walked.
struct TileState {
  TileExchange result;
  arch::SendCounter sends;
  arch::ReceiveCounter receives;
  std::uint64_t last_end_cycles = 0;  // of its last message in, without the tail
  bool takes_part = false;
};

std::uint64_t cycles_of(std::uint64_t bytes, std::uint32_t bytes_per_cycle) {
  return (bytes + bytes_per_cycle - 1) / bytes_per_cycle;
}

// Walks a plan once, message by message.
class PlanWalk {
 public:
  PlanWalk(const arch::Machine& machine, const std::vector<arch::TilePosition>& positions)
      : machine_(machine), positions_(positions), tiles_(positions.size()) {}

  void add(const arch::Transfer& transfer, const std::vector<arch::TileId>& receivers) {
    const std::uint64_t words = cycles_of(transfer.bytes, machine_.exchange.bytes_per_cycle);
    TileState& sender = tiles_.at(transfer.source);
    const std::uint64_t send_start = sender.result.send_end_cycles;
    sender.takes_part = true;
    sender.result.send_end_cycles += words;
    sender.result.bytes_sent += transfer.bytes;
    sender.result.instructions += sender.sends.add(machine_.exchange, transfer);
    for (const arch::TileId tile : receivers) receive(transfer, tile, send_start, words);
  }

  [[nodiscard]] ExchangeTiming finish(bool ideal) {
    ExchangeTiming timing;
    for (std::size_t tile = 0; tile < tiles_.size(); ++tile) {
      TileState& state = tiles_[tile];
      if (!state.takes_part) continue;
      state.result.tile = static_cast<arch::TileId>(tile);
      if (ideal)
        finish_ideal(state);
      else
        finish_static(state);
      timing.bytes_sent += state.result.bytes_sent;
      timing.bytes_received += state.result.bytes_received;
      timing.longest_cycles = std::max(timing.longest_cycles, state.result.exchange_cycles);
      timing.tiles.push_back(state.result);
    }
    return timing;
  }

 private:
  void receive(const arch::Transfer& transfer, arch::TileId tile, std::uint64_t send_start,
               std::uint64_t words) {
    TileState& state = tiles_.at(tile);
    const arch::TilePosition& here = positions_[tile];
    const std::uint64_t arrival =
        send_start + arch::route_latency_cycles(machine_, positions_[transfer.source], here);
    const std::uint64_t start = std::max(arrival, ready_cycles(state, transfer, here));
    if (!state.receives.started())
      state.result.receive_start_cycles = start;
    else if (state.receives.selects(transfer))
      ++state.result.source_changes;
    state.takes_part = true;
    state.last_end_cycles = start + words;
    state.result.bytes_received += transfer.bytes;
    state.result.instructions += state.receives.add(transfer);
  }

  // When the receiver can take the message's first word.
  [[nodiscard]] std::uint64_t ready_cycles(const TileState& state, const arch::Transfer& transfer,
                                           const arch::TilePosition& here) const {
    const arch::ExchangeSection& law = machine_.exchange;
    if (!state.receives.started())
      return law.listen_setup_cycles + std::uint64_t{law.listen_setup_cycles_per_row} * here.row;
    const bool changes = state.receives.selects(transfer);
    return state.last_end_cycles + (changes ? law.source_change_dead_cycles : 0);
  }

  void finish_static(TileState& state) const {
    TileExchange& result = state.result;
    if (state.receives.started())
      result.receive_end_cycles = state.last_end_cycles + machine_.exchange.message_tail_cycles;
    result.exchange_cycles = std::max(
        {result.send_end_cycles, result.receive_end_cycles, std::uint64_t{result.instructions}});
  }

  void finish_ideal(TileState& state) const {
    TileExchange& result = state.result;
    result.send_end_cycles = cycles_of(result.bytes_sent, machine_.exchange.bytes_per_cycle);
    result.receive_start_cycles = 0;
    result.receive_end_cycles = cycles_of(result.bytes_received, machine_.exchange.bytes_per_cycle);
    result.exchange_cycles = std::max(result.send_end_cycles, result.receive_end_cycles);
  }

  const arch::Machine& machine_;
  const std::vector<arch::TilePosition>& positions_;
  std::vector<TileState> tiles_;
};

std::vector<arch::TilePosition> positions_of(const arch::Machine& machine) {
  std::vector<arch::TilePosition> positions;
  positions.reserve(machine.chip.tiles);
  for (arch::TileId tile = 0; tile < machine.chip.tiles; ++tile)
    positions.push_back(arch::position(machine, tile));
  return positions;
}

}  // namespace

ExchangeLaw::ExchangeLaw(const arch::Machine& machine)
    : machine_(machine),
      positions_(positions_of(machine)),
      ideal_(arch::exchange_mode_names().at(static_cast<std::size_t>(machine.exchange.mode)) ==
             kIdealMode) {}

ExchangeTiming ExchangeLaw::time(const arch::ExchangePlan& plan,
                                 const std::vector<std::vector<arch::TileId>>& groups) const {
  PlanWalk walk(machine_, positions_);
  for (const arch::Transfer& transfer : plan.transfers)
    walk.add(transfer, groups.at(transfer.group));
  return walk.finish(ideal_);
}

}  // namespace bspike::sim
