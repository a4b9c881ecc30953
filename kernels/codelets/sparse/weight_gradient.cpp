// Owns sparse_weight_gradient_pair and sparse_weight_gradient: adds each sample's current gradient
// to the gradient rows of its listed ids, one entry behind the other, as ids may repeat.
#include "kernels/codelets/sparse/sparse_codelets.hpp"

namespace bspike::kernels {

namespace {

struct Cursor {
  Int gradient;
  Int ids, ids_stride;
  Int counts, count_stride;
  Int current;
};

Cursor emit_cursor(Builder& b) {
  return {b.argument("gradient"), b.argument("ids"),          b.argument("ids_stride"),
          b.argument("counts"),   b.argument("count_stride"), b.argument("current_gradient")};
}

// Runs `body` with each sample's count and the address of its list.
void for_samples(Builder& b, const Cursor& at,
                 const std::function<void(Int count, Int next_id)>& body) {
  b.loop("sample", b.argument("samples"), [&] {
    const Int count = b.integer();
    b.emit_independent(Op::kLd32r, {count, at.counts, at.count_stride});
    const Int next_id = b.copy(at.ids);
    add_to(b, at.ids, at.ids_stride);
    body(count, next_id);
  });
}

void with_samples(Builder& b, const std::function<void()>& body) {
  b.if_nonzero(b.argument("samples"), [&] {
    b.region("samples");
    body();
    b.region("exit");
  });
  b.exit();
}

void emit_two_neurons(Builder& b, const EmitContext& /*context*/) {
  with_samples(b, [&] {
    b.prepare_repeat_limit();
    const Cursor at = emit_cursor(b);
    for_samples(b, at, [&](Int count, Int next_id) {
      const F2 current = b.f2();
      load_next(b, current, at.current);
      b.repeat("spike", count, [&] {
        const Int id = b.integer();
        const F2 row = b.f2();
        load_id(b, id, next_id);
        b.emit(Op::kLda64x, {row, at.gradient, id});
        b.emit(Op::kF32v2add, {row, row, current});
        b.emit(Op::kSta64x, {row, at.gradient, id});
      });
    });
  });
}

// One listed id: its row, pair by pair.
void emit_row(Builder& b, Int row_address, Int current, const Builder::SplitTrips& pairs) {
  const Int next_current = b.copy(current);
  b.repeat("pair", pairs, [&] {
    const F2 row = b.f2();
    const F2 addend = b.f2();
    load_next(b, addend, next_current);
    b.emit(Op::kLda64, {row, row_address, b.zero(), 0});
    b.emit(Op::kF32v2add, {row, row, addend});
    store_next(b, row, row_address);
  });
}

void emit_rows(Builder& b, const EmitContext& /*context*/) {
  with_samples(b, [&] {
    b.prepare_repeat_limit();
    const Cursor at = emit_cursor(b);
    const auto pairs = b.split(b.argument("pairs"));
    const Int row_bytes = b.shift_left(b.argument("pairs"), 3);
    for_samples(b, at, [&](Int count, Int next_id) {
      b.if_nonzero(count, [&] {
        b.region("list");
        b.loop("spike", count, [&] {
          const Int row = b.integer();
          load_id(b, row, next_id);
          b.emit(Op::kMul, {row, row, row_bytes});
          add_to(b, row, at.gradient);
          emit_row(b, row, at.current, pairs);
        });
        b.region("sample");
      });
      add_to(b, at.current, row_bytes);
    });
  });
}

Trips sample_trips(const WorkSize& work) {
  const std::uint64_t samples = work.arguments.at("samples");
  Trips trips{{"entry", 1}, {"exit", 1}};
  if (samples == 0) return trips;
  trips["samples"] = 1;
  trips["sample"] = samples;
  return trips;
}

Trips pair_vertex_trips(const WorkSize& work, const EmitContext& context) {
  Trips trips = sample_trips(work);
  for (std::uint64_t b = 0; b < work.arguments.at("samples"); ++b)
    add_repeat_trips(trips, "spike", work.list_counts.at(b), context);
  return trips;
}

Trips rows_vertex_trips(const WorkSize& work, const EmitContext& context) {
  Trips trips = sample_trips(work);
  for (std::uint64_t b = 0; b < work.arguments.at("samples"); ++b) {
    const std::uint64_t spikes = work.list_counts.at(b);
    if (spikes == 0) continue;
    trips["list"] += 1;
    trips["spike"] += spikes;
    add_split_trips(trips, "pair", work.arguments.at("pairs"), spikes, context);
  }
  return trips;
}

Arguments arguments(const std::string& row) {
  return {address_argument("gradient", "f32 [ids]" + row + ", read and written"),
          address_argument("current_gradient", "f32 [samples]" + row),
          address_argument("ids", "u32 list of the first sample"),
          integer_argument("ids_stride", "bytes from one list to the next"),
          address_argument("counts", "u32, ids of the first sample"),
          integer_argument("count_stride", "bytes from one count to the next"),
          integer_argument("samples", "may be 0")};
}

WorkCount work_count(const WorkSize& work, std::uint64_t pairs) {
  const std::uint64_t samples = work.arguments.at("samples");
  std::uint64_t spikes = 0;
  for (std::uint64_t b = 0; b < samples; ++b) spikes += work.list_counts.at(b);
  return {2 * pairs * spikes, (8 * pairs + 4) * (spikes + samples), 8 * pairs * spikes};
}

}  // namespace

Codelet sparse_weight_gradient_pair_codelet() {
  Codelet codelet =
      single_worker_codelet("sparse_weight_gradient_pair", arguments("[2]"), pair_vertex_trips);
  codelet.emit = emit_two_neurons;
  codelet.inner = {
      "spike",
      1,
      "spike",
      {{Unit::kLoad, 2}, {Unit::kStore, 1}},
      "one id load, one row load, one row store; as a good compiler makes it, not pipelined"};
  codelet.count = [](const WorkSize& work) { return work_count(work, 1); };
  return codelet;
}

Codelet sparse_weight_gradient_codelet() {
  Codelet codelet =
      single_worker_codelet("sparse_weight_gradient", arguments("[2 pairs]"), rows_vertex_trips);
  codelet.arguments.push_back(integer_argument("pairs", "pairs of neurons, 1 or more"));
  codelet.emit = emit_rows;
  codelet.inner = {"pair",
                   1,
                   "spike and pair",
                   {{Unit::kLoad, 2}, {Unit::kStore, 1}},
                   "two loads, one store; as a good compiler makes it, not pipelined"};
  codelet.count = [](const WorkSize& work) { return work_count(work, work.arguments.at("pairs")); };
  return codelet;
}

}  // namespace bspike::kernels
