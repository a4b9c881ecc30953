// Owns conv_weight_gradient: adds current gradient times spike, summed over positions and samples,
// for four weights of two channels at once; and conv_bias_gradient, the sums of the gradients
// alone. The workers take groups of four weights in turn, through all planes.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/conv/conv_codelets.hpp"
#include "kernels/codelets/conv/four_places.hpp"

namespace bspike::kernels {

namespace {

struct Sums {
  std::array<F2, kPlaces> sums;
  std::array<F1, kPlaces> spikes;
  F2 gradient;
  Places from;
  Int place, gradient_place;  // of a position in both maps
  Int places, gradients;      // table, map
};

void load_position(Builder& b, const Sums& s) {
  b.emit_independent(Op::kLdz16step, {s.place, b.zero(), s.places, 1});
  b.emit_independent(Op::kLdz16step, {s.gradient_place, b.zero(), s.places, 1});
  for (std::size_t i = 0; i < kPlaces; ++i)
    b.emit_independent(Op::kLda32x, {s.spikes[i], s.from[i], s.place});
  b.emit_independent(Op::kLda64x, {s.gradient, s.gradients, s.gradient_place});
}

void add_position(Builder& b, const Sums& s) {
  for (std::size_t i = 0; i < kPlaces; ++i)
    b.emit(Op::kF32v2macb, {s.sums[i], s.spikes[i], s.gradient});
}

struct Work {
  Int taps, table, source, source_bytes, sample_bytes, batch, written;
  Builder::SplitTrips more;  // positions but one
};

// Four weights of a plane, over all samples and positions.
void emit_group(Builder& b, Sums& s, const Work& work, Int next, Int gradients) {
  s.from = load_places(b, b.add(work.taps, b.shift_left(next, 3)), work.source, 2);
  b.emit(Op::kAddi, {s.gradients, gradients, 0});
  for (int i = 0; i < kPlaces; ++i)
    b.emit(Op::kLda64, {s.sums[static_cast<std::size_t>(i)], work.written, b.zero(), i});
  b.loop("sample", work.batch, [&] {
    b.emit(Op::kAddi, {s.places, work.table, 0});
    load_position(b, s);
    b.repeat("position", work.more, [&] {
      add_position(b, s);
      load_position(b, s);
    });
    add_position(b, s);
    move_places(b, s.from, work.source_bytes);
    add_to(b, s.gradients, work.sample_bytes);
  });
  for (int i = 0; i < kPlaces; ++i)
    b.emit(Op::kSta64, {s.sums[static_cast<std::size_t>(i)], work.written, b.zero(), i});
}

Sums fresh_sums(Builder& b) {
  Sums s;
  for (F2& sum : s.sums) sum = b.f2();
  for (F1& spike : s.spikes) spike = b.f1();
  s.gradient = b.f2();
  s.place = b.integer();
  s.gradient_place = b.integer();
  s.places = b.integer();
  s.gradients = b.integer();
  return s;
}

// The worker's place in the row of groups goes on from plane to plane.
void emit(Builder& b, const EmitContext& context) {
  const int workers = static_cast<int>(context.workers);
  const Int planes = b.argument("planes");
  const Int groups = b.argument("tap_groups");
  const Int plane_bytes = b.argument("plane_bytes");
  const Work work{b.argument("tap_table"),
                  b.argument("position_table"),
                  b.argument("source"),
                  b.argument("source_bytes"),
                  b.mul(plane_bytes, planes),
                  b.argument("batch"),
                  b.add(b.argument("gradient"), b.shift_left(b.worker(), 5)),
                  b.split(b.add(b.argument("positions"), -1))};
  const Int gradients = b.argument("map_gradient");
  const Int next = b.copy(b.worker());
  Sums s = fresh_sums(b);
  b.loop("plane", planes, [&] {
    const Int more = b.integer();
    const Label skip = b.new_label();
    b.emit(Op::kCmpult, {more, next, groups});
    b.branch(Op::kBrz, more, skip);
    b.region("group");
    const Label head = b.new_label();
    b.bind(head);
    emit_group(b, s, work, next, gradients);
    b.emit(Op::kAddi, {work.written, work.written, 32 * workers});
    b.emit(Op::kAddi, {next, next, workers});
    const Int again = b.integer();
    b.emit(Op::kCmpult, {again, next, groups});
    b.branch(Op::kBrnz, again, head);
    b.region("plane_end");
    b.bind(skip);
    b.emit(Op::kSub, {next, next, groups});
    add_to(b, gradients, plane_bytes);
  });
  b.region("exit");
  b.exit();
}

Trips trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t planes = work.arguments.at("planes");
  const std::uint64_t groups = work.arguments.at("tap_groups");
  const std::uint64_t mine = strided_items(planes * groups, context.workers, worker);
  Trips result{{"entry", 1}, {"exit", 1}, {"plane", planes}, {"plane_end", planes}};
  result["group"] = mine;
  result["sample"] = mine * work.arguments.at("batch");
  if (mine > 0)
    add_split_trips(result, "position", work.arguments.at("positions") - 1, result["sample"],
                    context);
  return result;
}

WorkCount count(const WorkSize& work) {
  const std::uint64_t groups = work.arguments.at("planes") * work.arguments.at("tap_groups");
  const std::uint64_t positions =
      groups * work.arguments.at("batch") * work.arguments.at("positions");
  return {16 * positions, 28 * positions + 32 * groups, 32 * groups};
}

// --- Biases: a worker takes every W-th channel. ----------------------------------------------

void emit_bias(Builder& b, const EmitContext& context) {
  const int workers = static_cast<int>(context.workers);
  const Int channels = b.argument("channels");
  const Int positions = b.argument("positions");
  const Int channel_bytes = b.shift_left(positions, 2);
  const Int sample_bytes = b.argument("sample_bytes");
  const Int batch = b.argument("batch");
  const Int bias = b.add(b.argument("bias_gradient"), b.shift_left(b.worker(), 2));
  const Int first = b.add(b.argument("current_gradient"), b.mul(channel_bytes, b.worker()));
  const auto more = b.split(b.add(positions, -1));
  b.emit(Op::kMuli, {channel_bytes, channel_bytes, workers});
  const F1 factor = b.argument_f32("factor");
  for_strided_items(b, "channel", channels, [&] {
    const F1 sum = b.f1(), value = b.f1(), total = b.f1();
    const Int sample = b.copy(first);
    b.emit(Op::kMov32, {sum, b.zero1()});
    b.loop("sample", batch, [&] {
      const Int from = b.copy(sample);
      load_next(b, value, from);
      b.repeat("position", more, [&] {
        b.emit(Op::kF32add, {sum, sum, value});
        load_next(b, value, from);
      });
      b.emit(Op::kF32add, {sum, sum, value});
      add_to(b, sample, sample_bytes);
    });
    b.emit_independent(Op::kLda32, {total, bias, b.zero(), 0});
    b.emit(Op::kF32mac, {total, sum, factor});
    b.emit(Op::kSta32, {total, bias, b.zero(), 0});
    b.emit(Op::kAddi, {bias, bias, 4 * workers});
    add_to(b, first, channel_bytes);
  });
}

Trips bias_trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t channels =
      strided_items(work.arguments.at("channels"), context.workers, worker);
  Trips result{{"entry", 1}, {"exit", 1}, {"channel", channels}};
  result["sample"] = channels * work.arguments.at("batch");
  if (channels > 0)
    add_split_trips(result, "position", work.arguments.at("positions") - 1, result["sample"],
                    context);
  return result;
}

}  // namespace

Codelet conv_weight_gradient_codelet() {
  Codelet codelet;
  codelet.name = "conv_weight_gradient";
  codelet.arguments = {
      address_argument("gradient", "weights [planes][4 tap_groups][2], read and written"),
      integer_argument("tap_groups", "of four weights of a channel, 1 or more"),
      integer_argument("planes", "pairs of channels, 1 or more"),
      integer_argument("batch", "samples, 1 or more"),
      address_argument("source", "f32 map with its border, a sample behind the other"),
      integer_argument("source_bytes", "of a sample"),
      address_argument("map_gradient", "f32 [batch][planes][positions with a border][2]"),
      integer_argument("plane_bytes", "of a plane of it"),
      address_argument("tap_table", "u16 element of the source for each weight, from a position's"),
      address_argument("position_table",
                       "u16 pairs: element of the source, position of map_gradient"),
      integer_argument("positions", "of the convolution, 1 or more")};
  codelet.emit = emit;
  codelet.trips = trips;
  codelet.inner = {"position",
                   8,
                   "weight and position",
                   {{Unit::kFloat, 4}, {Unit::kLoad, 7}},
                   "two offsets, four spikes, a gradient of two channels"};
  codelet.count = count;
  return codelet;
}

Codelet conv_bias_gradient_codelet() {
  Codelet codelet;
  codelet.name = "conv_bias_gradient";
  codelet.arguments = {
      address_argument("bias_gradient", "f32 [channels], read and written"),
      integer_argument("channels", "1 or more"),
      integer_argument("batch", "samples, 1 or more"),
      address_argument("current_gradient", "f32 [batch][channels][positions], of the neurons"),
      integer_argument("sample_bytes", "from a sample to the next"),
      integer_argument("positions", "neurons of a channel, 1 or more"),
      float_argument("factor", "sums that one current is the pool of: of pooling by sums")};
  codelet.emit = emit_bias;
  codelet.trips = bias_trips;
  codelet.inner = {"position", 1, "neuron and sample", {{Unit::kLoad, 1}}, "one load"};
  codelet.count = [](const WorkSize& work) {
    const std::uint64_t channels = work.arguments.at("channels");
    const std::uint64_t values =
        channels * work.arguments.at("batch") * work.arguments.at("positions");
    return WorkCount{values + 2 * channels, 4 * values + 4 * channels, 4 * channels};
  };
  return codelet;
}

}  // namespace bspike::kernels
