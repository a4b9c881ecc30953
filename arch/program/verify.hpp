// Owns what the checks of an Image share: the gathered breaches, and look-ups that survive wrong
// indices. Contract: each check_* adds breaches of one contract and never trusts another's.
#pragma once

#include <string>
#include <vector>

#include "arch/base/diagnostics.hpp"
#include "arch/machine/machine.hpp"
#include "arch/program/image.hpp"

namespace bspike::arch {

class ImageCheck {
 public:
  ImageCheck(const Image& image, const Machine& machine);

  const Image& image;
  const Machine& machine;

  // Adds a breach: where in the image, and what is wrong. Past a hundred they are only counted.
  void breach(const std::string& where, const std::string& problem);
  [[nodiscard]] bool full() const { return breaches_ >= kListed; }
  // Throws CompileError if there was any.
  void throw_if_any();

  // nullptr for tiles that hold nothing or do not exist.
  [[nodiscard]] const TileImage* tile_image(TileId tile) const;
  // The program a tile runs; nullptr for none or a wrong index.
  [[nodiscard]] const TileProgram* program_of(TileId tile) const;
  // The region that holds all of [address, address + bytes); nullptr for none.
  [[nodiscard]] const MemoryRegion* region_of(TileId tile, std::uint64_t address,
                                              std::uint64_t bytes) const;
  // True if the range lies in one region that data may occupy (not code, not reserved).
  [[nodiscard]] bool is_data_range(TileId tile, std::uint64_t address, std::uint64_t bytes) const;
  // Empty if `group` is no group of the image.
  [[nodiscard]] const std::vector<TileId>& group_or_none(std::uint32_t group) const;

  [[nodiscard]] std::string range_text(TileId tile, std::uint64_t address,
                                       std::uint64_t bytes) const;

 private:
  void add(const std::string& where, const std::string& problem);

  static constexpr std::size_t kListed = 100;
  std::vector<const TileImage*> tile_images_;  // by tile
  base::DiagnosticSink sink_;
  std::size_t breaches_ = 0;
};

void check_target(ImageCheck& check);
void check_groups(ImageCheck& check);
void check_programs(ImageCheck& check);
void check_memory(ImageCheck& check);
void check_compute_sets(ImageCheck& check);
void check_exchanges(ImageCheck& check);
void check_schedules(ImageCheck& check);
void check_streams(ImageCheck& check);
void check_tensors(ImageCheck& check);
void check_series(ImageCheck& check);

}  // namespace bspike::arch
