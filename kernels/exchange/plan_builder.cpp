// Owns the interning of groups and plans, and the multicast pattern.
#include "kernels/exchange/plan_builder.hpp"

#include <algorithm>

#include "arch/program/schedule.hpp"

namespace bspike::kernels {
namespace {

bool same(const arch::Transfer& a, const arch::Transfer& b) {
  return a.source == b.source && a.group == b.group && a.source_address == b.source_address &&
         a.destination_address == b.destination_address && a.bytes == b.bytes &&
         a.piece_bytes == b.piece_bytes && a.piece_stride == b.piece_stride;
}

}  // namespace

std::uint32_t GroupTable::intern(std::vector<arch::TileId> tiles) {
  std::sort(tiles.begin(), tiles.end());
  const auto [entry, added] =
      indices_.emplace(std::move(tiles), static_cast<std::uint32_t>(groups_.size()));
  if (added) groups_.push_back(entry->first);
  return entry->second;
}

std::vector<arch::Transfer> gather_multicast(std::span<const TileBuffer> sources,
                                             std::uint32_t group, std::uint32_t destination) {
  std::vector<arch::Transfer> transfers;
  for (const TileBuffer& block : sources) {
    transfers.push_back({block.tile, group, block.address, destination, block.bytes});
    destination += block.bytes;
  }
  return transfers;
}

std::uint32_t PlanTable::intern(const std::string& name,
                                const std::vector<arch::Transfer>& transfers) {
  if (transfers.empty()) return arch::kNoIndex;
  const auto found =
      std::find_if(plans_.begin(), plans_.end(), [&](const arch::ExchangePlan& plan) {
        return std::equal(plan.transfers.begin(), plan.transfers.end(), transfers.begin(),
                          transfers.end(), same);
      });
  const auto index = static_cast<std::uint32_t>(found - plans_.begin());
  if (found == plans_.end()) plans_.push_back({name, transfers});
  return index;
}

}  // namespace bspike::kernels
