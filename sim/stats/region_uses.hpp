// Owns which regions of one tile a superstep or host transfer touches, as far as the Image tells.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "arch/program/image.hpp"

namespace bspike::sim {

class RegionUses {
 public:
  // `image` and `tile` outlive this.
  RegionUses(const arch::Image& image, const arch::TileImage& tile);

  // Indices into TileImage::regions that the leaf `node` of a schedule touches.
  [[nodiscard]] std::set<std::size_t> of(const arch::ScheduleNode& node) const;

 private:
  using Found = std::set<std::size_t>;

  void collect_blocks();
  [[nodiscard]] std::uint32_t word_at(std::uint32_t address) const;
  [[nodiscard]] bool in_vertex_state(std::uint32_t address) const;
  [[nodiscard]] std::vector<std::uint32_t> block(std::uint32_t address) const;
  [[nodiscard]] bool receives(std::uint32_t group) const;
  void add(Found& found, std::uint32_t address) const;
  void add_block(Found& found, std::set<std::uint32_t>& seen, std::uint32_t address) const;
  void add_compute(Found& found, const arch::ComputeSet& set) const;
  void add_exchange(Found& found, const arch::ExchangePlan& plan) const;
  void add_stream(Found& found, const arch::StreamInfo& stream) const;

  const arch::Image& image_;
  const arch::TileImage& tile_;
  std::vector<std::byte> memory_;   // of the tile, before the run
  std::set<std::uint32_t> starts_;  // of argument blocks, launch tables and what they point to
};

}  // namespace bspike::sim
