// Owns conv_input_gradient: the gradient of a map below, the sum over channels and the kernel of
// weight times the gradient of the convolution's sums, whose map has a border of zeros. Four
// positions at once; a worker takes every W-th group of them, for all samples and channels below.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/conv/conv_codelets.hpp"
#include "kernels/codelets/conv/four_places.hpp"

namespace bspike::kernels {

namespace {

struct Sums {
  std::array<F2, kPlaces> sums;  // lane by lane
  F2 even, odd;                  // gradients, alternately
  F2 weight;
  Places from;
  Int offset, offsets, weights;
};

void load_tap(Builder& b, const Sums& s) {
  load_next(b, s.weight, s.weights);
  b.emit_independent(Op::kLdz16step, {s.offset, b.zero(), s.offsets, 1});
}

// The next tap's weight and offset come last.
void add_tap(Builder& b, const Sums& s, bool last) {
  const auto load = [&](F2 gradient, std::size_t i) {
    b.emit_independent(Op::kLda64x, {gradient, s.from[i], s.offset});
  };
  const auto add = [&](F2 gradient, std::size_t i) {
    b.emit(Op::kF32v2mac, {s.sums[i], gradient, s.weight});
  };
  load(s.even, 0);
  load(s.odd, 1);
  add(s.even, 0);
  load(s.even, 2);
  add(s.odd, 1);
  load(s.odd, 3);
  add(s.even, 2);
  add(s.odd, 3);
  if (!last) load_tap(b, s);
}

struct Walk {
  Int table, to, group_bytes, rows_left, plane_bytes, sample_back;
  Builder::SplitTrips more;  // taps but one
};

void emit_plane(Builder& b, const Sums& s, const Walk& walk) {
  b.emit(Op::kAddi, {s.offsets, walk.table, 0});
  load_tap(b, s);
  b.repeat("tap", walk.more, [&] { add_tap(b, s, false); });
  add_tap(b, s, true);
  move_places(b, s.from, walk.plane_bytes);
  add_to(b, s.weights, walk.rows_left);
}

// Both channels of each sum, four words.
void emit_store(Builder& b, const Sums& s, const Walk& walk) {
  for (std::size_t i = 0; i < kPlaces; i += 2) {
    const F2 pair = i == 0 ? s.even : s.odd;
    b.emit(Op::kF32add, {pair.lo(), s.sums[i].lo(), s.sums[i].hi()});
    b.emit(Op::kF32add, {pair.hi(), s.sums[i + 1].lo(), s.sums[i + 1].hi()});
    b.emit(Op::kSta64, {pair, walk.to, b.zero(), static_cast<int>(i / 2)});
  }
  add_to(b, walk.to, walk.group_bytes);
}

Sums fresh_sums(Builder& b) {
  Sums s;
  for (F2& sum : s.sums) sum = b.f2();
  s.even = b.f2();
  s.odd = b.f2();
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
  const Int result = b.add(b.argument("result"), b.shift_left(b.worker(), 4));
  const Int batch = b.argument("batch");
  const Int channels = b.argument("channels");
  const Int planes = b.argument("planes");
  const Int taps = b.argument("taps");
  const Int tap_bytes = b.shift_left(taps, 3);
  const Int parameters = b.argument("parameters");
  const Int gradient = b.argument("map_gradient");
  const Int plane_bytes = b.argument("plane_bytes");
  const Int sample_bytes = b.mul(plane_bytes, planes);
  const Walk walk{b.argument("tap_table"),
                  b.integer(),
                  b.shift_left(groups, 4),
                  b.shift_left(b.sub(b.argument("rows"), taps), 3),
                  plane_bytes,
                  b.sub(b.zero(), sample_bytes),
                  b.split(b.add(taps, -1))};
  Sums s = fresh_sums(b);
  for_strided_items(b, "group", groups, [&] {
    s.from = load_places(b, positions, gradient, 3);
    b.emit(Op::kAddi, {walk.to, result, 0});
    b.loop("sample", batch, [&] {
      const Int first = b.copy(parameters);
      b.loop("channel", channels, [&] {
        for (const F2 sum : s.sums) clear(b, sum);
        b.emit(Op::kAddi, {s.weights, first, 0});
        b.loop("plane", planes, [&] { emit_plane(b, s, walk); });
        emit_store(b, s, walk);
        add_to(b, first, tap_bytes);
        move_places(b, s.from, walk.sample_back);
      });
      move_places(b, s.from, sample_bytes);
    });
    b.emit(Op::kAddi, {positions, positions, kTableBytes * workers});
    b.emit(Op::kAddi, {result, result, 16 * workers});
  });
}

Trips trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t groups = strided_items(work.arguments.at("groups"), context.workers, worker);
  Trips result{{"entry", 1}, {"exit", 1}, {"group", groups}};
  result["sample"] = groups * work.arguments.at("batch");
  result["channel"] = result["sample"] * work.arguments.at("channels");
  result["plane"] = result["channel"] * work.arguments.at("planes");
  if (groups > 0)
    add_split_trips(result, "tap", work.arguments.at("taps") - 1, result["plane"], context);
  return result;
}

WorkCount count(const WorkSize& work) {
  const std::uint64_t sums =
      work.arguments.at("batch") * work.arguments.at("channels") * work.arguments.at("groups");
  const std::uint64_t taps = sums * work.arguments.at("planes") * work.arguments.at("taps");
  return {16 * taps + 4 * sums, 42 * taps, 16 * sums};
}

}  // namespace

Codelet conv_input_gradient_codelet() {
  Codelet codelet;
  codelet.name = "conv_input_gradient";
  codelet.arguments = {
      address_argument("parameters",
                       "weights [planes][rows][2], those of a channel below together"),
      integer_argument("rows", "weights of a channel, padding included"),
      integer_argument("taps", "weights of a channel and a channel below, 1 or more"),
      integer_argument("planes", "pairs of channels, 1 or more"),
      integer_argument("channels", "channels below, 1 or more"),
      integer_argument("batch", "samples, 1 or more"),
      address_argument("map_gradient", "f32 [batch][planes][positions with a border][2]"),
      integer_argument("plane_bytes", "of a plane of it"),
      address_argument("tap_table", "u16 position of it for each weight, from a position's"),
      address_argument("position_table", "u16 position of it, four positions below a group"),
      integer_argument("groups", "of four positions below"),
      address_argument("result", "f32 [batch][channels][4 groups], written")};
  codelet.emit = emit;
  codelet.trips = trips;
  codelet.inner = {"tap",
                   8,
                   "weight and position",
                   {{Unit::kFloat, 4}, {Unit::kLoad, 6}},
                   "an offset, four gradients, a weight, of two channels"};
  codelet.count = count;
  return codelet;
}

}  // namespace bspike::kernels
