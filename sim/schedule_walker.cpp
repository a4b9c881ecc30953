// Owns the walk over schedules.
#include "sim/schedule_walker.hpp"

#include <cstring>
#include <numeric>
#include <utility>

#include "arch/base/random.hpp"
#include "sim/fault_report.hpp"

namespace bspike::sim {

using arch::kNoIndex;
using arch::ScheduleKind;
using arch::ScheduleNode;

ScheduleWalker::ScheduleWalker(const WalkerInput& input, PhaseClock& clock)
    : in_(input),
      clock_(clock),
      tiles_(input.image.tiles),
      exchange_counts_(input.image.exchanges.size()) {}

bool ScheduleWalker::walk_setup() {
  schedule_ = &in_.image.setup;
  step_ = 0;
  return schedule_->nodes.empty() || walk(0);
}

bool ScheduleWalker::walk_step(std::uint64_t step) {
  schedule_ = &in_.image.step;
  step_ = step;
  return schedule_->nodes.empty() || walk(0);
}

bool ScheduleWalker::walk(std::uint32_t index) {
  const ScheduleNode& node = schedule_->nodes.at(index);
  switch (node.kind) {
    case ScheduleKind::kSequence:
      for (const std::uint32_t child : node.children)
        if (!walk(child)) return false;
      return true;
    case ScheduleKind::kRepeat:
      return walk_repeat(node);
    case ScheduleKind::kSuperstep:
      return walk_superstep(index);
    case ScheduleKind::kHostIn:
    case ScheduleKind::kHostOut:
      walk_host(node);
      return true;
  }
  return true;
}

bool ScheduleWalker::walk_repeat(const ScheduleNode& node) {
  static const std::vector<arch::TileId> no_tiles;
  const auto& tiles = node.group == kNoIndex ? no_tiles : in_.image.groups.at(node.group);
  for (std::uint32_t trip = 0; trip < node.count; ++trip) {
    // Modulo 2^32, as a tile adds.
    const auto counter =
        static_cast<std::uint32_t>(node.first) + trip * static_cast<std::uint32_t>(node.step);
    for (const arch::TileId tile : tiles)
      in_.memory.write_word(tile, node.counter_address, counter);
    clock_.repeat_trip(tiles);
    if (!walk(node.children.at(0))) return false;
  }
  return true;
}

bool ScheduleWalker::walk_superstep(std::uint32_t index) {
  const ScheduleNode& node = schedule_->nodes.at(index);
  host_.superstep();
  if (!compute(index)) return false;
  if (node.exchange != kNoIndex) {
    copy(in_.image.exchanges.at(node.exchange));
    ++exchange_counts_[node.exchange];
  }
  clock_.exchange(node.exchange);
  return true;
}

SuperstepRecord ScheduleWalker::record_of(std::uint32_t index) const {
  const ScheduleNode& node = schedule_->nodes[index];
  SuperstepRecord record;
  record.node = index;
  record.setup = schedule_ == &in_.image.setup;
  record.step = step_;
  record.participants =
      (record.setup ? in_.plan.setup_participants : in_.plan.step_participants).at(index);
  if (node.exchange != kNoIndex)
    record.exchange_bytes = in_.plan.traffic.at(node.exchange).bytes_sent;
  return record;
}

bool ScheduleWalker::compute(std::uint32_t index) {
  const std::uint32_t set_index = schedule_->nodes[index].compute_set;
  std::span<const arch::TileWork> work;
  counts_.clear();
  if (set_index != kNoIndex) {
    const arch::ComputeSet& set = in_.image.compute_sets.at(set_index);
    if (!run_tiles(index, set)) return false;
    work = set.work;
  }
  clock_.compute({record_of(index), work, counts_});
  return true;
}

bool ScheduleWalker::run_tiles(std::uint32_t index, const arch::ComputeSet& set) {
  counts_.resize(set.work.size());
  shuffle(set.work.size());
  for (const std::uint32_t slot : order_) {
    const arch::TileWork& work = set.work[slot];
    const TileEntry& entry = in_.plan.entries.at(work.tile);
    const Fault fault =
        in_.executor.run(*in_.programs.at(entry.program), in_.memory.tile(work.tile),
                         entry.code_base, entry.scratch_base, work.launch_address, counts_[slot]);
    tiles_[work.tile].issue_slots += counts_[slot].issue_slots;
    tiles_[work.tile].instructions += counts_[slot].instructions;
    instructions_ += counts_[slot].instructions;
    if (fault.kind != FaultKind::kNone) {
      report(fault, work, index);
      return false;
    }
  }
  return true;
}

// The order in which the host runs the tiles of a compute set: ascending, or shuffled so that a
// dependence between tiles shows.
void ScheduleWalker::shuffle(std::size_t count) {
  order_.resize(count);
  std::iota(order_.begin(), order_.end(), 0u);
  ++compute_phases_;
  if (in_.shuffle_seed == 0) return;
  for (std::size_t left = count; left > 1; --left) {
    const std::uint64_t pick =
        arch::base::random_bits(in_.shuffle_seed, compute_phases_, left) % left;
    std::swap(order_[left - 1], order_[pick]);
  }
}

void ScheduleWalker::report(const Fault& fault, const arch::TileWork& work, std::uint32_t node) {
  const arch::TileProgram& program = in_.image.programs.at(in_.plan.entries.at(work.tile).program);
  fault_ = describe_fault(fault, program, work.tile);
  fault_.superstep = superstep_name(in_.image, schedule_->nodes[node]);
  fault_.step = step_;
}

namespace {

// Lays a run out in pieces at equal distances.
void copy_pieces(const ChipMemory& memory, const arch::Transfer& transfer, arch::TileId tile,
                 const std::byte* source) {
  const std::uint32_t pieces = transfer.pieces();
  const std::uint64_t reach =
      std::uint64_t{pieces - 1} * transfer.piece_stride + transfer.piece_bytes;
  std::byte* next = memory.range(tile, transfer.destination_address, reach);
  for (std::uint32_t i = 0; i < pieces; ++i) {
    std::memcpy(next, source, transfer.piece_bytes);
    next += transfer.piece_stride;
    source += transfer.piece_bytes;
  }
}

}  // namespace

// Receives overlap neither one another nor what their tile sends, so the order of copies is free,
// and what many tiles receive side by side is gathered first.
void ScheduleWalker::copy(const arch::ExchangePlan& plan) {
  const std::vector<arch::Transfer>& transfers = plan.transfers;
  for (std::size_t i = 0; i < transfers.size();) {
    const std::vector<arch::TileId>& tiles = in_.image.groups.at(transfers[i].group);
    if (tiles.size() > 1 && transfers[i].pieces() == 1) {
      i = multicast(transfers, i, tiles);
      continue;
    }
    for (const arch::TileId tile : tiles) copy_to(transfers[i], tile);
    ++i;
  }
}

void ScheduleWalker::copy_to(const arch::Transfer& transfer, arch::TileId tile) const {
  const std::byte* source =
      in_.memory.range(transfer.source, transfer.source_address, transfer.bytes);
  if (transfer.pieces() > 1) {
    copy_pieces(in_.memory, transfer, tile, source);
    return;
  }
  std::memmove(in_.memory.range(tile, transfer.destination_address, transfer.bytes), source,
               transfer.bytes);
}

// Transfers from `first` on to one group whose destinations follow on from each other; returns the
// one behind them.
std::size_t ScheduleWalker::multicast(const std::vector<arch::Transfer>& transfers,
                                      std::size_t first, const std::vector<arch::TileId>& tiles) {
  staging_.clear();
  std::size_t next = first;
  std::uint32_t end = transfers[first].destination_address;
  for (; next < transfers.size(); ++next) {
    const arch::Transfer& transfer = transfers[next];
    if (transfer.group != transfers[first].group || transfer.destination_address != end ||
        transfer.pieces() > 1) {
      break;
    }
    const std::byte* source =
        in_.memory.range(transfer.source, transfer.source_address, transfer.bytes);
    staging_.insert(staging_.end(), source, source + transfer.bytes);
    end += transfer.bytes;
  }
  const std::uint32_t address = transfers[first].destination_address;
  for (const arch::TileId tile : tiles) {
    std::memcpy(in_.memory.range(tile, address, staging_.size()), staging_.data(), staging_.size());
  }
  return next;
}

void ScheduleWalker::walk_host(const ScheduleNode& node) {
  const std::uint64_t bytes = in_.image.streams.at(node.stream).total_bytes();
  const bool to_chip = node.kind == ScheduleKind::kHostIn;
  staging_.assign(bytes, std::byte{0});
  if (to_chip)
    receive_stream(node.stream);
  else
    send_stream(node.stream);
  host_.transfer(to_chip ? bytes : 0, to_chip ? 0 : bytes);
  clock_.host({to_chip ? bytes : 0, to_chip ? 0 : bytes});
}

void ScheduleWalker::receive_stream(std::uint32_t stream) {
  in_.host.fill(stream, step_, staging_);
  const std::byte* next = staging_.data();
  for (const arch::StreamPiece& piece : in_.image.streams.at(stream).pieces) {
    for (const arch::TileId tile : in_.image.groups.at(piece.group))
      if (piece.bytes > 0)
        std::memcpy(in_.memory.range(tile, piece.address, piece.bytes), next, piece.bytes);
    next += piece.bytes;
  }
}

void ScheduleWalker::send_stream(std::uint32_t stream) {
  std::byte* next = staging_.data();
  for (const arch::StreamPiece& piece : in_.image.streams.at(stream).pieces) {
    const arch::TileId tile = in_.image.groups.at(piece.group).at(0);
    if (piece.bytes > 0)
      std::memcpy(next, in_.memory.range(tile, piece.address, piece.bytes), piece.bytes);
    next += piece.bytes;
  }
  in_.host.take(stream, step_, staging_);
}

}  // namespace bspike::sim
