// Owns what makes new words one by one: cast_to_float, cast_to_unsigned, draw_uniform.
#include "kernels/codelets/sparse/sparse_codelets.hpp"

namespace bspike::kernels {

namespace {

void emit_cast(Builder& b, Op cast) {
  for_words(b, [&](const WordShare& share) -> std::function<void()> {
    const Int from = b.add(b.argument("source"), share.offset_bytes);
    const Int to = b.add(b.argument("destination"), share.offset_bytes);
    return [&b, cast, share, from, to] {
      const F1 word = b.f1();
      b.emit(Op::kLda32step, {word, b.zero(), from, share.step});
      b.emit(cast, {word, word});
      b.emit(Op::kSta32step, {word, b.zero(), to, share.step});
    };
  });
}

Codelet cast_codelet(const std::string& name, Op cast, const std::string& source,
                     const std::string& destination) {
  Codelet codelet;
  codelet.name = name;
  codelet.arguments = {
      address_argument("source", source),
      address_argument("destination", destination + ", written; may be the source"),
      integer_argument("words", "32-bit words")};
  codelet.emit = [cast](Builder& b, const EmitContext& /*context*/) { emit_cast(b, cast); };
  codelet.trips = word_trips;
  codelet.inner = {"word",
                   1,
                   "32-bit word",
                   {{Unit::kLoad, 1}, {Unit::kStore, 1}, {Unit::kInteger, 1}, {Unit::kControl, 1}},
                   "load, store, count, branch; the cast"};
  codelet.count = [](const WorkSize& work) {
    const std::uint64_t words = work.arguments.at("words");
    return WorkCount{words, 4 * words, 4 * words};
  };
  return codelet;
}

// Constants of the hash: odd, with their bits spread.
constexpr std::uint32_t kPlace = 0x9e3779b9, kIndex = 0x85ebca6b, kMix = 0xc2b2ae35;

// state = (state xor its upper half) * kMix, xor its upper half: a word that depends on all bits.
Int hashed(Builder& b, Int state, Int mix) {
  const Int word = b.integer();
  b.emit(Op::kXor, {word, state, b.shift_right(state, 16)});
  b.emit(Op::kMul, {word, word, mix});
  b.emit(Op::kXor, {word, word, b.shift_right(word, 16)});
  return word;
}

void emit_draw(Builder& b, const EmitContext& context) {
  for_words(b, [&](const WordShare& share) -> std::function<void()> {
    const Int to = b.add(b.argument("destination"), share.offset_bytes);
    const Int mix = b.constant(kMix);
    const Int place = b.constant(kPlace);
    const Int state =
        b.add(b.mul(pointed_word(b, "index"), b.constant(kIndex)), b.mul(b.worker(), place));
    add_to(b, state, b.argument("seed"));
    const Int step = b.constant(kPlace * context.workers);
    return [&b, share, to, mix, state, step] {
      b.emit(Op::kSt32step, {hashed(b, state, mix), b.zero(), to, share.step});
      add_to(b, state, step);
    };
  });
}

}  // namespace

Codelet cast_to_float_codelet() {
  return cast_codelet("cast_to_float", Op::kU32tof32, "u32, below 2^24", "f32");
}

Codelet cast_to_unsigned_codelet() {
  return cast_codelet("cast_to_unsigned", Op::kF32toi32, "f32, whole, 0 to 2^24 - 1", "u32");
}

Codelet draw_uniform_codelet() {
  Codelet codelet;
  codelet.name = "draw_uniform";
  codelet.arguments = {address_argument("destination", "u32, written: words of a hash"),
                       integer_argument("words", "32-bit words"),
                       integer_argument("seed", "of the draw"),
                       address_argument("index", "u32, of the draw")};
  codelet.emit = emit_draw;
  codelet.trips = word_trips;
  codelet.inner = {
      "word",
      1,
      "32-bit word",
      {{Unit::kInteger, 6}, {Unit::kMultiply, 1}, {Unit::kStore, 1}, {Unit::kControl, 1}},
      "two shifts, two xors, product, store, next state, count, branch"};
  codelet.count = [](const WorkSize& work) {
    return WorkCount{0, 4, 4 * work.arguments.at("words")};
  };
  return codelet;
}

}  // namespace bspike::kernels
