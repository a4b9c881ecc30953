// Owns the exchange of one superstep, planned at compile time: who sends which bytes from where, to
// whom, at which address. Contract: transfers of one source are in send order; a receiver's
// transfers arrive in plan order; receives never overlap in a tile's memory, nor with what the same
// tile sends in this exchange; sizes and addresses are multiples of 4.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arch/machine/machine.hpp"

namespace bspike::arch {

// One contiguous run at its source. A multicast is one transfer: every tile of the group receives
// it at the same address. The receiver may lay the run out in pieces at equal distances: piece i
// goes to destination_address + i * piece_stride.
struct Transfer {
  TileId source = 0;
  std::uint32_t group = 0;  // index into Image::groups
  std::uint32_t source_address = 0;
  std::uint32_t destination_address = 0;
  std::uint32_t bytes = 0;
  std::uint32_t piece_bytes = 0;   // divides `bytes`; 0: one piece
  std::uint32_t piece_stride = 0;  // bytes, at least piece_bytes; 0 for one piece

  [[nodiscard]] std::uint32_t pieces() const { return piece_bytes == 0 ? 1 : bytes / piece_bytes; }
};

struct ExchangePlan {
  std::string name;
  std::vector<Transfer> transfers;
};

}  // namespace bspike::arch
