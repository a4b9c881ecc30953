// Owns copy_runs: stretches of 32-bit words that lie apart in one layout and otherwise in another,
// for all samples: received spikes into a map, gradients of a map into blocks. A worker takes every
// W-th entry of the table.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/conv/conv_codelets.hpp"
#include "kernels/codelets/idioms.hpp"

namespace bspike::kernels {

namespace {

constexpr int kEntryWords = 5;
enum Word : int { kFrom, kFromSample, kTo, kToSample, kCount };

Int load_word(Builder& b, Int entry, Word word) {
  const Int result = b.integer();
  b.emit_independent(Op::kLd32, {result, entry, b.zero(), word});
  return result;
}

void emit(Builder& b, const EmitContext& context) {
  const int workers = static_cast<int>(context.workers);
  const Int source = b.argument("source");
  const Int destination = b.argument("destination");
  const Int batch = b.argument("batch");
  const Int offset = b.integer();
  b.emit(Op::kMuli, {offset, b.worker(), 4 * kEntryWords});
  const Int entry = b.add(b.argument("table"), offset);
  for_strided_items(b, "entry_run", b.argument("entries"), [&] {
    const Int first = b.add(source, load_word(b, entry, kFrom));
    const Int to_first = b.add(destination, load_word(b, entry, kTo));
    const Int from_step = load_word(b, entry, kFromSample);
    const Int to_step = load_word(b, entry, kToSample);
    const auto more = b.split(b.add(load_word(b, entry, kCount), -1));
    b.loop("sample", batch, [&] {
      const F1 word = b.f1();
      const Int from = b.copy(first), to = b.copy(to_first);
      load_next(b, word, from);
      b.repeat("word", more, [&] {
        store_next(b, word, to);
        load_next(b, word, from);
      });
      store_next(b, word, to);
      add_to(b, first, from_step);
      add_to(b, to_first, to_step);
    });
    b.emit(Op::kAddi, {entry, entry, 4 * kEntryWords * workers});
  });
}

Trips trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t samples = work.arguments.at("batch");
  Trips result{{"entry", 1}, {"exit", 1}};
  for (std::size_t i = worker; i < work.segments.size(); i += context.workers) {
    result["entry_run"] += 1;
    result["sample"] += samples;
    add_split_trips(result, "word", work.segments[i][kCount] - 1, samples, context);
  }
  return result;
}

WorkCount count(const WorkSize& work) {
  std::uint64_t words = 0;
  for (const auto& entry : work.segments) words += entry[kCount];
  const std::uint64_t bytes = 4 * words * work.arguments.at("batch");
  return {0, bytes, bytes};
}

}  // namespace

Codelet copy_runs_codelet() {
  Codelet codelet;
  codelet.name = "copy_runs";
  codelet.arguments = {
      integer_argument("entries", "of the table"),
      address_argument(
          "table",
          "words: bytes from the source's start, bytes to its next sample, likewise of "
          "the destination, words to copy (1 or more)"),
      address_argument("source", "read"), address_argument("destination", "written"),
      integer_argument("batch", "samples, 1 or more")};
  codelet.emit = emit;
  codelet.trips = trips;
  codelet.inner = {"word", 1, "word", {{Unit::kLoad, 1}, {Unit::kStore, 1}}, "one load, one store"};
  codelet.count = count;
  return codelet;
}

}  // namespace bspike::kernels
