// Owns the forward step of a pair around a model's update: loads ahead, delayed reset, spike, reset
// at once, stores.
#include "kernels/codelets/neurons/neuron_frame.hpp"
#include "kernels/codelets/optimizers/half_pairs.hpp"

namespace bspike::kernels {

ForwardFrame::ForwardFrame(Builder& builder, const FramedNeuron& row, const FrameVariant& wanted,
                           const PairShare& share)
    : b(builder),
      variant(wanted),
      numbers(builder, row, wanted.learned, share),
      mem(b.f2()),
      input(b.f2()),
      resets(b.f2()),
      scratch(b.f2()),
      row_(row),
      ones_(b.constant_f32v2(1.0F)),
      spike_(b.f2()),
      mem_from_(b.integer()),
      mem_to_(b.integer()),
      input_from_(b.add(b.argument("current"), share.offset_bytes)),
      spikes_(b.add(b.argument("spikes"), share.offset_bytes)) {
  const HistorySlots slots = history_slots(b, {"history_base", "stride", "counter"});
  mem_from_ = b.add(slots.slot, pair_offset(b, share, variant.half_states));
  if (variant.half_states) half_ = b.f1();
  mem_to_ = b.add(mem_from_, slots.stride);
  if (row_.states == 1 && !variant.at_once) return;
  const Int state_stride = b.argument("state_stride");
  Int from = mem_from_, to = mem_to_;
  for (std::uint32_t k = 1; k < row_.states; ++k) {
    from = b.add(from, state_stride);
    to = b.add(to, state_stride);
    states.push_back(b.f2());
    states_from_.push_back(from);
    states_to_.push_back(to);
  }
  if (variant.at_once) before_reset_ = b.add(to, state_stride);
}

void ForwardFrame::run(const PairShare& share) {
  load_first();
  for_pairs(b, share, [&](bool last) { pair(last); });
}

void ForwardFrame::load_first() {
  load_pair(b, mem, mem_from_, variant.half_states);
  load_next(b, input, input_from_);
  for (std::size_t k = 0; k < states.size(); ++k)
    load_pair(b, states[k], states_from_[k], variant.half_states);
}

void ForwardFrame::pair(bool last) {
  last_ = last;
  numbers.begin_pair();
  if (variant.reset != FrameReset::kNone)
    b.emit(Op::kF32v2cmplt, {resets, numbers.threshold(), mem});
  row_.integrate(*this);
  if (variant.half_states) {
    b.emit(Op::kF32v2tof16, {half_, mem});
    b.emit(Op::kF16v2tof32, {mem, half_});
  }
  b.emit(Op::kF32v2cmplt, {spike_, numbers.threshold(), mem});
  if (variant.at_once) reset_at_once();
  b.emit(Op::kAnd64, {spike_, spike_, ones_});
  store_membrane();
  store_next(b, spike_, spikes_);
  refill(mem, mem_from_, variant.half_states);
  finish_pair();
}

// Takes (S - R) threshold, or (S - R) U, from the membrane.
void ForwardFrame::reset_at_once() {
  if (variant.half_states)
    store_next(b, half_, before_reset_);
  else
    store_next(b, mem, before_reset_);
  b.emit(Op::kAndc64, {scratch, resets, spike_});  // R and not S
  b.emit(Op::kAndc64, {resets, spike_, resets});   // S and not R
  if (subtracts()) {
    b.emit(Op::kAnd64, {scratch, scratch, numbers.threshold()});
    b.emit(Op::kAnd64, {resets, resets, numbers.threshold()});
    b.emit(Op::kF32v2sub, {mem, mem, resets});
  } else {
    b.emit(Op::kAnd64, {scratch, scratch, mem});
    b.emit(Op::kAndc64, {mem, mem, resets});
  }
  b.emit(Op::kF32v2add, {mem, mem, scratch});
  if (variant.half_states) b.emit(Op::kF32v2tof16, {half_, mem});
}

void ForwardFrame::store_membrane() {
  if (variant.half_states)
    store_next(b, half_, mem_to_);
  else
    store_next(b, mem, mem_to_);
}

void ForwardFrame::store_state(std::size_t index, F2 value) {
  if (!variant.half_states) {
    store_next(b, value, states_to_[index]);
    return;
  }
  const F1 half = b.f1();
  b.emit(Op::kF32v2tof16, {half, value});
  store_next(b, half, states_to_[index]);
}

void ForwardFrame::refill_state(std::size_t index) {
  refill(states[index], states_from_[index], variant.half_states);
}
void ForwardFrame::refill_input() { refill(input, input_from_, false); }

// Registers are short where a reset acts at once, so there loads wait for the end of the pair.
void ForwardFrame::refill(F2 reg, Int pointer, bool half) {
  if (last_) return;
  if (variant.at_once || variant.learned)
    deferred_.push_back({reg, pointer, half});
  else
    load_pair(b, reg, pointer, half);
}

void ForwardFrame::finish_pair() {
  for (const Refill& refill : deferred_) load_pair(b, refill.reg, refill.pointer, refill.half);
  deferred_.clear();
  numbers.end_pair();
}

void ForwardFrame::clear_where_reset(F2 value) { b.emit(Op::kAndc64, {value, value, resets}); }

void ForwardFrame::subtract_threshold(F2 value) {
  b.emit(Op::kAnd64, {scratch, resets, numbers.threshold()});
  b.emit(Op::kF32v2sub, {value, value, scratch});
}

}  // namespace bspike::kernels
