// Owns the making of codelets from the rows of neuron models and surrogates.
#include "kernels/codelets/neurons/neuron_codelets.hpp"

#include "kernels/codelets/idioms.hpp"

namespace bspike::kernels {

namespace {

const Arguments& forward_arguments() {
  static const Arguments kArguments{
      integer_argument("pairs", "pairs of neurons, over all samples"),
      address_argument("current", "input current of the step"),
      address_argument("history_base", "membrane, slot 0"),
      integer_argument("stride", "bytes from slot t to t + 1; 0: one slot"),
      address_argument("counter", "of the time step t: slot t is read, t + 1 written"),
      address_argument("spikes", "written: 0 or 1")};
  return kArguments;
}

const Arguments& backward_arguments() {
  static const Arguments kArguments{
      integer_argument("pairs", "pairs of neurons, over all samples"),
      address_argument("spike_gradient", "dL/dspike of the step"),
      address_argument("history_base", "membrane, slot 0"),
      integer_argument("stride", "bytes from slot t to t + 1"),
      address_argument("counter", "of the time step t: slot t + 1 is read"),
      address_argument("carry", "from the step after; written for the step before"),
      address_argument("current_gradient", "written: dL/dcurrent of the step")};
  return kArguments;
}

Codelet forward_codelet(const NeuronCodeletRow& row, const NeuronReset& reset) {
  Codelet codelet;
  codelet.name = row.model + "_forward_" + reset.name;
  codelet.arguments = joined(forward_arguments(), row.parameters);
  codelet.emit = [&row, &reset](Builder& b, const EmitContext&) {
    row.emit_forward(b, reset.name);
  };
  codelet.trips = pair_trips;
  codelet.inner = {"pair", 2, "neuron", reset.forward_bound, reset.forward_minimum};
  codelet.count = [flops = reset.forward_flops](const WorkSize& work) {
    const std::uint64_t pairs = work.arguments.at("pairs");
    return WorkCount{2 * flops * pairs, 16 * pairs, 16 * pairs};
  };
  return codelet;
}

Codelet backward_codelet(const NeuronCodeletRow& row, const NeuronReset& reset,
                         const SurrogateEmitter& surrogate) {
  Codelet codelet;
  codelet.name = row.model + "_backward_" + reset.name + "_" + surrogate.name;
  codelet.arguments = joined(joined(backward_arguments(), row.parameters), surrogate.arguments);
  codelet.emit = [&row, &reset, &surrogate](Builder& b, const EmitContext&) {
    row.emit_backward(b, reset.name, surrogate);
  };
  codelet.trips = pair_trips;
  SlotBound bound = reset.backward_bound;
  bound.insert(bound.end(), surrogate.bound.begin(), surrogate.bound.end());
  const bool membrane = reset.backward_needs_membrane || surrogate.needs_distance;
  bound.insert(bound.end(), {{Unit::kLoad, membrane ? 3 : 2}, {Unit::kStore, 2}});
  codelet.inner = {"pair", 2, "neuron", bound,
                   surrogate.needs_distance
                       ? reset.backward_minimum + surrogate.minimum
                       : "loads of gradient, carry and what the reset needs; two stores"};
  codelet.current_gradient_may_be_carry = row.current_gradient_may_be_carry;
  codelet.count = [flops = reset.backward_flops + surrogate.flops](const WorkSize& work) {
    const std::uint64_t pairs = work.arguments.at("pairs");
    return WorkCount{2 * flops * pairs, 24 * pairs, 16 * pairs};
  };
  return codelet;
}

}  // namespace

std::vector<Codelet> neuron_codelets() {
  std::vector<Codelet> result;
  for (const NeuronCodeletRow& row : neuron_codelet_rows()) {
    for (const NeuronReset& reset : row.resets) {
      result.push_back(forward_codelet(row, reset));
      for (const SurrogateEmitter& surrogate : surrogate_emitters())
        result.push_back(backward_codelet(row, reset, surrogate));
    }
  }
  return result;
}

}  // namespace bspike::kernels
