// Owns the shorthands of the sparse codelets.
#include <utility>

#include "kernels/codelets/sparse/sparse_codelets.hpp"

namespace bspike::kernels {

Codelet single_worker_codelet(std::string name, Arguments arguments, VertexTrips trips) {
  Codelet codelet;
  codelet.name = std::move(name);
  codelet.arguments = std::move(arguments);
  codelet.multi_worker = false;
  codelet.trips = [trips = std::move(trips)](const WorkSize& work, const EmitContext& context,
                                             std::uint32_t worker) {
    return worker == 0 ? trips(work, context) : Trips{};
  };
  return codelet;
}

Int load_word(Builder& b, Int address) {
  const Int word = b.integer();
  b.emit_independent(Op::kLd32, {word, address, b.zero(), 0});
  return word;
}

F2 load_pair(Builder& b, Int address) {
  const F2 pair = b.f2();
  b.emit_independent(Op::kLda64, {pair, address, b.zero(), 0});
  return pair;
}

Int pointed_word(Builder& b, const std::string& argument) {
  return load_word(b, b.argument(argument));
}

void load_id(Builder& b, Int id, Int next_id) {
  b.emit_independent(Op::kLd32step, {id, b.zero(), next_id, 1});
}

void add_repeat_trips(Trips& trips, const std::string& name, std::uint64_t count,
                      const EmitContext& context) {
  trips[name + "_chunk"] += repeat_chunks(count, context);
  trips[name] += count;
}

void for_words(Builder& b, const std::function<std::function<void()>(const WordShare&)>& prepare) {
  const int workers = static_cast<int>(b.context().workers);
  const Int rest = b.add(b.sub(b.argument("words"), b.worker()), -1);
  const Label done = b.new_label();
  b.branch(Op::kBrneg, rest, done);
  b.region("worker");
  const auto body = prepare({b.shift_left(b.worker(), 2), workers});
  b.region("word");
  const Label head = b.new_label();
  b.bind(head);
  body();
  b.emit(Op::kAddi, {rest, rest, -workers});
  b.branch(Op::kBrpos, rest, head);
  b.region("exit");
  b.bind(done);
  b.exit();
}

Trips word_trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t words = strided_items(work.arguments.at("words"), context.workers, worker);
  Trips trips{{"entry", 1}, {"exit", 1}};
  if (words == 0) return trips;
  trips["worker"] = 1;
  trips["word"] = words;
  return trips;
}

}  // namespace bspike::kernels
