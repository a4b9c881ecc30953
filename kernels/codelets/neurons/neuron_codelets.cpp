// Owns the making of codelets from the rows of neuron models and surrogates.
#include "kernels/codelets/neurons/neuron_codelets.hpp"

#include "kernels/codelets/idioms.hpp"

namespace bspike::kernels {

namespace {

Arguments forward_arguments(bool half) {
  return {integer_argument("pairs", half ? "quads of neurons, over all samples"
                                         : "pairs of neurons, over all samples"),
          address_argument("current", "input current of the step"),
          address_argument("history_base", half ? "membrane, f16, slot 0" : "membrane, slot 0"),
          integer_argument("stride", "bytes from slot t to t + 1; 0: one slot"),
          address_argument("counter", "of the time step t: slot t is read, t + 1 written"),
          address_argument("spikes", "written: 0 or 1")};
}

Arguments backward_arguments(bool half) {
  return {integer_argument("pairs", "pairs of neurons, over all samples"),
          address_argument("spike_gradient", "dL/dspike of the step"),
          address_argument("history_base", half ? "membrane, f16, slot 0" : "membrane, slot 0"),
          integer_argument("stride", "bytes from slot t to t + 1"),
          address_argument("counter", "of the time step t: slot t + 1 is read"),
          address_argument("carry", "from the step after; written for the step before"),
          address_argument("current_gradient", "written: dL/dcurrent of the step")};
}

Codelet forward_codelet(const NeuronCodeletRow& row, const NeuronReset& reset) {
  Codelet codelet;
  codelet.name = row.model + "_forward_" + reset.name;
  codelet.arguments = joined(forward_arguments(false), row.parameters);
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

Codelet half_forward_codelet(const NeuronCodeletRow& row, const NeuronReset& reset) {
  Codelet codelet = forward_codelet(row, reset);
  codelet.name += "_f16";
  codelet.arguments = joined(forward_arguments(true), row.parameters);
  codelet.emit = [&row, &reset](Builder& b, const EmitContext&) {
    row.emit_forward_half(b, reset.name);
  };
  codelet.inner = {"pair", 4, "neuron", reset.half_forward_bound,
                   reset.forward_minimum + ", conversions"};
  codelet.count = [flops = reset.forward_flops](const WorkSize& work) {
    const std::uint64_t quads = work.arguments.at("pairs");
    return WorkCount{4 * flops * quads, 24 * quads, 24 * quads};
  };
  return codelet;
}

Codelet backward_codelet(const NeuronCodeletRow& row, const NeuronReset& reset,
                         const SurrogateEmitter& surrogate, bool half) {
  Codelet codelet;
  codelet.name =
      row.model + "_backward_" + reset.name + "_" + surrogate.name + (half ? "_f16" : "");
  codelet.arguments = joined(joined(backward_arguments(half), row.parameters), surrogate.arguments);
  codelet.emit = [&row, &reset, &surrogate, half](Builder& b, const EmitContext&) {
    row.emit_backward(b, reset.name, surrogate, half);
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
  if (half && membrane) codelet.inner.bound.push_back({Unit::kConvert, 1});
  codelet.one_of_many = half && surrogate.name != surrogate_emitters().front().name;
  codelet.current_gradient_may_be_carry = row.current_gradient_may_be_carry;
  const std::uint64_t bytes = half ? 20 : 24;
  codelet.count = [flops = reset.backward_flops + surrogate.flops, bytes](const WorkSize& work) {
    const std::uint64_t pairs = work.arguments.at("pairs");
    return WorkCount{2 * flops * pairs, bytes * pairs, 16 * pairs};
  };
  return codelet;
}

}  // namespace

std::vector<Codelet> neuron_codelets() {
  std::vector<Codelet> result;
  for (const NeuronCodeletRow& row : neuron_codelet_rows()) {
    for (const NeuronReset& reset : row.resets) {
      for (const bool half : {false, true}) {
        result.push_back(half ? half_forward_codelet(row, reset) : forward_codelet(row, reset));
        for (const SurrogateEmitter& surrogate : surrogate_emitters())
          result.push_back(backward_codelet(row, reset, surrogate, half));
      }
    }
  }
  return result;
}

}  // namespace bspike::kernels
