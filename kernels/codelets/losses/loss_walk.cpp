// Owns the walk over samples and classes. Entries of a loss's segment table: blocks, bytes from
// block to block, classes a block, pairs a sample, 8, bytes from sample to sample, offset of the
// first output in bytes, number of the first class.
#include "kernels/codelets/losses/loss_codelets.hpp"

namespace bspike::kernels {

namespace {

constexpr int kEntryBytes = 32;
enum Word : int { kBlocks = 0, kBlockStride = 1, kClasses = 2, kSampleStride = 5, kFirst = 6 };

}  // namespace

Arguments loss_arguments(const std::string& scale) {
  return {integer_argument("batch", "samples"),
          integer_argument("segments", "entries of the segment table, 1 or more"),
          address_argument("segment_table", "runs of blocks with equally many classes"),
          address_argument("source", "output blocks, [batch][2 planes] each"),
          address_argument("labels", "u32 [batch]"),
          address_argument("loss", "f32 [batch]"),
          address_argument("gradient_base", "slot 0, laid out as the source"),
          integer_argument("gradient_stride", "bytes from slot to slot"),
          address_argument("counter", "of the time step t: slot t is written"),
          float_argument(scale, "factor of the sample's loss and of its gradient")};
}

void for_loss_samples(Builder& b, const std::function<void(const LossSample&)>& body) {
  const int workers = static_cast<int>(b.context().workers);
  LossSample s;
  const HistorySlots slots = history_slots(b, {"gradient_base", "gradient_stride", "counter"});
  s.to_gradient = b.sub(slots.slot, b.argument("source"));
  const Int offset = b.shift_left(b.worker(), 2);
  const Int labels = b.add(b.argument("labels"), offset);
  s.loss = b.add(b.argument("loss"), offset);
  s.sample = b.copy(b.worker());
  s.label = b.integer();
  for_strided_items(b, "sample", b.argument("batch"), [&] {
    b.emit_independent(Op::kLd32step, {s.label, b.zero(), labels, workers});
    body(s);
    b.emit(Op::kAddi, {s.loss, s.loss, 4 * workers});
    b.emit(Op::kAddi, {s.sample, s.sample, workers});
  });
}

void for_classes(Builder& b, const std::string& name, const LossSample& sample,
                 const std::function<void(Int address)>& body) {
  const Int entry = b.argument("segment_table");
  const auto word = [&](Word index) {
    const Int result = b.integer();
    b.emit_independent(Op::kLd32, {result, entry, b.zero(), index});
    return result;
  };
  const Int source = b.argument("source");
  b.loop(name + "_segment", b.argument("segments"), [&] {
    const Int block_stride = word(kBlockStride);
    const Int classes = word(kClasses);
    const Int block = b.add(b.mul(sample.sample, word(kSampleStride)), word(kFirst));
    add_to(b, block, source);
    b.loop(name + "_block", word(kBlocks), [&] {
      const Int address = b.copy(block);
      add_to(b, block, block_stride);
      b.loop(name + "_class", classes, [&] { body(address); });
    });
    b.emit(Op::kAddi, {entry, entry, kEntryBytes});
  });
}

void find_label(Builder& b, Int found, Int countdown, Int address) {
  b.emit(Op::kMovz, {found, address, countdown});
  b.emit(Op::kAddi, {countdown, countdown, -1});
}

Trips loss_trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker,
                 const std::vector<std::string>& passes) {
  const std::uint64_t samples = strided_items(work.arguments.at("batch"), context.workers, worker);
  Trips result{{"entry", 1}, {"exit", 1}, {"sample", samples}};
  for (const std::string& pass : passes) {
    for (const auto& entry : work.segments) {
      result[pass + "_segment"] += samples;
      result[pass + "_block"] += samples * entry[kBlocks];
      result[pass + "_class"] += samples * entry[kBlocks] * entry[kClasses];
    }
  }
  return result;
}

}  // namespace bspike::kernels
