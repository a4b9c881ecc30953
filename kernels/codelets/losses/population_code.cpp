// Owns the two ways between output neurons and the classes of a population code: sum_classes adds
// up the counts of each class's block of neurons, spread_classes gives the class's gradient to all
// of them.
#include "kernels/codelets/losses/loss_codelets.hpp"

namespace bspike::kernels {

namespace {

// A sample a worker; `body` gets the output's address, the class's address, and steps the former.
void for_outputs(Builder& b, const std::function<void(const LossSample&, Int classes)>& body) {
  const int workers = static_cast<int>(b.context().workers);
  LossSample s;
  s.sample = b.copy(b.worker());
  const Int stride = b.argument("class_stride");
  const Int classes = b.add(b.argument("classes"), b.mul(b.worker(), stride));
  const Int step = b.integer();
  b.emit(Op::kMuli, {step, stride, workers});
  for_strided_items(b, "sample", b.argument("batch"), [&] {
    body(s, b.copy(classes));
    add_to(b, classes, step);
    b.emit(Op::kAddi, {s.sample, s.sample, workers});
  });
}

void emit_sum(Builder& b, const EmitContext& /*context*/) {
  const Int block = b.argument("block");
  for_outputs(b, [&](const LossSample& s, Int classes) {
    const F1 sum = b.f1();
    const F1 value = b.f1();
    const Int rest = b.copy(block);
    const Int before = b.integer();
    b.emit(Op::kMov32, {sum, b.zero1()});
    for_classes(b, "output", s, [&](Int address) {
      load_next(b, value, address);
      b.emit(Op::kF32add, {sum, sum, value});
      b.emit(Op::kSta32, {sum, classes, b.zero(), 0});
      b.emit(Op::kAddi, {rest, rest, -1});
      // Behind the last neuron of a class: the next class, from 0.
      b.emit(Op::kAddi, {before, classes, 4});
      b.emit(Op::kMovz, {classes, before, rest});
      b.emit(Op::kMovz, {rest, block, rest});
      b.emit(Op::kLda32, {sum, classes, b.zero(), 0});
    });
  });
}

void emit_spread(Builder& b, const EmitContext& /*context*/) {
  const Int block = b.argument("block");
  for_outputs(b, [&](const LossSample& s, Int classes) {
    const F1 value = b.f1();
    const Int rest = b.copy(block);
    const Int next = b.integer();
    for_classes(b, "output", s, [&](Int address) {
      b.emit_independent(Op::kLda32, {value, classes, b.zero(), 0});
      store_next(b, value, address);
      b.emit(Op::kAddi, {rest, rest, -1});
      b.emit(Op::kAddi, {next, classes, 4});
      b.emit(Op::kMovz, {classes, next, rest});
      b.emit(Op::kMovz, {rest, block, rest});
    });
  });
}

Codelet population_codelet(const std::string& name, const char* source, const char* classes,
                           void (*emit)(Builder&, const EmitContext&), InnerLoop inner) {
  Codelet codelet;
  codelet.name = name;
  codelet.arguments = {
      integer_argument("batch", "samples"),
      integer_argument("segments", "entries of the segment table, 1 or more"),
      address_argument("segment_table", "runs of blocks with equally many outputs"),
      address_argument("source", source),
      address_argument("classes", classes),
      integer_argument("class_stride", "bytes from sample to sample"),
      integer_argument("block", "neurons of a class")};
  codelet.emit = emit;
  codelet.trips = [](const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
    return loss_trips(work, context, worker, {"output"});
  };
  codelet.inner = std::move(inner);
  codelet.count = [](const WorkSize& work) {
    std::uint64_t outputs = 0;
    for (const auto& entry : work.segments) outputs += std::uint64_t{entry[0]} * entry[2];
    outputs *= work.arguments.at("batch");
    return WorkCount{outputs, 4 * outputs, 4 * outputs};
  };
  return codelet;
}

}  // namespace

Codelet sum_classes_codelet() {
  return population_codelet("sum_classes", "output blocks, [batch][2 planes] each",
                            "[batch][classes and one more]: 0 before, written", emit_sum,
                            {"output_class",
                             1,
                             "output and sample",
                             {{Unit::kLoad, 2}, {Unit::kStore, 1}, {Unit::kInteger, 4}},
                             "two loads, one store, four of the place"});
}

Codelet spread_classes_codelet() {
  return population_codelet("spread_classes", "written: gradient blocks, [batch][2 planes] each",
                            "gradient [batch][classes]", emit_spread,
                            {"output_class",
                             1,
                             "output and sample",
                             {{Unit::kLoad, 1}, {Unit::kStore, 1}, {Unit::kInteger, 4}},
                             "load, store, four of the place"});
}

}  // namespace bspike::kernels
