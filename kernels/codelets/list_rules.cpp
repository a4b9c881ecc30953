// Owns the rules of spike lists as masks: a walk over a sample's membranes in neuron order with a
// count of the places left, without branches, so that a sample costs the same whatever it lists.
#include "kernels/codelets/list_rules.hpp"

#include "kernels/codelets/losses/loss_codelets.hpp"

namespace bspike::kernels {

namespace {

// Registers of a walk.
struct Walk {
  F1 one, threshold, second;
  F1 room;                 // places left
  Int to_sent, to_passed;  // from a membrane's address to its results'
};

// Who takes a place: all ones where `candidate` is and there is room; counts it.
struct Place {
  F1 taken;  // 1.0 or 0
  F1 fits;   // mask
};

Place take_place(Builder& b, const Walk& walk, F1 candidate) {
  Place place{b.f1(), b.f1()};
  b.emit(Op::kF32cmplt, {place.fits, b.zero1(), walk.room});
  b.emit(Op::kAnd32, {place.taken, candidate, place.fits});
  b.emit(Op::kAnd32, {place.taken, place.taken, walk.one});
  b.emit(Op::kF32sub, {walk.room, walk.room, place.taken});
  return place;
}

F1 above(Builder& b, F1 threshold, F1 membrane) {
  const F1 mask = b.f1();
  b.emit(Op::kF32cmplt, {mask, threshold, membrane});
  return mask;
}

F1 load(Builder& b, Int address) {
  const F1 value = b.f1();
  b.emit_independent(Op::kLda32, {value, address, b.zero(), 0});
  return value;
}

void store(Builder& b, F1 value, Int distance, Int address) {
  b.emit(Op::kSta32, {value, address, distance, 0});
}

void step(Builder& b, Int address) { b.emit(Op::kAddi, {address, address, 4}); }

// All but the dropped carry gradient.
void emit_dense(Builder& b, const Walk& walk, Int address) {
  const F1 fires = above(b, walk.threshold, load(b, address));
  const Place place = take_place(b, walk, fires);
  const F1 passed = b.f1();
  b.emit(Op::kAndc32, {passed, fires, place.fits});
  b.emit(Op::kAndc32, {passed, walk.one, passed});
  store(b, place.taken, walk.to_sent, address);
  store(b, passed, walk.to_passed, address);
  step(b, address);
}

void emit_listed(Builder& b, const Walk& walk, Int address) {
  const F1 membrane = load(b, address);
  const Place place = take_place(b, walk, above(b, walk.second, membrane));
  const F1 sent = b.f1();
  b.emit(Op::kAnd32, {sent, place.taken, above(b, walk.threshold, membrane)});
  store(b, sent, walk.to_sent, address);
  store(b, place.taken, walk.to_passed, address);
  step(b, address);
}

void emit_spikes(Builder& b, const Walk& walk, Int address) {
  const Place place = take_place(b, walk, above(b, walk.threshold, load(b, address)));
  store(b, place.taken, walk.to_sent, address);
  store(b, place.taken, walk.to_passed, address);
  step(b, address);
}

// The places that spikes left.
void emit_near(Builder& b, const Walk& walk, Int address) {
  const F1 membrane = load(b, address);
  const F1 candidate = above(b, walk.second, membrane);
  b.emit(Op::kAndc32, {candidate, candidate, above(b, walk.threshold, membrane)});
  const Place place = take_place(b, walk, candidate);
  const F1 passed = b.f1();
  b.emit(Op::kLda32, {passed, address, walk.to_passed, 0});
  b.emit(Op::kOr32, {passed, passed, place.taken});
  store(b, passed, walk.to_passed, address);
  step(b, address);
}

using EmitNeuron = void (*)(Builder&, const Walk&, Int);
struct Pass {
  const char* name;
  EmitNeuron emit;
};

void emit_rule(Builder& b, const std::vector<Pass>& passes, bool has_second) {
  Walk walk{b.constant_f32(1.0F), b.argument_f32("threshold"), b.f1(), b.f1(), {}, {}};
  if (has_second) b.load_argument(walk.second, "second_threshold");
  const Int source = b.argument("source");
  walk.to_sent = b.sub(b.argument("sent"), source);
  walk.to_passed = b.sub(b.argument("passed"), source);
  LossSample sample;
  sample.sample = b.copy(b.worker());
  for_strided_items(b, "sample", b.argument("batch"), [&] {
    b.load_argument(walk.room, "capacity");
    for (const Pass& pass : passes) {
      for_classes(b, pass.name, sample, [&](Int address) { pass.emit(b, walk, address); });
    }
    b.emit(Op::kAddi, {sample.sample, sample.sample, static_cast<int>(b.context().workers)});
  });
}

std::uint64_t neurons_of(const WorkSize& work) {
  std::uint64_t neurons = 0;
  for (const auto& entry : work.segments) neurons += std::uint64_t{entry[0]} * entry[2];
  return neurons;
}

Codelet rule_codelet(const std::string& rule, const std::vector<Pass>& passes, bool has_second,
                     std::uint32_t float_operations) {
  std::vector<std::string> names;
  for (const Pass& pass : passes) names.emplace_back(pass.name);
  Codelet codelet;
  codelet.name = "list_" + rule;
  codelet.arguments = {
      integer_argument("batch", "samples"),
      integer_argument("segments", "entries of the segment table, 1 or more"),
      address_argument("segment_table", "of a loss: runs of blocks with equally many neurons"),
      address_argument("source", "membranes, [batch][2 planes] a block"),
      address_argument("sent", "written: 1 where a spike is sent, laid out as the source"),
      address_argument("passed", "written: 1 where gradient passes"),
      float_argument("capacity", "entries of a sample's list, as a number"),
      float_argument("threshold", "a membrane above it spikes")};
  if (has_second) {
    codelet.arguments.push_back(float_argument("second_threshold", "one above it may be listed"));
  }
  codelet.emit = [passes, has_second](Builder& b, const EmitContext&) {
    emit_rule(b, passes, has_second);
  };
  codelet.trips = [names](const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
    return loss_trips(work, context, worker, names);
  };
  codelet.inner = {names.front() + "_class",
                   1,
                   "neuron",
                   {{Unit::kLoad, 1},
                    {Unit::kStore, 2},
                    {Unit::kInteger, 1},
                    {Unit::kControl, 1},
                    {Unit::kFloat, float_operations}},
                   "the longer of: load, two stores, step, branch; compares, masks and the count"};
  // A second walk loads and stores who passes once more.
  const std::uint64_t words = passes.size() == 1 ? 1 : 3;
  codelet.count = [words](const WorkSize& work) {
    const std::uint64_t neurons = work.arguments.at("batch") * neurons_of(work);
    return WorkCount{3 * neurons, 4 * words * neurons, (words == 1 ? 8 : 12) * neurons};
  };
  return codelet;
}

}  // namespace

std::vector<Codelet> list_rule_codelets() {
  return {rule_codelet("spikes_first", {{"spike", emit_spikes}, {"near", emit_near}}, true, 5),
          rule_codelet("listed", {{"entry", emit_listed}}, true, 7),
          rule_codelet("dense", {{"spike", emit_dense}}, false, 7)};
}

Codelet mask_gradient_codelet() {
  Codelet codelet;
  codelet.name = "mask_gradient";
  codelet.arguments = {integer_argument("pairs", "pairs of neurons, over all samples"),
                       address_argument("spike_gradient", "of the step"),
                       address_argument("mask_base", "1 where gradient passes, slot 0"),
                       integer_argument("stride", "bytes from slot t to t + 1"),
                       address_argument("counter", "of the time step t: slot t is read"),
                       address_argument("masked", "written: the gradient where it passes, else 0")};
  codelet.emit = [](Builder& b, const EmitContext&) {
    with_pair_share(b, [&](const PairShare& share) {
      const HistorySlots slots = history_slots(b, {"mask_base", "stride", "counter"});
      const Int masks = b.add(slots.slot, share.offset_bytes);
      const Int gradients = b.add(b.argument("spike_gradient"), share.offset_bytes);
      const Int results = b.add(b.argument("masked"), share.offset_bytes);
      const F2 mask = b.f2();
      const F2 gradient = b.f2();
      const auto load_pair = [&] {
        load_next(b, mask, masks);
        load_next(b, gradient, gradients);
      };
      load_pair();
      for_pairs(b, share, [&](bool last) {
        b.emit(Op::kF32v2mul, {gradient, gradient, mask});
        store_next(b, gradient, results);
        if (!last) load_pair();
      });
    });
  };
  codelet.trips = pair_trips;
  codelet.inner = {
      "pair", 2, "neuron", {{Unit::kLoad, 2}, {Unit::kStore, 1}}, "two loads, one store"};
  codelet.count = [](const WorkSize& work) {
    const std::uint64_t pairs = work.arguments.at("pairs");
    return WorkCount{2 * pairs, 16 * pairs, 8 * pairs};
  };
  return codelet;
}

}  // namespace bspike::kernels
