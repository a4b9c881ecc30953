// Owns spike_flags and flags_to_list: from membranes to flags, from flags to lists of ids.
#include "kernels/codelets/sparse/sparse_codelets.hpp"

namespace bspike::kernels {

namespace {

F1 load_float(Builder& b, const std::string& argument) {
  const F1 value = b.f1();
  b.emit_independent(Op::kLda32, {value, b.argument(argument), b.zero(), 0});
  return value;
}

void emit_flags(Builder& b, const EmitContext& /*context*/) {
  const F1 state = load_float(b, "state");
  const F1 threshold = load_float(b, "threshold");
  const F1 second = load_float(b, "second_threshold");
  const Int flags = b.argument("flags");
  const F1 one = b.f1();
  b.emit(Op::kAseti, {one, 0});
  b.emit(Op::kAorlo, {one, 1});
  const F1 above = b.f1();
  const F1 between = b.f1();
  const F1 not_above = b.f1();
  b.emit(Op::kF32cmplt, {above, threshold, state});
  b.emit(Op::kAndc32, {not_above, one, above});
  b.emit(Op::kAnd32, {above, above, one});
  b.emit(Op::kF32cmplt, {between, second, state});
  b.emit(Op::kAnd32, {between, between, not_above});
  store_next(b, above, flags);
  store_next(b, between, flags);
  b.exit();
}

// The loop counts down: the id is the last neuron's less what is left. `room` is what fits still.
void emit_list(Builder& b, const EmitContext& /*context*/) {
  const Int neurons = b.argument("neurons");
  const Int capacity = b.argument("capacity");
  const Int room = b.copy(capacity);
  const Label full = b.new_label();
  b.branch(Op::kBrz, neurons, full);
  b.region("any_neurons");
  b.branch(Op::kBrz, room, full);
  b.region("list");
  const Int flags = b.argument("flags");
  const Int ids = b.argument("ids");
  const Int left = b.add(neurons, -1);
  const Int last = b.add(b.argument("first_neuron"), left);
  const Int flag = b.integer();
  const Label head = b.new_label();
  const Label next = b.new_label();
  b.region("neuron");
  b.bind(head);
  load_id(b, flag, flags);
  b.branch(Op::kBrz, flag, next);
  b.region("set");
  b.emit(Op::kSt32step, {b.sub(last, left), b.zero(), ids, 1});
  b.emit(Op::kAddi, {room, room, -1});
  b.branch(Op::kBrz, room, full);
  b.region("next");
  b.bind(next);
  b.branch(Op::kBrnzdec, left, head);
  b.region("exit");
  b.bind(full);
  b.emit(Op::kSt32, {b.sub(capacity, room), b.argument("count"), b.zero(), 0});
  b.exit();
}

// Flags looked at, then ids written.
Trips list_trips(const WorkSize& work, const EmitContext& /*context*/) {
  const std::uint64_t neurons = work.list_counts.at(0);
  const std::uint64_t written = work.list_counts.at(1);
  const std::uint64_t capacity = work.arguments.at("capacity");
  Trips trips{{"entry", 1}, {"exit", 1}};
  if (work.arguments.at("neurons") == 0) return trips;
  trips["any_neurons"] = 1;
  if (capacity == 0) return trips;
  trips["list"] = 1;
  trips["neuron"] = neurons;
  trips["set"] = written;
  trips["next"] = neurons - (written == capacity ? 1 : 0);
  return trips;
}

}  // namespace

Codelet spike_flags_codelet() {
  Codelet codelet = single_worker_codelet(
      "spike_flags",
      {address_argument("state", "f32, membrane of a neuron and sample"),
       address_argument("threshold", "f32, of spikes"),
       address_argument("second_threshold", "f32, of neurons listed for their gradient"),
       address_argument("flags", "u32 [2], written: above the threshold; between the two")},
      [](const WorkSize& /*work*/, const EmitContext& /*context*/) {
        return Trips{{"entry", 1}};
      });
  codelet.emit = emit_flags;
  codelet.inner = {"entry",
                   1,
                   "vertex",
                   {{Unit::kLoad, 7}, {Unit::kStore, 2}, {Unit::kControl, 1}},
                   "four arguments, three numbers, two stores, the exit"};
  codelet.count = [](const WorkSize& /*work*/) { return WorkCount{2, 12, 8}; };
  return codelet;
}

Codelet flags_to_list_codelet() {
  Codelet codelet = single_worker_codelet(
      "flags_to_list",
      {address_argument("flags", "u32 [neurons]"), integer_argument("neurons", "flags, may be 0"),
       integer_argument("first_neuron", "id of the first flag"),
       integer_argument("capacity", "most ids written, may be 0"),
       address_argument("ids", "u32, written: ids of the flags that are set"),
       address_argument("count", "u32, written: how many")},
      list_trips);
  codelet.emit = emit_list;
  codelet.inner = {"neuron",
                   1,
                   "flag, without the loop's branch",
                   {{Unit::kLoad, 1}, {Unit::kControl, 1}},
                   "one load, one branch"};
  codelet.count = [](const WorkSize& work) {
    return WorkCount{0, 4ull * work.list_counts.at(0), 4ull * work.list_counts.at(1) + 4};
  };
  return codelet;
}

}  // namespace bspike::kernels
