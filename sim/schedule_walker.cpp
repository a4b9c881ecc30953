// Owns the walk over schedules.
#include "sim/schedule_walker.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

#include "arch/base/random.hpp"
#include "sim/fault_report.hpp"

namespace bspike::sim {

using arch::kNoIndex;
using arch::ScheduleKind;
using arch::ScheduleNode;

namespace {

// A round of the pool costs about 10 us; below this much work it does not pay.
constexpr std::uint64_t kSlotsWorthThreads = 20'000;
constexpr std::uint64_t kBytesWorthThreads = 400'000;

}  // namespace

ScheduleWalker::ScheduleWalker(const WalkerInput& input, PhaseClock& clock)
    : in_(input),
      clock_(clock),
      last_slots_(input.image.compute_sets.size(), kSlotsWorthThreads),
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

// The clock hears of something.
template <class Tell>
void ScheduleWalker::tell(const Tell& what) {
  const Stopwatch watch(time_.clock_seconds);
  what();
}

bool ScheduleWalker::walk_repeat(const ScheduleNode& node) {
  const bool looks_ahead = !in_repeat_ && node.count > 1;
  const SlowSlots before = looks_ahead ? slow_slots() : SlowSlots{};
  const bool was_in_repeat = std::exchange(in_repeat_, true);
  for (std::uint32_t trip = 0; trip < node.count; ++trip) {
    if (!walk_trip(node, trip)) return false;
    if (looks_ahead && trip == 0) prepare_for(before, node.count - 1);
  }
  in_repeat_ = was_in_repeat;
  return true;
}

bool ScheduleWalker::walk_trip(const ScheduleNode& node, std::uint32_t trip) {
  static const std::vector<arch::TileId> no_tiles;
  const auto& tiles = node.group == kNoIndex ? no_tiles : in_.image.groups.at(node.group);
  // Modulo 2^32, as a tile adds.
  const auto counter =
      static_cast<std::uint32_t>(node.first) + trip * static_cast<std::uint32_t>(node.step);
  for (const arch::TileId tile : tiles) in_.memory.write_word(tile, node.counter_address, counter);
  tell([&] { clock_.repeat_trip(tiles); });
  return walk(node.children.at(0));
}

ScheduleWalker::SlowSlots ScheduleWalker::slow_slots() const {
  SlowSlots slots;
  for (const auto& program : in_.programs) slots.push_back(in_.executor.slow_slots(*program));
  return slots;
}

// The first trip tells what the others will be busy with.
void ScheduleWalker::prepare_for(const SlowSlots& before, std::uint64_t trips) {
  const Stopwatch watch(time_.execute_seconds);
  std::vector<std::function<void()>> calls;
  for (std::size_t i = 0; i < before.size(); ++i) {
    for (auto& call : in_.executor.preparations(*in_.programs[i], before[i], trips))
      calls.push_back(std::move(call));
  }
  in_.pool.run(calls.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) calls[i]();
  });
}

bool ScheduleWalker::walk_superstep(std::uint32_t index) {
  const ScheduleNode& node = schedule_->nodes.at(index);
  host_.superstep();
  if (!compute(index)) return false;
  if (node.exchange != kNoIndex) {
    const Stopwatch watch(time_.exchange_seconds);
    copy(node.exchange);
    ++exchange_counts_[node.exchange];
  }
  tell([&] { clock_.exchange(node.exchange); });
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
  tell([&] { clock_.compute({record_of(index), work, counts_}); });
  return true;
}

bool ScheduleWalker::run_tiles(std::uint32_t index, const arch::ComputeSet& set) {
  const Stopwatch watch(time_.execute_seconds);
  const std::size_t count = set.work.size();
  counts_.assign(count, {});
  faults_.assign(count, {});
  shuffle(count);
  const auto run_some = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) run_tile(set.work[order_[i]], order_[i]);
  };
  std::uint64_t& slots = last_slots_[schedule_->nodes[index].compute_set];
  if (slots < kSlotsWorthThreads) {
    run_some(0, count);
  } else {
    in_.pool.run(count, run_some);
  }
  slots = 0;
  for (std::size_t slot = 0; slot < count; ++slot) {
    TileWorkTotals& tile = tiles_[set.work[slot].tile];
    tile.issue_slots += counts_[slot].issue_slots;
    tile.instructions += counts_[slot].instructions;
    instructions_ += counts_[slot].instructions;
    slots += counts_[slot].issue_slots;
  }
  const auto faulty = std::ranges::find_if(
      faults_, [](const Fault& fault) { return fault.kind != FaultKind::kNone; });
  if (faulty == faults_.end()) return true;
  report(*faulty, set.work[static_cast<std::size_t>(faulty - faults_.begin())], index);
  return false;
}

void ScheduleWalker::run_tile(const arch::TileWork& work, std::size_t slot) {
  const TileEntry& entry = in_.plan.entries.at(work.tile);
  faults_[slot] =
      in_.executor.run(*in_.programs.at(entry.program), in_.memory.tile(work.tile), entry.code_base,
                       entry.scratch_base, work.launch_address, counts_[slot]);
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

// Receives overlap neither one another nor what their tile sends, so the order of copies is free.
void ScheduleWalker::copy(std::uint32_t exchange) const {
  const std::size_t count = in_.image.exchanges.at(exchange).transfers.size();
  const auto copy_some = [&](std::size_t begin, std::size_t end) {
    copy_range(exchange, begin, end);
  };
  if (in_.plan.traffic[exchange].bytes_received < kBytesWorthThreads) {
    copy_some(0, count);
  } else {
    in_.pool.run(count, copy_some);
  }
}

// What many tiles receive side by side is gathered first.
void ScheduleWalker::copy_range(std::uint32_t exchange, std::size_t begin, std::size_t end) const {
  const std::span transfers(in_.image.exchanges.at(exchange).transfers);
  for (std::size_t i = begin; i < end;) {
    const std::vector<arch::TileId>& tiles = in_.image.groups.at(transfers[i].group);
    if (tiles.size() > 1 && transfers[i].pieces() == 1) {
      i += multicast(transfers.subspan(i, end - i), tiles);
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

// The first transfers to one group whose destinations follow on from each other; returns how many.
std::size_t ScheduleWalker::multicast(std::span<const arch::Transfer> transfers,
                                      const std::vector<arch::TileId>& tiles) const {
  static thread_local std::vector<std::byte> gathered;
  gathered.clear();
  std::size_t count = 0;
  std::uint32_t end = transfers[0].destination_address;
  for (; count < transfers.size(); ++count) {
    const arch::Transfer& transfer = transfers[count];
    if (transfer.group != transfers[0].group || transfer.destination_address != end ||
        transfer.pieces() > 1) {
      break;
    }
    const std::byte* source =
        in_.memory.range(transfer.source, transfer.source_address, transfer.bytes);
    gathered.insert(gathered.end(), source, source + transfer.bytes);
    end += transfer.bytes;
  }
  const std::uint32_t address = transfers[0].destination_address;
  for (const arch::TileId tile : tiles) {
    std::memcpy(in_.memory.range(tile, address, gathered.size()), gathered.data(), gathered.size());
  }
  return count;
}

void ScheduleWalker::walk_host(const ScheduleNode& node) {
  const std::uint64_t bytes = in_.image.streams.at(node.stream).total_bytes();
  const bool to_chip = node.kind == ScheduleKind::kHostIn;
  {
    const Stopwatch watch(time_.stream_seconds);
    staging_.assign(bytes, std::byte{0});
    if (to_chip)
      receive_stream(node.stream);
    else
      send_stream(node.stream);
  }
  host_.transfer(to_chip ? bytes : 0, to_chip ? 0 : bytes);
  tell([&] { clock_.host({to_chip ? bytes : 0, to_chip ? 0 : bytes, node.stream}); });
}

void ScheduleWalker::end_call(double host_seconds) {
  host_.end_call();
  clock_.end_call(host_seconds);
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
