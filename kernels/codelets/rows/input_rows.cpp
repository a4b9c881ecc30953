// Owns input_rows_f16: rows of gradients of inputs, the sum over neurons of their factors times
// their rows of weights, each product and each sum rounded to f16. Two neurons at a time pass over
// all samples, while their weights stay in registers; the first two write, the others add. The
// workers take groups of eight columns in turn.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/rows/row_codelets.hpp"

namespace bspike::kernels {

namespace {

struct Pass {
  F4 first, second;  // rows of weights of both neurons, two quads each
  F2 factors;        // a word of two equal f16 each
  F4 sums;
  Int first_factor, second_factor, factor_step;
  Int low, high, result_step;  // where both quads of the sums go
};

void load_first(Builder& b, const Pass& p) {
  b.emit_independent(Op::kLda32r, {p.factors.lo(), p.first_factor, p.factor_step});
}

void load_second(Builder& b, const Pass& p) {
  b.emit_independent(Op::kLda32r, {p.factors.hi(), p.second_factor, p.factor_step});
}

void store_low(Builder& b, const Pass& p) {
  b.emit(Op::kSta64r, {p.sums.lo(), p.low, p.result_step});
}

void store_high(Builder& b, const Pass& p) {
  b.emit(Op::kSta64r, {p.sums.hi(), p.high, p.result_step});
}

// One quad of a sample.
void emit_quad(Builder& b, const Pass& p, bool adds, F2 sum, F2 first, F2 second) {
  b.emit(adds ? Op::kF16v4macb : Op::kF16v4mulb, {sum, p.factors.lo(), first});
  b.emit(Op::kF16v4macb, {sum, p.factors.hi(), second});
}

// A sample; the second quad of the sample before is still to be stored.
void emit_sample(Builder& b, const Pass& p, bool adds, bool stores, bool last) {
  if (adds) {
    if (stores) store_high(b, p);
    b.emit_independent(Op::kLda128, {p.sums, p.low, b.zero(), 0});
  }
  load_second(b, p);
  emit_quad(b, p, adds, p.sums.lo(), p.first.lo(), p.second.lo());
  if (!adds && stores) store_high(b, p);
  store_low(b, p);
  emit_quad(b, p, adds, p.sums.hi(), p.first.hi(), p.second.hi());
  if (!last) load_first(b, p);
}

struct Work {
  Builder::SplitTrips middle;  // samples less two
  Int single;                  // there is but one
  Int matrix_bytes;
};

void emit_pass(Builder& b, const std::string& region, const Pass& p, const Work& work, Int weights,
               Int factors, Int result, bool adds) {
  b.emit_independent(Op::kLda128r, {p.first, weights, work.matrix_bytes});
  b.emit_independent(Op::kLda128r, {p.second, weights, work.matrix_bytes});
  b.emit(Op::kAddi, {p.first_factor, factors, 0});
  b.emit(Op::kAddi, {p.second_factor, factors, 4});
  b.emit(Op::kAddi, {factors, factors, 8});
  b.emit(Op::kAddi, {p.low, result, 0});
  b.emit(Op::kAddi, {p.high, result, 8});
  load_first(b, p);
  const Label single = b.new_label();
  const Label done = b.new_label();
  b.branch(Op::kBrnz, work.single, single);
  b.region(region + "_first");
  emit_sample(b, p, adds, false, false);
  b.repeat(region, work.middle, [&] { emit_sample(b, p, adds, true, false); });
  b.region(region + "_last");
  emit_sample(b, p, adds, true, true);
  b.jump(done);
  b.region(region + "_single");
  b.bind(single);
  emit_sample(b, p, adds, false, true);
  b.region(region + "_end");
  b.bind(done);
  store_high(b, p);
}

void emit(Builder& b, const EmitContext& /*context*/) {
  const int workers = static_cast<int>(b.context().workers);
  const Int batch = b.argument("batch");
  const Work work{b.split(b.add(batch, -2)), b.integer(), b.argument("matrix_bytes")};
  b.emit(Op::kCmpeqi, {work.single, batch, 1});
  const Pass p{b.f4(),
               b.f4(),
               b.f2(),
               b.f4(),
               b.integer(),
               b.integer(),
               b.argument("factor_bytes"),
               b.integer(),
               b.integer(),
               b.argument("result_bytes")};
  const Int more_pairs = b.add(b.argument("pairs"), -1);
  const Int column = b.shift_left(b.worker(), 4);
  for_strided_items(b, "group", b.argument("groups"), [&] {
    const Int weights = b.add(b.argument("matrix"), column);
    const Int result = b.add(b.argument("result"), column);
    const Int factors = b.argument("factors");
    emit_pass(b, "write", p, work, weights, factors, result, false);
    const Label done = b.new_label();
    b.branch(Op::kBrz, more_pairs, done);
    b.region("more_pairs");
    b.loop("pair", more_pairs,
           [&] { emit_pass(b, "add", p, work, weights, factors, result, true); });
    b.region("group_end");
    b.bind(done);
    b.emit(Op::kAddi, {column, column, 16 * workers});
  });
}

void add_pass_trips(Trips& trips, const std::string& region, std::uint64_t samples,
                    std::uint64_t passes, const EmitContext& context) {
  trips[region + "_end"] += passes;
  if (samples == 1) {
    trips[region + "_single"] += passes;
    return;
  }
  trips[region + "_first"] += passes;
  trips[region + "_last"] += passes;
  add_split_trips(trips, region, samples - 2, passes, context);
}

Trips trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t groups = strided_items(work.arguments.at("groups"), context.workers, worker);
  const std::uint64_t samples = work.arguments.at("batch");
  const std::uint64_t more = work.arguments.at("pairs") - 1;
  Trips result{{"entry", 1}, {"exit", 1}};
  if (groups == 0) return result;
  result["group"] = groups;
  result["group_end"] = groups;
  add_pass_trips(result, "write", samples, groups, context);
  if (more == 0) return result;
  result["more_pairs"] = groups;
  result["pair"] = groups * more;
  add_pass_trips(result, "add", samples, groups * more, context);
  return result;
}

WorkCount count(const WorkSize& work) {
  const std::uint64_t groups = work.arguments.at("groups");
  const std::uint64_t samples = work.arguments.at("batch");
  const std::uint64_t pairs = work.arguments.at("pairs");
  return {groups * samples * pairs * 32 - groups * samples * 8,
          groups * pairs * (32 + 8 * samples) + groups * (pairs - 1) * samples * 16,
          groups * pairs * samples * 16};
}

}  // namespace

Codelet input_rows_f16_codelet() {
  Codelet codelet;
  codelet.name = "input_rows_f16";
  codelet.arguments = {integer_argument("batch", "samples, 1 or more"),
                       integer_argument("pairs", "pairs of neurons, 1 or more"),
                       integer_argument("groups", "groups of 8 columns"),
                       address_argument("factors", "words of two equal f16, [batch][neuron]"),
                       integer_argument("factor_bytes", "from sample to sample"),
                       address_argument("matrix", "f16 weights, a row a neuron"),
                       integer_argument("matrix_bytes", "from row to row"),
                       address_argument("result", "f16 [batch][row], written"),
                       integer_argument("result_bytes", "from sample to sample")};
  codelet.emit = emit;
  codelet.trips = trips;
  codelet.inner = {"write", 16, "column and neuron", {{Unit::kFloat, 4}}, "two products a quad"};
  codelet.count = count;
  return codelet;
}

}  // namespace bspike::kernels
