// Owns the shorthands that codelets share: stepping accesses, history addresses, shared work.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "kernels/emit/builder.hpp"

namespace bspike::kernels {

using Unit = arch::isa::ExecUnit;

// Accesses that step their pointer. Loads are independent of the codelet's stores: use them for
// what this worker has not written just before.
void load_next(Builder& b, F2 destination, Int pointer);
void load_next(Builder& b, F1 destination, Int pointer);
void store_next(Builder& b, F2 source, Int pointer);
void store_next(Builder& b, F1 source, Int pointer);

void add_to(Builder& b, Int destination, Int addend);

// Registers filled at once: both halves 0.
void clear(Builder& b, F2 destination);

// base + t * stride of a history.
struct HistoryNames {
  std::string base, stride, counter;
};
struct HistorySlots {
  Int slot;    // address of slot t
  Int stride;  // bytes to slot t + 1
};
[[nodiscard]] HistorySlots history_slots(Builder& b, const HistoryNames& names);

// --- Work of this worker: a contiguous share of elementwise work -----------------------------

struct PairShare {
  Int offset_bytes;  // from the first pair to this worker's first
  Int last;          // pairs of this worker less one
};

// Splits `pairs` among the workers and runs `body` (region "worker") where the share isn't empty;
// then exits.
void with_pair_share(Builder& b, const std::function<void(const PairShare&)>& body);

// Pairs of a worker, as the code computes them.
[[nodiscard]] std::uint64_t shared_pairs(std::uint64_t pairs, const EmitContext& context,
                                         std::uint32_t worker);
// Regions of with_pair_share around a repeat named "pair" of one trip less than the share.
[[nodiscard]] Trips pair_trips(const WorkSize& work, const EmitContext& context,
                               std::uint32_t worker);

// The pipelined elementwise loop: body(false) for all pairs but the last, which gets body(true) and
// must not load what follows.
void for_pairs(Builder& b, const PairShare& share, const std::function<void(bool last)>& body);

// --- Work of this worker: every W-th item ----------------------------------------------------

// Runs body for items worker, worker + W, ... below `items`, in region `name`; then exits.
void for_strided_items(Builder& b, const std::string& name, Int items,
                       const std::function<void()>& body);
[[nodiscard]] std::uint64_t strided_items(std::uint64_t items, std::uint32_t stride,
                                          std::uint32_t worker);

// Pieces of a hardware repeat.
[[nodiscard]] std::uint64_t repeat_chunks(std::uint64_t trips, const EmitContext& context);

// Adds the executions of Builder::repeat over split trips, `times` times.
void add_split_trips(Trips& trips, const std::string& name, std::uint64_t count,
                     std::uint64_t times, const EmitContext& context);

}  // namespace bspike::kernels
