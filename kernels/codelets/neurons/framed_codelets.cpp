// Owns the making of codelets from framed neurons: every reset, delayed or at once, with fixed
// numbers or trained ones, and every surrogate.
#include "kernels/codelets/neurons/neuron_frame.hpp"

namespace bspike::kernels {

namespace {

// Parts of a codelet's name.
std::string variant_name(const FrameVariant& variant) {
  static const std::string kNames[] = {"subtract", "zero", "none"};
  return kNames[static_cast<std::size_t>(variant.reset)] + (variant.at_once ? "_immediate" : "") +
         (variant.learned ? "_learned" : "");
}

bool has_states(const FramedNeuron& row, const FrameVariant& variant) {
  return row.states > 1 || variant.at_once;
}

Arguments number_arguments(const FramedNeuron& row, const FrameVariant& variant) {
  Arguments arguments;
  if (has_states(row, variant))
    arguments.push_back(integer_argument("state_stride", "bytes from one state to the next"));
  if (variant.learned)
    arguments.push_back(address_argument("numbers",
                                         "record a pair: value and summed gradient of each "
                                         "trainable number"));
  else
    arguments.push_back(float_argument("threshold", "a membrane above it spikes"));
  for (const FrameNumber& number : row.numbers)
    if (!variant.learned || !number.trainable)
      arguments.push_back(float_argument(number.name, number.doc));
  return arguments;
}

const char* history_doc(const FrameVariant& variant) {
  return variant.half_states ? "states, f16, slot 0" : "states, slot 0";
}

const char* type_suffix(const FrameVariant& variant) { return variant.half_states ? "_f16" : ""; }

Arguments forward_arguments(const FramedNeuron& row, const FrameVariant& variant) {
  return joined({integer_argument("pairs", "pairs of neurons, over all samples"),
                 address_argument("current", "input current of the step"),
                 address_argument("history_base", history_doc(variant)),
                 integer_argument("stride", "bytes from slot t to t + 1; 0: one slot"),
                 address_argument("counter", "of the time step t: slot t is read, t + 1 written"),
                 address_argument("spikes", "written: 0 or 1")},
                number_arguments(row, variant));
}

Arguments backward_arguments(const FramedNeuron& row, const FrameVariant& variant) {
  return joined({integer_argument("pairs", "pairs of neurons, over all samples"),
                 address_argument("spike_gradient", "dL/dspike of the step"),
                 address_argument("history_base", history_doc(variant)),
                 integer_argument("stride", "bytes from slot t to t + 1"),
                 address_argument("counter", "of the time step t: slots t and t + 1 are read"),
                 address_argument("carry",
                                  "of each state: from the step after; written for the step "
                                  "before"),
                 address_argument("current_gradient", "written: dL/dcurrent of the step")},
                number_arguments(row, variant));
}

std::uint32_t record_loads(const FramedNeuron& row, const FrameVariant& variant) {
  return variant.learned ? row.trainable() : 0;
}

std::uint32_t reset_ops(const FrameVariant& variant) {
  const std::uint32_t delayed = variant.reset == FrameReset::kNone       ? 0
                                : variant.reset == FrameReset::kSubtract ? 3
                                                                         : 2;
  return delayed + (variant.at_once ? 5 : 0);
}

// Of pairs between f16 and f32: each state is loaded and stored, and the membrane goes on as it is
// stored; at once it is stored before the reset too.
std::uint32_t forward_conversions(const FramedNeuron& row, const FrameVariant& variant) {
  return variant.half_states ? 2 * row.states + 1 + (variant.at_once ? 1 : 0) : 0;
}

void add_conversions(std::uint32_t conversions, InnerLoop& inner) {
  if (conversions > 0) inner.bound.push_back({Unit::kConvert, conversions});
}

Codelet forward_codelet(const FramedNeuron& row, const FrameVariant& variant) {
  Codelet codelet;
  codelet.name = row.model + "_forward_" + variant_name(variant) + type_suffix(variant);
  codelet.arguments = forward_arguments(row, variant);
  codelet.emit = [&row, variant](Builder& b, const EmitContext&) {
    with_pair_share(b, [&](const PairShare& share) {
      ForwardFrame frame(b, row, variant, share);
      frame.run(share);
    });
  };
  codelet.trips = pair_trips;
  const std::uint32_t floats = row.integrate_ops + reset_ops(variant) + 2;
  const std::uint32_t loads = row.states + 1 + record_loads(row, variant);
  const std::uint32_t stores = row.states + 1 + (variant.at_once ? 1 : 0);
  codelet.inner = {"pair",
                   2,
                   "neuron",
                   {{Unit::kFloat, floats}, {Unit::kLoad, loads}, {Unit::kStore, stores}},
                   "update, reset and spike; loads and stores of states, current and spikes"};
  add_conversions(forward_conversions(row, variant), codelet.inner);
  codelet.framed = true;
  // Bytes that f16 saves.
  const std::uint32_t read = variant.half_states ? 4 * row.states : 0;
  const std::uint32_t written = read + (variant.half_states && variant.at_once ? 4 : 0);
  codelet.count = [floats, loads, stores, read, written](const WorkSize& work) {
    const std::uint64_t pairs = work.arguments.at("pairs");
    return WorkCount{2 * floats * pairs, (8 * loads - read) * pairs,
                     (8 * stores - written) * pairs};
  };
  return codelet;
}

// Of the states that it reads.
std::uint32_t backward_conversions(const FramedNeuron& row, const FrameVariant& variant,
                                   const SurrogateEmitter& surrogate) {
  if (!variant.half_states) return 0;
  const bool after = needs_after(variant, surrogate);
  return (after ? 1 : 0) + (needs_before(row, variant) ? 1 : 0) +
         (variant.learned ? row.states - 1 : 0);
}

Codelet backward_codelet(const FramedNeuron& row, const FrameVariant& variant,
                         const SurrogateEmitter& surrogate) {
  Codelet codelet;
  codelet.name = row.model + "_backward_" + variant_name(variant) + "_" + surrogate.name +
                 type_suffix(variant);
  codelet.arguments = joined(backward_arguments(row, variant), surrogate.arguments);
  codelet.emit = [&row, &surrogate, variant](Builder& b, const EmitContext&) {
    with_pair_share(b, [&](const PairShare& share) {
      BackwardFrame frame(b, row, variant, surrogate, share);
      frame.run(share);
    });
  };
  codelet.trips = pair_trips;
  const std::uint32_t floats = row.pull_ops + (variant.at_once ? 6 : 0) + 1;
  // A carry a state, but for a membrane that has none; dL/dcurrent, and sums of trained numbers.
  const std::uint32_t carries = row.states - (row.carries_membrane ? 0 : 1);
  const std::uint32_t loads = carries + 1 + 2 * record_loads(row, variant);
  const std::uint32_t stores = carries + 1 + record_loads(row, variant);
  codelet.inner = {
      "pair",
      2,
      "neuron",
      {{Unit::kFloat, floats}, {Unit::kLoad, loads}, {Unit::kStore, stores}},
      "transpose of the update; loads and stores of gradients and carries" + surrogate.minimum};
  codelet.inner.bound.insert(codelet.inner.bound.end(), surrogate.bound.begin(),
                             surrogate.bound.end());
  add_conversions(backward_conversions(row, variant, surrogate), codelet.inner);
  codelet.framed = true;
  codelet.one_of_many = surrogate.name != surrogate_emitters().front().name;
  codelet.count = [flops = floats + surrogate.flops, loads, stores](const WorkSize& work) {
    const std::uint64_t pairs = work.arguments.at("pairs");
    return WorkCount{2 * flops * pairs, 8 * loads * pairs, 8 * stores * pairs};
  };
  return codelet;
}

std::vector<FrameVariant> variants(const FramedNeuron& row) {
  std::vector<FrameVariant> result;
  for (const FrameReset reset : row.resets)
    for (const bool at_once : {false, true})
      for (const bool learned : {false, true}) {
        if (at_once && (!row.at_once || reset == FrameReset::kNone)) continue;
        if (learned && row.trainable() == 0) continue;
        if (!at_once && !learned && row.fixed_elsewhere) continue;
        for (const bool half : {false, true}) result.push_back({reset, at_once, learned, half});
      }
  return result;
}

}  // namespace

std::vector<Codelet> framed_codelets() {
  std::vector<Codelet> result;
  for (const FramedNeuron& row : framed_neurons())
    for (const FrameVariant& variant : variants(row)) {
      result.push_back(forward_codelet(row, variant));
      for (const SurrogateEmitter& surrogate : surrogate_emitters())
        result.push_back(backward_codelet(row, variant, surrogate));
    }
  return result;
}

}  // namespace bspike::kernels
