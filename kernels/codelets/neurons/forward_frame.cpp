// Owns the forward step of a pair around a model's update: loads ahead, delayed reset, spike, reset
// at once, stores.
#include "kernels/codelets/neurons/neuron_frame.hpp"

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
  mem_from_ = b.add(slots.slot, share.offset_bytes);
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
  load_next(b, mem, mem_from_);
  load_next(b, input, input_from_);
  for (std::size_t k = 0; k < states.size(); ++k) load_next(b, states[k], states_from_[k]);
}

void ForwardFrame::pair(bool last) {
  last_ = last;
  numbers.begin_pair();
  if (variant.reset != FrameReset::kNone)
    b.emit(Op::kF32v2cmplt, {resets, numbers.threshold(), mem});
  row_.integrate(*this);
  b.emit(Op::kF32v2cmplt, {spike_, numbers.threshold(), mem});
  if (variant.at_once) reset_at_once();
  b.emit(Op::kAnd64, {spike_, spike_, ones_});
  store_next(b, mem, mem_to_);
  store_next(b, spike_, spikes_);
  refill(mem, mem_from_);
  finish_pair();
}

// Takes (S - R) threshold, or (S - R) U, from the membrane.
void ForwardFrame::reset_at_once() {
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
}

void ForwardFrame::store_state(std::size_t index, F2 value) {
  store_next(b, value, states_to_[index]);
}

void ForwardFrame::refill_state(std::size_t index) { refill(states[index], states_from_[index]); }
void ForwardFrame::refill_input() { refill(input, input_from_); }

// Registers are short where a reset acts at once, so there loads wait for the end of the pair.
void ForwardFrame::refill(F2 reg, Int pointer) {
  if (last_) return;
  if (variant.at_once || variant.learned)
    deferred_.emplace_back(reg, pointer);
  else
    load_next(b, reg, pointer);
}

void ForwardFrame::finish_pair() {
  for (const auto& [reg, pointer] : deferred_) load_next(b, reg, pointer);
  deferred_.clear();
  numbers.end_pair();
}

void ForwardFrame::clear_where_reset(F2 value) { b.emit(Op::kAndc64, {value, value, resets}); }

void ForwardFrame::subtract_threshold(F2 value) {
  b.emit(Op::kAnd64, {scratch, resets, numbers.threshold()});
  b.emit(Op::kF32v2sub, {value, value, scratch});
}

}  // namespace bspike::kernels
