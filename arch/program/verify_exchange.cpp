// Owns the check of exchange plans: word-aligned transfers between data regions, and no tile whose
// memory is written twice, or written and sent, in one exchange.
#include <algorithm>
#include <tuple>

#include "arch/program/text_forms.hpp"
#include "arch/program/verify.hpp"

namespace bspike::arch {

namespace {

// Bytes [begin, end) of a tile that a transfer touches.
struct TouchedRange {
  TileId tile = 0;
  bool received = false;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint32_t transfer = 0;
};

using RangesByTile = std::vector<std::vector<TouchedRange>>;

std::string transfer_text(std::uint32_t transfer) { return "transfer " + std::to_string(transfer); }

// What else overlaps itself, or is in more pieces than memory has words.
bool has_sound_pieces(const Transfer& transfer) {
  return transfer.piece_bytes == 0 ||
         (transfer.bytes % transfer.piece_bytes == 0 && transfer.piece_bytes % 4 == 0 &&
          transfer.piece_stride % 4 == 0 && transfer.piece_stride >= transfer.piece_bytes);
}

void check_shape(ImageCheck& check, const std::string& where, const std::string& name,
                 const Transfer& transfer) {
  if (transfer.bytes == 0 || transfer.bytes % 4 != 0)
    check.breach(where, name + " moves " + std::to_string(transfer.bytes) +
                            " bytes, not a positive multiple of 4");
  if (transfer.source_address % 4 != 0 || transfer.destination_address % 4 != 0)
    check.breach(where, name + " has an address that is not a multiple of 4");
  if (!has_sound_pieces(transfer))
    check.breach(where, name + " has pieces of " + std::to_string(transfer.piece_bytes) +
                            " bytes, " + std::to_string(transfer.piece_stride) +
                            " apart, which do not make up its " + std::to_string(transfer.bytes) +
                            " bytes");
  if (transfer.group >= check.image.groups.size())
    check.breach(where, name + " goes to group " + std::to_string(transfer.group) +
                            ", which the image does not have");
}

void add_range(ImageCheck& check, const std::string& where, RangesByTile& ranges,
               const TouchedRange& range) {
  const std::uint64_t bytes = range.end - range.begin;
  if (!check.is_data_range(range.tile, range.begin, bytes))
    return check.breach(where, transfer_text(range.transfer) +
                                   (range.received ? " writes " : " reads ") +
                                   check.range_text(range.tile, range.begin, bytes) +
                                   ", which lie in no data region");
  ranges[range.tile].push_back(range);
}

// Piece by piece.
void add_received(ImageCheck& check, const std::string& where, RangesByTile& ranges, TileId tile,
                  const Transfer& transfer, std::uint32_t index) {
  const std::uint32_t bytes = transfer.piece_bytes == 0 ? transfer.bytes : transfer.piece_bytes;
  for (std::uint32_t i = 0; i < transfer.pieces() && !check.full(); ++i) {
    const std::uint64_t begin =
        transfer.destination_address + std::uint64_t{i} * transfer.piece_stride;
    add_range(check, where, ranges, {tile, true, begin, begin + bytes, index});
  }
}

RangesByTile touched_ranges(ImageCheck& check, const std::string& where, const ExchangePlan& plan) {
  RangesByTile ranges(check.machine.chip.tiles);
  for (std::uint32_t i = 0; i < plan.transfers.size() && !check.full(); ++i) {
    const Transfer& transfer = plan.transfers[i];
    check_shape(check, where, transfer_text(i), transfer);
    add_range(check, where, ranges,
              {transfer.source, false, transfer.source_address,
               std::uint64_t{transfer.source_address} + transfer.bytes, i});
    if (!has_sound_pieces(transfer)) continue;
    for (const TileId tile : check.group_or_none(transfer.group))
      add_received(check, where, ranges, tile, transfer, i);
  }
  return ranges;
}

void report_overlap(ImageCheck& check, const std::string& where, const TouchedRange& before,
                    const TouchedRange& range) {
  const std::uint64_t bytes = std::min(before.end, range.end) - range.begin;
  check.breach(where, check.range_text(range.tile, range.begin, bytes) + " are " +
                          (before.received ? "written" : "sent") + " by " +
                          transfer_text(before.transfer) + " and " +
                          (range.received ? "written" : "sent") + " by " +
                          transfer_text(range.transfer));
}

// Sweeps one tile upwards, keeping the received and the sent range that reach furthest.
void check_overlaps(ImageCheck& check, const std::string& where,
                    std::vector<TouchedRange>& ranges) {
  const auto order = [](const TouchedRange& range) {
    return std::tuple(range.begin, range.end, range.transfer, range.received);
  };
  std::sort(ranges.begin(), ranges.end(),
            [&](const TouchedRange& a, const TouchedRange& b) { return order(a) < order(b); });
  TouchedRange received;
  TouchedRange sent;
  for (const TouchedRange& range : ranges) {
    if (received.end > range.begin) report_overlap(check, where, received, range);
    if (range.received && sent.end > range.begin) report_overlap(check, where, sent, range);
    TouchedRange& furthest = range.received ? received : sent;
    if (furthest.end < range.end) furthest = range;
  }
}

}  // namespace

void check_exchanges(ImageCheck& check) {
  for (const ExchangePlan& plan : check.image.exchanges) {
    const std::string where = "exchange '" + plan.name + "'";
    for (std::vector<TouchedRange>& ranges : touched_ranges(check, where, plan))
      check_overlaps(check, where, ranges);
  }
}

}  // namespace bspike::arch
