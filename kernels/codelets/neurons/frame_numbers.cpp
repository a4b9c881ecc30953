// Owns access to a model's numbers: scalars in registers, or pairs of a record.
#include "kernels/codelets/neurons/neuron_frame.hpp"

namespace bspike::kernels {

namespace {

constexpr const char* kThreshold = "threshold";

}  // namespace

std::uint32_t FramedNeuron::trainable() const {
  std::uint32_t count = 0;
  for (const FrameNumber& number : numbers) count += number.trainable ? 1 : 0;
  return count == 0 && !trainable_threshold ? 0 : count + 1;
}

FrameNumbers::FrameNumbers(Builder& builder, const FramedNeuron& row, bool learned,
                           const PairShare& share)
    : b_(builder), row_(row), learned_(learned) {
  if (learned_) {
    const Int offset = b_.integer();
    b_.emit(Op::kMuli, {offset, share.offset_bytes, static_cast<int>(2 * row_.trainable())});
    record_ = b_.add(b_.argument("numbers"), offset);
    threshold_ = b_.f2();
  } else {
    threshold_ = b_.argument_f32v2(kThreshold);
  }
  for (const FrameNumber& number : row_.numbers)
    fixed_.push_back(place(number.name) ? F1{} : b_.argument_f32(number.name));
}

// The number's place in the record, if it lies there; the threshold is the last.
std::optional<int> FrameNumbers::place(const std::string& name) const {
  if (!learned_) return std::nullopt;
  int index = 0;
  for (const FrameNumber& number : row_.numbers) {
    if (!number.trainable) continue;
    if (number.name == name) return 2 * index;
    ++index;
  }
  return name == kThreshold ? std::optional(2 * index) : std::nullopt;
}

F2 FrameNumbers::loaded(int place) {
  const F2 value = b_.f2();
  b_.emit_independent(Op::kLda64, {value, record_, b_.zero(), place});
  return value;
}

void FrameNumbers::begin_pair() {
  if (!learned_) return;
  b_.emit_independent(Op::kLda64, {threshold_, record_, b_.zero(), *place(kThreshold)});
}

void FrameNumbers::end_pair() {
  if (!learned_) return;
  b_.emit(Op::kAddi, {record_, record_, static_cast<int>(16 * row_.trainable())});
}

void FrameNumbers::multiply(F2 destination, const std::string& name, F2 factor) {
  if (const auto at = place(name)) {
    b_.emit(Op::kF32v2mul, {destination, loaded(*at), factor});
    return;
  }
  for (std::size_t i = 0; i < fixed_.size(); ++i)
    if (row_.numbers[i].name == name) b_.emit(Op::kF32v2mulb, {destination, fixed_[i], factor});
}

void FrameNumbers::add_product(F2 destination, const std::string& name, F2 factor) {
  if (const auto at = place(name)) {
    b_.emit(Op::kF32v2mac, {destination, loaded(*at), factor});
    return;
  }
  for (std::size_t i = 0; i < fixed_.size(); ++i)
    if (row_.numbers[i].name == name) b_.emit(Op::kF32v2macb, {destination, fixed_[i], factor});
}

void FrameNumbers::accumulate(const std::string& name, F2 value, bool negative) {
  const auto at = place(name);
  if (!at) return;
  const F2 sum = b_.f2();
  b_.emit(Op::kLda64, {sum, record_, b_.zero(), *at + 1});  // may be added to twice a pair
  b_.emit(negative ? Op::kF32v2sub : Op::kF32v2add, {sum, sum, value});
  b_.emit(Op::kSta64, {sum, record_, b_.zero(), *at + 1});
}

}  // namespace bspike::kernels
