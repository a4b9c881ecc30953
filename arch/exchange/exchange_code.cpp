// Owns the count of exchange instructions of a whole plan.
#include "arch/exchange/exchange_code.hpp"

namespace bspike::arch {

std::vector<std::uint32_t> exchange_instructions(const Machine& machine, const ExchangePlan& plan,
                                                 const std::vector<std::vector<TileId>>& groups) {
  std::vector<std::uint32_t> instructions(machine.chip.tiles);
  std::vector<SendCounter> senders(machine.chip.tiles);
  std::vector<ReceiveCounter> receivers(machine.chip.tiles);
  for (const Transfer& transfer : plan.transfers) {
    instructions.at(transfer.source) += senders[transfer.source].add(machine.exchange, transfer);
    for (const TileId tile : groups.at(transfer.group))
      instructions.at(tile) += receivers[tile].add(transfer);
  }
  return instructions;
}

}  // namespace bspike::arch
