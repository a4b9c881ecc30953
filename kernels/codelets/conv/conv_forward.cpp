// Owns conv_forward: the sums of a convolution, for two channels at four positions at once. A
// worker takes every W-th group of positions, for all samples and planes.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/conv/conv_codelets.hpp"
#include "kernels/codelets/conv/four_places.hpp"

namespace bspike::kernels {

namespace {

struct Sums {
  std::array<F2, kPlaces> sums;
  std::array<F1, kPlaces> spikes;
  F2 weight;
  Places from;
  Int offset, offsets, weights;
};

void load_tap(Builder& b, const Sums& s) {
  b.emit_independent(Op::kLdz16step, {s.offset, b.zero(), s.offsets, 1});
  for (std::size_t i = 0; i < kPlaces; ++i)
    b.emit_independent(Op::kLda32x, {s.spikes[i], s.from[i], s.offset});
  load_next(b, s.weight, s.weights);
}

void add_tap(Builder& b, const Sums& s) {
  for (std::size_t i = 0; i < kPlaces; ++i)
    b.emit(Op::kF32v2macb, {s.sums[i], s.spikes[i], s.weight});
}

struct Walk {
  Int bias, table, planes, to, plane_bytes, rows_left;
  Builder::SplitTrips more;  // taps but one
};

// All taps of a plane of two channels.
void emit_plane(Builder& b, const Sums& s, const Walk& walk, Int bias) {
  load_next(b, s.sums[0], bias);
  for (std::size_t i = 1; i < kPlaces; ++i) b.emit(Op::kMov64, {s.sums[i], s.sums[0]});
  b.emit(Op::kAddi, {s.offsets, walk.table, 0});
  load_tap(b, s);
  b.repeat("tap", walk.more, [&] {
    add_tap(b, s);
    load_tap(b, s);
  });
  add_tap(b, s);
  for (int i = 0; i < kPlaces; ++i)
    b.emit(Op::kSta64, {s.sums[static_cast<std::size_t>(i)], walk.to, b.zero(), i});
  add_to(b, walk.to, walk.plane_bytes);
  add_to(b, s.weights, walk.rows_left);
}

Sums fresh_sums(Builder& b) {
  Sums s;
  for (F2& sum : s.sums) sum = b.f2();
  for (F1& spike : s.spikes) spike = b.f1();
  s.weight = b.f2();
  s.offset = b.integer();
  s.offsets = b.integer();
  s.weights = b.integer();
  return s;
}

void emit(Builder& b, const EmitContext& context) {
  const int workers = static_cast<int>(context.workers);
  const Int groups = b.argument("groups");
  const Int positions = b.add(b.argument("position_table"), b.shift_left(b.worker(), 3));
  const Int sums = b.add(b.argument("sums"), b.shift_left(b.worker(), 5));
  const Int batch = b.argument("batch");
  const Int planes = b.argument("planes");
  const Int rows = b.argument("rows");
  const Int taps = b.argument("taps");
  const Int parameters = b.argument("parameters");
  const Int bias = b.add(parameters, b.shift_left(b.mul(rows, planes), 3));
  const Int source = b.argument("source");
  const Int source_bytes = b.argument("source_bytes");
  Walk walk{bias,
            b.argument("tap_table"),
            planes,
            b.integer(),
            b.shift_left(groups, 5),
            b.shift_left(b.sub(rows, taps), 3),
            b.split(b.add(taps, -1))};
  Sums s = fresh_sums(b);
  for_strided_items(b, "group", groups, [&] {
    s.from = load_places(b, positions, source, 2);
    b.emit(Op::kAddi, {walk.to, sums, 0});
    b.loop("sample", batch, [&] {
      b.emit(Op::kAddi, {s.weights, parameters, 0});
      const Int of_plane = b.copy(walk.bias);
      b.loop("plane", walk.planes, [&] { emit_plane(b, s, walk, of_plane); });
      move_places(b, s.from, source_bytes);
    });
    b.emit(Op::kAddi, {positions, positions, kTableBytes * workers});
    b.emit(Op::kAddi, {sums, sums, 32 * workers});
  });
}

Trips trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t groups = strided_items(work.arguments.at("groups"), context.workers, worker);
  const std::uint64_t samples = groups * work.arguments.at("batch");
  const std::uint64_t planes = samples * work.arguments.at("planes");
  Trips result{{"entry", 1}, {"exit", 1}, {"group", groups}, {"sample", samples}};
  result["plane"] = planes;
  if (planes > 0) add_split_trips(result, "tap", work.arguments.at("taps") - 1, planes, context);
  return result;
}

WorkCount count(const WorkSize& work) {
  const std::uint64_t planes =
      work.arguments.at("batch") * work.arguments.at("planes") * work.arguments.at("groups");
  const std::uint64_t taps = planes * work.arguments.at("taps");
  return {16 * taps, 26 * taps + 8 * planes, 32 * planes};
}

}  // namespace

Codelet conv_forward_codelet() {
  Codelet codelet;
  codelet.name = "conv_forward";
  codelet.arguments = {
      address_argument("parameters", "weights [planes][rows][2], then biases"),
      integer_argument("rows", "weights of a channel, padding included"),
      integer_argument("taps", "weights of a channel, 1 or more"),
      integer_argument("planes", "pairs of channels, 1 or more"),
      integer_argument("batch", "samples, 1 or more"),
      address_argument("source", "f32 map with its border, a sample behind the other"),
      integer_argument("source_bytes", "of a sample"),
      address_argument("tap_table", "u16 element of the map for each weight, from a position's"),
      address_argument("position_table", "u16 element of the map, four positions a group"),
      integer_argument("groups", "of four positions"),
      address_argument("sums", "f32 [batch][planes][4 groups][2], written")};
  codelet.emit = emit;
  codelet.trips = trips;
  codelet.inner = {"tap",
                   8,
                   "weight and position",
                   {{Unit::kFloat, 4}, {Unit::kLoad, 6}},
                   "an offset, four spikes, a weight of two channels"};
  codelet.count = count;
  return codelet;
}

}  // namespace bspike::kernels
