// Owns how many exchange instructions a plan costs each tile: they occupy code memory and issue
// one a cycle. Contract: one pass in plan order; tiles that take no part have none.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "arch/machine/machine.hpp"
#include "arch/program/exchange_plan.hpp"

namespace bspike::arch {

// Counts along a tile's sends. A contiguous run of words is one send, the first of a phase at most
// first_send_words, later ones at most send_words long; data that follow on in memory continue it.
class SendCounter {
 public:
  // Instructions that one more transfer adds.
  std::uint32_t add(const ExchangeSection& exchange, const Transfer& transfer) {
    const bool continues = started_ && transfer.source_address == next_address_;
    std::uint32_t words = (transfer.bytes + 3) / 4;
    next_address_ = transfer.source_address + transfer.bytes;
    if (!continues) room_ = 0;
    std::uint32_t instructions = 0;
    while (words > room_) {
      words -= room_;
      room_ = std::max(1u, started_ ? exchange.send_words : exchange.first_send_words);
      started_ = true;
      ++instructions;
    }
    room_ -= words;
    return instructions;
  }

 private:
  std::uint32_t next_address_ = 0;
  std::uint32_t room_ = 0;  // words the current send can still take
  bool started_ = false;
};

// Counts along a tile's receives: one instruction to select a source unless it stays, one to set
// the receive pointer unless the data follow on in memory (the pointer increments itself).
class ReceiveCounter {
 public:
  // True if the transfer comes from another source than the one before, or is the first.
  [[nodiscard]] bool selects(const Transfer& transfer) const {
    return !started_ || transfer.source != source_;
  }
  [[nodiscard]] bool started() const { return started_; }

  std::uint32_t add(const Transfer& transfer) {
    const bool selecting = selects(transfer);
    const bool pointing = !started_ || transfer.destination_address != next_address_;
    const std::uint32_t pieces = transfer.pieces();
    const bool spread = pieces > 1 && transfer.piece_stride != transfer.piece_bytes;
    started_ = true;
    source_ = transfer.source;
    next_address_ = transfer.destination_address + transfer.bytes;
    if (spread) next_address_ += (pieces - 1) * (transfer.piece_stride - transfer.piece_bytes);
    return (selecting ? 1u : 0u) + (pointing ? 1u : 0u) + (spread ? pieces - 1 : 0u);
  }

 private:
  TileId source_ = 0;
  std::uint32_t next_address_ = 0;
  bool started_ = false;
};

// By tile, all tiles of the chip.
[[nodiscard]] std::vector<std::uint32_t> exchange_instructions(
    const Machine& machine, const ExchangePlan& plan,
    const std::vector<std::vector<TileId>>& groups);

}  // namespace bspike::arch
