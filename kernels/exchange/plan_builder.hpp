// Owns exchange plans while they are made: tile groups and whole plans are interned, so that equal
// ones are stored and charged once.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "arch/program/exchange_plan.hpp"

namespace bspike::kernels {

// Tile sets, ascending, each once.
class GroupTable {
 public:
  std::uint32_t intern(std::vector<arch::TileId> tiles);  // any order, no tile twice
  std::uint32_t single(arch::TileId tile) { return intern({tile}); }
  [[nodiscard]] const std::vector<std::vector<arch::TileId>>& groups() const { return groups_; }

 private:
  std::vector<std::vector<arch::TileId>> groups_;
  std::map<std::vector<arch::TileId>, std::uint32_t> indices_;
};

// A buffer of one tile that takes part in an exchange.
struct TileBuffer {
  arch::TileId tile = 0;
  std::uint32_t address = 0;
  std::uint32_t bytes = 0;
};

// Every source's block to all of the group, side by side from `destination` on.
[[nodiscard]] std::vector<arch::Transfer> gather_multicast(std::span<const TileBuffer> sources,
                                                           std::uint32_t group,
                                                           std::uint32_t destination);

// transfer(i, j) for each source i and destination j, in rounds: in round k source i sends to
// destination i + k, so that sources meet at a receiver as little as can be.
template <class TransferFn>
[[nodiscard]] std::vector<arch::Transfer> all_to_all(std::size_t sources, std::size_t destinations,
                                                     const TransferFn& transfer) {
  std::vector<arch::Transfer> transfers;
  transfers.reserve(sources * destinations);
  for (std::size_t round = 0; round < destinations; ++round) {
    for (std::size_t i = 0; i < sources; ++i) {
      transfers.push_back(transfer(i, (i + round) % destinations));
    }
  }
  return transfers;
}

class PlanTable {
 public:
  // Index of the plan with these transfers; kNoIndex for none. The first name stays.
  std::uint32_t intern(const std::string& name, const std::vector<arch::Transfer>& transfers);
  [[nodiscard]] const std::vector<arch::ExchangePlan>& plans() const { return plans_; }

 private:
  std::vector<arch::ExchangePlan> plans_;
};

}  // namespace bspike::kernels
