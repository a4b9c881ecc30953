// Owns what the tile code of neuron models shares beyond Leaky's own fast path: numbers in
// registers or one a neuron, several state variables, the reset that acts at once, the surrogate,
// and gradients of trained numbers. Contract: a model brings the delayed update and its transpose
// for one pair of neurons, in terms of the frames; it keeps nothing between pairs.
//
// Memory: state k of slot t lies at history_base + t stride + k state_stride, the membrane first; a
// layer that resets at once keeps the membrane before that reset behind them. carry is
// [state][pairs]. numbers is a record a pair: value and summed gradient of each trainable number,
// in the row's order.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/surrogates/surrogate_emitters.hpp"

namespace bspike::kernels {

enum class FrameReset : std::uint8_t { kSubtract, kZero, kNone };

struct FrameVariant {
  FrameReset reset = FrameReset::kSubtract;
  bool at_once = false;
  bool learned = false;
  bool half_states = false;  // histories in f16: a state is rounded once, where it is stored
};

struct FrameNumber {
  std::string name;  // as models' table names it, or derived from it
  std::string doc;
  bool trainable = false;
};

class ForwardFrame;
class BackwardFrame;

struct FramedNeuron {
  std::string model;  // in lower case
  std::uint32_t states = 1;
  std::vector<FrameNumber> numbers;  // without the threshold, which every model has
  std::vector<FrameReset> resets;
  bool at_once = false;              // also with resets that act at once
  bool fixed_elsewhere = false;      // a row of its own makes delayed resets with fixed numbers
  bool trainable_threshold = false;  // although no other number is trainable
  bool carries_membrane = true;      // dL/dU(t-1) has a part from the step after
  std::uint32_t integrate_ops = 0;   // float operations of a pair, without the reset's
  std::uint32_t pull_ops = 0;
  void (*integrate)(ForwardFrame& frame);
  void (*pull)(BackwardFrame& frame);

  [[nodiscard]] std::uint32_t trainable() const;  // the threshold included; 0: none is
};

// The rows with frames (neuron_codelets_table.cpp), and every codelet that they make.
[[nodiscard]] std::span<const FramedNeuron> framed_neurons();
[[nodiscard]] std::vector<Codelet> framed_codelets();

// A model's numbers while a pair is computed.
class FrameNumbers {
 public:
  FrameNumbers(Builder& builder, const FramedNeuron& row, bool learned, const PairShare& share);

  void begin_pair();
  void end_pair();
  void multiply(F2 destination, const std::string& name, F2 factor);     // = number * factor
  void add_product(F2 destination, const std::string& name, F2 factor);  // += number * factor
  [[nodiscard]] F2 threshold() const { return threshold_; }
  // Adds to the summed gradient of a trainable number, or takes away from it; nothing if it is
  // fixed.
  void accumulate(const std::string& name, F2 value, bool negative = false);
  [[nodiscard]] bool learned() const { return learned_; }

 private:
  [[nodiscard]] std::optional<int> place(const std::string& name) const;
  [[nodiscard]] F2 loaded(int place);

  Builder& b_;
  const FramedNeuron& row_;
  bool learned_;
  Int record_{};
  F2 threshold_{};
  std::vector<F1> fixed_;  // by number; unused where it is in the record
};

// One forward step of a pair. The model leaves the new membrane in `mem`.
class ForwardFrame {
 public:
  ForwardFrame(Builder& builder, const FramedNeuron& row, const FrameVariant& variant,
               const PairShare& share);
  void run(const PairShare& share);

  Builder& b;
  FrameVariant variant;
  FrameNumbers numbers;
  F2 mem, input;
  std::vector<F2> states;  // behind the membrane
  F2 resets;               // mask: the delayed reset acts
  F2 scratch;

  [[nodiscard]] bool clears() const { return variant.reset == FrameReset::kZero; }
  [[nodiscard]] bool subtracts() const { return variant.reset == FrameReset::kSubtract; }
  void store_state(std::size_t index, F2 value);  // the new one
  void refill_state(std::size_t index);           // behind the last use of the old one
  void refill_input();
  void clear_where_reset(F2 value);
  void subtract_threshold(F2 value);  // where the reset acts

 private:
  void load_first();
  void pair(bool last);
  void reset_at_once();
  void refill(F2 reg, Int pointer, bool half);
  void store_membrane();
  void finish_pair();

  const FramedNeuron& row_;
  F2 ones_, spike_;
  F1 half_{};  // a state on its way to memory
  Int mem_from_, mem_to_, input_from_, spikes_, before_reset_{};
  std::vector<Int> states_from_, states_to_;
  struct Refill {
    F2 reg;
    Int pointer;
    bool half;
  };
  std::vector<Refill> deferred_;
  bool last_ = false;
};

// Whether a backward step reads the membrane before the step, or after it.
[[nodiscard]] bool needs_before(const FramedNeuron& row, const FrameVariant& variant);
[[nodiscard]] bool needs_after(const FrameVariant& variant, const SurrogateEmitter& surrogate);

// One backward step of a pair. The model finds dL/dU in `gradient` and stores the rest.
class BackwardFrame {
 public:
  BackwardFrame(Builder& builder, const FramedNeuron& row, const FrameVariant& variant,
                const SurrogateEmitter& surrogate, const PairShare& share);
  void run(const PairShare& share);

  Builder& b;
  FrameVariant variant;
  FrameNumbers numbers;
  F2 gradient;
  F2 before;  // the membrane before the step, where the model or the reset needs it
  F2 resets;  // mask
  F2 scratch;

  [[nodiscard]] bool clears() const { return variant.reset == FrameReset::kZero; }
  [[nodiscard]] bool subtracts() const { return variant.reset == FrameReset::kSubtract; }
  void clear_where_reset(F2 value);
  [[nodiscard]] F2 carry(std::size_t state);         // from the step after
  void store_carry(std::size_t state, F2 value);     // for the step before
  [[nodiscard]] F2 state_before(std::size_t index);  // behind the membrane
  void store_current(F2 value);                      // dL/dcurrent
  void take_threshold_of_resets();                   // gradient of what a delayed reset subtracts

 private:
  void add_pointers(const PairShare& share);
  void pair();
  void undo_reset_at_once(F2 spike_gradient, F2 membrane);
  void step_pointers();

  const FramedNeuron& row_;
  const SurrogateEmitter& surrogate_;
  SurrogateCode code_;
  Int gradients_{}, after_{}, before_pointer_{}, result_{};
  std::vector<Int> carries_, states_before_;
};

}  // namespace bspike::kernels
