// Owns what a neuron model brings to the tiles: the forward and the backward step of a pair of
// neurons, and the rows that name them. Contract: rows are independent of each other and of the
// surrogates; codelets are made for every reset of a row and every surrogate.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/surrogates/surrogate_emitters.hpp"
#include "kernels/emit/builder.hpp"

namespace bspike::kernels {

using SlotBound = std::vector<std::pair<arch::isa::ExecUnit, std::uint32_t>>;

// One reset of a model.
struct NeuronReset {
  std::string name;  // as in the codelets' names: "subtract", "zero", "none"
  SlotBound forward_bound;
  SlotBound half_forward_bound;  // of four neurons with states in f16
  std::string forward_minimum;
  std::uint32_t forward_flops = 0;       // a neuron
  SlotBound backward_bound;              // without the surrogate's, and without the memory accesses
  bool backward_needs_membrane = false;  // whatever the surrogate
  std::uint32_t backward_flops = 0;      // a neuron, likewise
  std::string backward_minimum;          // the bound in words
};

struct NeuronCodeletRow {
  std::string model;     // in lower case
  Arguments parameters;  // as models' table names them
  std::vector<NeuronReset> resets;
  void (*emit_forward)(Builder& b, const std::string& reset);
  // With states in f16: four neurons a 64-bit word of membranes, which `pairs` counts.
  void (*emit_forward_half)(Builder& b, const std::string& reset);
  void (*emit_backward)(Builder& b, const std::string& reset, const SurrogateEmitter& surrogate,
                        bool half_states);
  bool current_gradient_may_be_carry = false;
};

[[nodiscard]] std::span<const NeuronCodeletRow> neuron_codelet_rows();

// Every codelet that the rows make.
[[nodiscard]] std::vector<Codelet> neuron_codelets();

}  // namespace bspike::kernels
