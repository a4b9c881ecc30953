// Owns triad_f32 and triad_f16: a = b + scalar * c at 24 bytes an issue slot.
// Timing: two 64-bit loads, a 64-bit store and a multiply-add share each slot. Slot k loads word k,
// computes on word k - 1 and stores word k - 2, so two register sets take turns.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/micro/micro_codelets.hpp"

namespace bspike::kernels {

namespace {

class TriadWriter {
 public:
  TriadWriter(Builder& b, Op multiply_add, const PairShare& share)
      : b_(b), multiply_add_(multiply_add), scalar_(b.argument_f32("scalar")) {
    const Int offset = b.add(share.offset_bytes, share.offset_bytes);
    to_ = b.add(b.argument("destination"), offset);
    b_from_ = b.add(b.argument("addend"), offset);
    c_from_ = b.add(b.argument("factor"), offset);
  }

  void write(const PairShare& share) {
    const F4 even = b_.f4();
    const F4 odd = b_.f4();
    load(even);
    load(odd);
    compute(even);
    b_.repeat("pair", share.last, [&] {
      compute(odd);
      store_and_load(even);
      compute(even);
      store_and_load(odd);
    });
    compute(odd);
    store_next(b_, even.lo(), to_);
    store_next(b_, odd.lo(), to_);
  }

 private:
  void load(F4 words) { b_.emit_independent(Op::kLd2x64, {words, b_from_, c_from_, 1, 1}); }
  void compute(F4 words) { b_.emit(multiply_add_, {words.lo(), scalar_, words.hi()}); }
  void store_and_load(F4 words) {
    b_.emit_independent(Op::kLd2xst64, {words, b_from_, c_from_, to_, words.lo(), 1, 1, 1});
  }

  Builder& b_;
  Op multiply_add_;
  F1 scalar_;
  Int to_, b_from_, c_from_;
};

// `lanes`: elements of a 64-bit word.
Codelet triad(const std::string& name, Op multiply_add, std::uint32_t lanes, ArgumentInfo scalar) {
  Codelet codelet;
  codelet.name = name;
  codelet.arguments = {address_argument("destination", "a, written"),
                       address_argument("addend", "b"), address_argument("factor", "c"),
                       std::move(scalar), integer_argument("pairs", "128-bit words of each")};
  codelet.emit = [multiply_add](Builder& b, const EmitContext&) {
    with_pair_share(
        b, [&](const PairShare& share) { TriadWriter(b, multiply_add, share).write(share); });
  };
  codelet.trips = pair_trips;
  codelet.inner = {
      "pair", 2 * lanes, "element", {{Unit::kPaired, 2}}, "one paired access a 64-bit word"};
  codelet.count = [lanes](const WorkSize& work) {
    const std::uint64_t pairs = work.arguments.at("pairs");
    return WorkCount{4 * lanes * pairs, 32 * pairs, 16 * pairs};
  };
  return codelet;
}

}  // namespace

Codelet triad_f32_codelet() {
  return triad("triad_f32", Op::kF32v2macb, 2, float_argument("scalar", "factor of c"));
}

Codelet triad_f16_codelet() {
  return triad("triad_f16", Op::kF16v4macb, 4,
               integer_argument("scalar", "factor of c, f16 in the low half"));
}

}  // namespace bspike::kernels
