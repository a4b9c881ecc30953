// Owns what codelet authors write against: typed virtual registers, operations, labels, loops.
// Contract: registers are variables, not values: they may be written again, and a read followed by
// a write of the same register may share an issue slot, so pipelined loops are written as "use the
// old value, then load the next". Every operand is checked against the ISA's table when emitted.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <variant>
#include <vector>

#include "kernels/codelets/codelet.hpp"
#include "kernels/emit/code.hpp"

namespace bspike::kernels {

using Op = arch::isa::Opcode;

// Handles. Copying one copies the name, not the value.
struct Int {
  RegisterView view;
};
struct F1 {
  RegisterView view;
};
struct F2 {
  RegisterView view;
  [[nodiscard]] F1 lo() const { return {{view.id, view.offset, 1}}; }
  [[nodiscard]] F1 hi() const { return {{view.id, static_cast<std::uint8_t>(view.offset + 1), 1}}; }
};
struct F4 {
  RegisterView view;
  [[nodiscard]] F2 lo() const { return {{view.id, 0, 2}}; }
  [[nodiscard]] F2 hi() const { return {{view.id, 2, 2}}; }
};
struct Label {
  std::uint32_t id = kNoLabel;
};

// One operand of an operation, in the order of the assembly text.
class Argument {
 public:
  Argument(Int reg) : value_(Typed{reg.view, false}) {}  // NOLINT: meant to convert
  Argument(F1 reg) : value_(Typed{reg.view, true}) {}    // NOLINT
  Argument(F2 reg) : value_(Typed{reg.view, true}) {}    // NOLINT
  Argument(F4 reg) : value_(Typed{reg.view, true}) {}    // NOLINT
  Argument(int number) : value_(number) {}               // NOLINT
  Argument(Label label) : value_(label) {}               // NOLINT
  struct Typed {
    RegisterView view;
    bool is_float;
  };
  std::variant<Typed, int, Label> value_;
};

class Builder {
 public:
  Builder(std::string name, std::vector<ArgumentInfo> arguments, const EmitContext& context);

  // Fresh registers.
  [[nodiscard]] Int integer();
  [[nodiscard]] F1 f1();
  [[nodiscard]] F2 f2();
  [[nodiscard]] F4 f4();
  // Registers that the machine gives.
  [[nodiscard]] Int zero() const { return zero_; }
  [[nodiscard]] F1 zero1() const { return zero_pair_.lo(); }
  [[nodiscard]] F2 zero2() const { return zero_pair_; }
  [[nodiscard]] Int worker() const { return worker_; }
  [[nodiscard]] const EmitContext& context() const { return context_; }

  void emit(Op op, std::initializer_list<Argument> arguments);
  // A memory access that no store of this codelet overlaps, by the author's word.
  void emit_independent(Op op, std::initializer_list<Argument> arguments);

  // Arguments of the vertex, by name.
  [[nodiscard]] Int argument(const std::string& name);
  [[nodiscard]] F1 argument_f32(const std::string& name);
  void load_argument(F1 destination, const std::string& name);
  // Both lanes hold the argument.
  [[nodiscard]] F2 argument_f32v2(const std::string& name);

  // Constants.
  [[nodiscard]] Int constant(std::uint32_t value);
  void set(Int destination, std::uint32_t value);
  [[nodiscard]] F1 constant_f32(float value);
  void set(F1 destination, float value);
  [[nodiscard]] F2 constant_f32v2(float value);

  // Integer shorthands that yield a fresh register.
  [[nodiscard]] Int add(Int a, Int b);
  [[nodiscard]] Int add(Int a, int immediate);
  [[nodiscard]] Int sub(Int a, Int b);
  [[nodiscard]] Int mul(Int a, Int b);
  [[nodiscard]] Int shift_left(Int a, int bits);
  [[nodiscard]] Int shift_right(Int a, int bits);
  [[nodiscard]] Int copy(Int a);

  // Control. Regions name what the code that follows is executed for; estimates count their trips.
  void region(const std::string& name);
  [[nodiscard]] Label new_label();
  void bind(Label label);
  void branch(Op op, Int condition, Label target);
  void jump(Label target);
  void exit();
  void if_nonzero(Int condition, const std::function<void()>& body);
  void if_zero(Int condition, const std::function<void()>& body);
  // Runs the body `trips` times; the author knows trips >= 1. The count is copied. The region of
  // the body is `name`; afterwards the region before goes on.
  void loop(const std::string& name, Int trips, const std::function<void()>& body);
  // Hardware repeat of straight code, 0 trips allowed. Trips that may exceed the machine's limit
  // are split: `NAME_chunk` counts the pieces. The count is used up.
  void repeat(const std::string& name, Int trips, const std::function<void()>& body);
  // Sets the limit once, here, for all repeats behind; otherwise each sets it anew.
  void prepare_repeat_limit();
  // A count split once for several repeats, so that each pays one slot for the rare excess.
  struct SplitTrips {
    Int first;  // up to the limit
    Int rest;   // beyond it
  };
  [[nodiscard]] SplitTrips split(Int trips);
  // The repeat of such a count; `NAME_rest` and `NAME_rest_chunk` count what is beyond the limit.
  void repeat(const std::string& name, const SplitTrips& trips, const std::function<void()>& body);
  // As repeat where the trips can't exceed the machine's limit.
  void repeat_within_limit(const std::string& name, Int trips, const std::function<void()>& body);

  // The finished code; the builder is used up.
  [[nodiscard]] Code finish();

 private:
  [[nodiscard]] RegisterView fresh(bool is_float, std::uint8_t width);
  [[nodiscard]] Int fixed_integer(std::uint8_t number);
  [[nodiscard]] Operation checked(Op op, const std::vector<Argument>& arguments) const;
  void place(Op op, const Argument& argument, const arch::isa::Operand& operand,
             Operation& operation) const;
  [[nodiscard]] std::uint32_t argument_index(const std::string& name) const;
  void append(Operation operation);
  void start_block(bool repeat_body = false);

  EmitContext context_;
  std::vector<ArgumentInfo> arguments_;
  Code code_;
  std::string region_ = "entry";
  Int zero_, base_, worker_, limit_;
  F2 zero_pair_;
};

}  // namespace bspike::kernels
