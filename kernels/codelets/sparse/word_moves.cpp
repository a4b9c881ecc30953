// Owns what moves 32-bit words: index_add, slice_words, update_words, copy_words, fill_zero_words.
#include "kernels/codelets/sparse/sparse_codelets.hpp"

namespace bspike::kernels {

namespace {

void emit_index_add(Builder& b, const EmitContext& /*context*/) {
  const Int sum = b.add(pointed_word(b, "source"), b.argument("addend"));
  b.emit(Op::kSt32, {sum, b.argument("destination"), b.zero(), 0});
  b.exit();
}

std::function<void()> move_word(Builder& b, const WordShare& share, Int from, Int to) {
  add_to(b, from, share.offset_bytes);
  add_to(b, to, share.offset_bytes);
  return [&b, share, from, to] {
    const Int word = b.integer();
    b.emit_independent(Op::kLd32step, {word, b.zero(), from, share.step});
    b.emit(Op::kSt32step, {word, b.zero(), to, share.step});
  };
}

void emit_slice(Builder& b, const EmitContext& /*context*/) {
  for_words(b, [&](const WordShare& share) {
    const HistorySlots at = history_slots(b, {"source_base", "stride", "index"});
    return move_word(b, share, at.slot, b.argument("destination"));
  });
}

void emit_update(Builder& b, const EmitContext& /*context*/) {
  for_words(b, [&](const WordShare& share) {
    const HistorySlots at = history_slots(b, {"destination_base", "stride", "index"});
    return move_word(b, share, b.argument("source"), at.slot);
  });
}

void emit_copy(Builder& b, const EmitContext& /*context*/) {
  for_words(b, [&](const WordShare& share) {
    const Int from = b.argument("source");
    return move_word(b, share, from, b.argument("destination"));
  });
}

void emit_zero(Builder& b, const EmitContext& /*context*/) {
  for_words(b, [&](const WordShare& share) -> std::function<void()> {
    const Int to = b.add(b.argument("address"), share.offset_bytes);
    return [&b, share, to] { b.emit(Op::kSt32step, {b.zero(), b.zero(), to, share.step}); };
  });
}

Codelet words_codelet(const std::string& name, Arguments arguments) {
  Codelet codelet;
  codelet.name = name;
  codelet.arguments = std::move(arguments);
  codelet.arguments.push_back(integer_argument("words", "32-bit words"));
  codelet.trips = word_trips;
  codelet.inner = {"word",
                   1,
                   "32-bit word",
                   {{Unit::kLoad, 1}, {Unit::kStore, 1}, {Unit::kInteger, 1}, {Unit::kControl, 1}},
                   "load, store, count, branch"};
  codelet.count = [](const WorkSize& work) {
    const std::uint64_t bytes = 4 * work.arguments.at("words");
    return WorkCount{0, bytes, bytes};
  };
  return codelet;
}

}  // namespace

Codelet index_add_codelet() {
  Codelet codelet = single_worker_codelet(
      "index_add",
      {address_argument("source", "u32"), integer_argument("addend", "added modulo 2^32"),
       address_argument("destination", "u32, written; may be the source")},
      [](const WorkSize& /*work*/, const EmitContext& /*context*/) {
        return Trips{{"entry", 1}};
      });
  codelet.emit = emit_index_add;
  codelet.inner = {"entry",
                   1,
                   "vertex",
                   {{Unit::kLoad, 4}, {Unit::kStore, 1}, {Unit::kInteger, 1}, {Unit::kControl, 1}},
                   "three arguments, load, add, store, the exit"};
  codelet.count = [](const WorkSize& /*work*/) { return WorkCount{0, 4, 4}; };
  return codelet;
}

Codelet slice_words_codelet() {
  Codelet codelet =
      words_codelet("slice_words", {address_argument("source_base", "slice 0"),
                                    integer_argument("stride", "bytes from one slice to the next"),
                                    address_argument("index", "u32, of the slice"),
                                    address_argument("destination", "first word written")});
  codelet.emit = emit_slice;
  return codelet;
}

Codelet update_words_codelet() {
  Codelet codelet =
      words_codelet("update_words", {address_argument("source", "first word read"),
                                     address_argument("destination_base", "slice 0"),
                                     integer_argument("stride", "bytes from one slice to the next"),
                                     address_argument("index", "u32, of the slice written")});
  codelet.emit = emit_update;
  return codelet;
}

Codelet copy_words_codelet() {
  Codelet codelet =
      words_codelet("copy_words", {address_argument("source", "first word read"),
                                   address_argument("destination", "first word written")});
  codelet.emit = emit_copy;
  return codelet;
}

Codelet fill_zero_words_codelet() {
  Codelet codelet = words_codelet("fill_zero_words", {address_argument("address", "first word")});
  codelet.emit = emit_zero;
  codelet.inner.bound = {{Unit::kStore, 1}, {Unit::kInteger, 1}, {Unit::kControl, 1}};
  codelet.inner.minimum = "store, count, branch";
  codelet.count = [](const WorkSize& work) {
    return WorkCount{0, 0, 4 * work.arguments.at("words")};
  };
  return codelet;
}

}  // namespace bspike::kernels
