// Owns the backward step of a pair around a model's transpose: reset at once, surrogate, gradients
// of the threshold.
#include "kernels/codelets/neurons/neuron_frame.hpp"
#include "kernels/codelets/optimizers/half_pairs.hpp"

namespace bspike::kernels {

bool needs_before(const FramedNeuron& row, const FrameVariant& variant) {
  return variant.learned || variant.at_once || variant.reset == FrameReset::kZero ||
         (!row.carries_membrane && variant.reset != FrameReset::kNone);
}

bool needs_after(const FrameVariant& variant, const SurrogateEmitter& surrogate) {
  return surrogate.needs_distance || variant.at_once;
}

BackwardFrame::BackwardFrame(Builder& builder, const FramedNeuron& row, const FrameVariant& wanted,
                             const SurrogateEmitter& surrogate, const PairShare& share)
    : b(builder),
      variant(wanted),
      numbers(builder, row, wanted.learned, share),
      gradient(b.f2()),
      before(b.f2()),
      resets(b.f2()),
      scratch(b.f2()),
      row_(row),
      surrogate_(surrogate) {
  add_pointers(share);
  code_ = surrogate_.prepare(b);
}

void BackwardFrame::add_pointers(const PairShare& share) {
  const Int offset = share.offset_bytes;
  gradients_ = b.add(b.argument("spike_gradient"), offset);
  result_ = b.add(b.argument("current_gradient"), offset);
  const bool several = row_.states > 1 || variant.at_once;
  const Int state_stride = several ? b.argument("state_stride") : b.zero();
  // Carries stay f32.
  const Int carry_stride =
      variant.half_states && several ? b.shift_left(state_stride, 1) : state_stride;
  Int carry_pointer = b.add(b.argument("carry"), offset);
  carries_.push_back(carry_pointer);
  for (std::uint32_t k = 1; k < row_.states; ++k)
    carries_.push_back(carry_pointer = b.add(carry_pointer, carry_stride));
  const HistorySlots slots = history_slots(b, {"history_base", "stride", "counter"});
  before_pointer_ = b.add(slots.slot, pair_offset(b, share, variant.half_states));
  after_ = b.add(before_pointer_, slots.stride);
  for (std::uint32_t k = 0; variant.at_once && k < row_.states; ++k)
    after_ = b.add(after_, state_stride);
  if (!variant.learned) return;
  Int state = before_pointer_;
  for (std::uint32_t k = 1; k < row_.states; ++k)
    states_before_.push_back(state = b.add(state, state_stride));
}

void BackwardFrame::run(const PairShare& share) {
  b.repeat("pair", share.last, [&] { pair(); });
  pair();
}

void BackwardFrame::pair() {
  const F2 membrane = b.f2();
  const F2 through = b.f2();
  const bool reads_before = needs_before(row_, variant);
  numbers.begin_pair();
  if (needs_after(variant, surrogate_)) load_pair(b, membrane, after_, variant.half_states);
  load_next(b, through, gradients_);
  if (reads_before) load_pair(b, before, before_pointer_, variant.half_states);
  if (reads_before && variant.reset != FrameReset::kNone)
    b.emit(Op::kF32v2cmplt, {resets, numbers.threshold(), before});
  if (row_.carries_membrane) b.emit_independent(Op::kLda64, {gradient, carries_[0], b.zero(), 0});
  if (variant.at_once) undo_reset_at_once(through, membrane);
  if (surrogate_.needs_distance) {
    b.emit(Op::kF32v2sub, {membrane, numbers.threshold(), membrane});
    code_.shape(membrane);
  }
  code_.apply(through, membrane);
  numbers.accumulate("threshold", through, true);
  if (row_.carries_membrane)
    b.emit(Op::kF32v2add, {gradient, through, gradient});
  else
    b.emit(Op::kMov64, {gradient, through});
  row_.pull(*this);
  step_pointers();
}

// From the gradient behind the reset to that in front of it; a part of it goes through the spike.
void BackwardFrame::undo_reset_at_once(F2 spike_gradient, F2 membrane) {
  const F2 spikes_only = b.f2();
  const F2 resets_only = b.f2();
  b.emit(Op::kF32v2cmplt, {spikes_only, numbers.threshold(), membrane});
  b.emit(Op::kAndc64, {resets_only, resets, spikes_only});
  b.emit(Op::kAndc64, {spikes_only, spikes_only, resets});
  b.emit(Op::kF32v2mul, {scratch, subtracts() ? numbers.threshold() : membrane, gradient});
  b.emit(Op::kF32v2sub, {spike_gradient, spike_gradient, scratch});
  b.emit(Op::kAnd64, {resets_only, resets_only, gradient});
  if (subtracts()) {
    if (!variant.learned) return;
    b.emit(Op::kAnd64, {spikes_only, spikes_only, gradient});
    numbers.accumulate("threshold", spikes_only, true);
    numbers.accumulate("threshold", resets_only);
    return;
  }
  b.emit(Op::kAndc64, {gradient, gradient, spikes_only});
  b.emit(Op::kF32v2add, {gradient, gradient, resets_only});
}

void BackwardFrame::clear_where_reset(F2 value) { b.emit(Op::kAndc64, {value, value, resets}); }

F2 BackwardFrame::carry(std::size_t state) {
  const F2 value = b.f2();
  b.emit_independent(Op::kLda64, {value, carries_[state], b.zero(), 0});
  return value;
}

void BackwardFrame::store_carry(std::size_t state, F2 value) {
  store_next(b, value, carries_[state]);
}

F2 BackwardFrame::state_before(std::size_t index) {
  const F2 value = b.f2();
  load_pair(b, value, states_before_[index], variant.half_states);
  return value;
}

void BackwardFrame::store_current(F2 value) { store_next(b, value, result_); }

void BackwardFrame::take_threshold_of_resets() {
  if (!variant.learned || !subtracts()) return;
  b.emit(Op::kAnd64, {scratch, resets, gradient});
  numbers.accumulate("threshold", scratch, true);
}

void BackwardFrame::step_pointers() { numbers.end_pair(); }

}  // namespace bspike::kernels
