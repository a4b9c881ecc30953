// Owns the builder's structured control: regions, conditions, loops, hardware repeats.
#include "kernels/emit/builder.hpp"

namespace bspike::kernels {

void Builder::region(const std::string& name) {
  if (name == region_) return;
  region_ = name;
  Block& open = code_.blocks.back();
  if (open.operations.empty()) {
    open.region = name;
  } else {
    start_block();
  }
}

Label Builder::new_label() { return {code_.labels++}; }

void Builder::bind(Label label) {
  if (!code_.blocks.back().operations.empty()) start_block();
  code_.blocks.back().labels.push_back(label.id);
}

void Builder::branch(Op op, Int condition, Label target) { emit(op, {condition, target}); }

void Builder::jump(Label target) { emit(Op::kBr, {target}); }

void Builder::exit() { emit(Op::kExit, {}); }

void Builder::if_nonzero(Int condition, const std::function<void()>& body) {
  const Label skip = new_label();
  branch(Op::kBrz, condition, skip);
  body();
  bind(skip);
}

void Builder::if_zero(Int condition, const std::function<void()>& body) {
  const Label skip = new_label();
  branch(Op::kBrnz, condition, skip);
  body();
  bind(skip);
}

void Builder::loop(const std::string& name, Int trips, const std::function<void()>& body) {
  const std::string outer = region_;
  const Int counter = add(trips, -1);
  region(name);
  const Label head = new_label();
  bind(head);
  body();
  branch(Op::kBrnzdec, counter, head);
  region(outer);
}

void Builder::repeat_within_limit(const std::string& name, Int trips,
                                  const std::function<void()>& body) {
  const std::string outer = region_;
  emit(Op::kRpt, {trips, 1});
  region_ = name;
  code_.blocks.back().region = name;
  code_.blocks.back().repeat_body = true;
  body();
  if (!code_.blocks.back().repeat_body || code_.blocks.back().operations.empty())
    fail_codelet(code_.name, "the body of a repeat must be straight code");
  region_ = outer;
  start_block();
}

void Builder::prepare_repeat_limit() { limit_ = constant(context_.repeat_limit); }

Builder::SplitTrips Builder::split(Int trips) {
  const Int first = integer();
  const Int limit = limit_.view.id == kNoRegister ? constant(context_.repeat_limit) : limit_;
  emit(Op::kUmin, {first, trips, limit});
  return {first, sub(trips, first)};
}

void Builder::repeat(const std::string& name, const SplitTrips& trips,
                     const std::function<void()>& body) {
  const std::string outer = region_;
  repeat_within_limit(name, trips.first, body);
  const Label done = new_label();
  branch(Op::kBrz, trips.rest, done);
  region(name + "_rest_entry");
  const Int rest = copy(trips.rest);
  repeat(name + "_rest", rest, body);
  region(outer);
  bind(done);
}

void Builder::repeat(const std::string& name, Int trips, const std::function<void()>& body) {
  const std::string outer = region_;
  const Int limit = limit_.view.id == kNoRegister ? constant(context_.repeat_limit) : limit_;
  region(name + "_chunk");
  const Label head = new_label();
  bind(head);
  const Int piece = integer();
  emit(Op::kUmin, {piece, trips, limit});
  emit(Op::kSub, {trips, trips, piece});
  repeat_within_limit(name, piece, body);
  branch(Op::kBrnz, trips, head);
  region(outer);
}

}  // namespace bspike::kernels
