// Holds every codelet that frames make of a neuron model against the host's equations: all resets,
// delayed and at once, fixed and trained numbers, states in f32 and f16, every surrogate.
#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/codelets/neurons/neuron_frame.hpp"
#include "models/learning/learning_tables.hpp"
#include "models/neurons/neuron_table.hpp"
#include "tests/codelets/half_numbers.hpp"
#include "tests/support/small_network.hpp"

namespace bspike::test {

namespace {

using kernels::FramedNeuron;
using models::Reset;

// A few runs each: there are many codelets, and other tests try their parts on every machine.
void for_few_runs(
    const std::function<void(const TestMachine&, std::uint64_t, std::uint32_t)>& check) {
  const std::vector<TestMachine>& machines = test_machines();
  for (std::uint64_t seed = 0; seed < 4; ++seed)
    check(machines[seed % machines.size()], seed, static_cast<std::uint32_t>(seed));
}

struct Variant {
  Reset reset;
  bool at_once = false;
  bool learned = false;
  bool half = false;
  [[nodiscard]] const char* suffix() const { return half ? "_f16" : ""; }
  [[nodiscard]] std::string name() const {
    static const std::string kNames[] = {"subtract", "zero", "none"};
    return kNames[static_cast<std::size_t>(reset)] + (at_once ? "_immediate" : "") +
           (learned ? "_learned" : "");
  }
};

std::vector<Variant> variants(const FramedNeuron& row, const models::NeuronRow& model) {
  std::vector<Variant> result;
  for (const Reset reset : model.resets)
    for (const bool at_once : {false, true})
      for (const bool learned : {false, true}) {
        if (at_once && (!model.resets_at_once || reset == Reset::kNone)) continue;
        if (learned && row.trainable() == 0) continue;
        if (row.fixed_elsewhere && !at_once && !learned) continue;
        for (const bool half : {false, true}) result.push_back({reset, at_once, learned, half});
      }
  return result;
}

const models::NeuronRow& model_of(const FramedNeuron& row, std::uint32_t& index) {
  for (index = 0; index < models::neuron_table().size(); ++index) {
    std::string name(models::neuron_table()[index].name);
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    if (name == row.model) return models::neuron_table()[index];
  }
  throw std::invalid_argument(row.model);
}

// One step of a slice of neurons: states, inputs, numbers.
struct Step {
  const FramedNeuron& row;
  Variant variant;
  models::Population population;
  std::uint32_t pairs, step;
  std::size_t states, size;
  std::vector<float> history, record;
  std::map<std::string, std::vector<float>> trained;

  Step(const FramedNeuron& framed, const Variant& wanted, const std::string& surrogate,
       Numbers& numbers, std::uint64_t seed)
      : row(framed),
        variant(wanted),
        pairs(std::vector<std::uint32_t>{0, 1, 7, 13}[seed % 4]),
        step(numbers.below(3)),
        size(2 * pairs) {
    const models::NeuronRow& model = model_of(row, population.model);
    tests::NetworkShape shape{.model = std::string(model.name), .surrogate = surrogate};
    population = tests::population_of(shape, 0);
    population.size = static_cast<std::uint32_t>(size);
    population.reset = variant.reset;
    population.reset_delay = !variant.at_once;
    population.recurrence = models::Recurrence::kNone;
    states = row.states + (variant.at_once ? 1 : 0);
    history =
        variant.half ? rounded_reals(numbers, 4 * states * size) : numbers.reals(4 * states * size);
    if (variant.learned) add_record(numbers);
  }

  // Trainable numbers in the model's order, the threshold last; sums start at what is there.
  void add_record(Numbers& numbers) {
    std::vector<std::string> names;
    for (const auto& number : row.numbers)
      if (number.trainable) names.push_back(number.name);
    names.emplace_back("threshold");
    for (const std::string& name : names) {
      population.learned[name] = models::Scope::kNeuron;
      auto& values = trained[name];
      for (const float value : numbers.reals(size)) values.push_back(0.5F + 0.4F * value);
    }
    for (std::size_t p = 0; p < pairs; ++p)
      for (const std::string& name : names) {
        for (std::size_t lane = 0; lane < 2; ++lane) record.push_back(trained[name][2 * p + lane]);
        for (std::size_t lane = 0; lane < 2; ++lane) record.push_back(0.25F);
      }
  }

  void add_to(CodeletRun& run) const {
    typed_region(run, "history", history, variant.half);
    run.region("counter", std::vector<std::uint32_t>{step});
    run.region_argument("history_base", "history");
    run.region_argument("counter", "counter");
    const std::size_t element = variant.half ? 2 : 4;
    run.argument("stride", static_cast<std::uint32_t>(element * states * size));
    run.argument("state_stride", static_cast<std::uint32_t>(element * size));
    run.argument("pairs", pairs);
    if (variant.learned) {
      run.region("numbers", record);
      run.region_argument("numbers", "numbers");
    }
    for (const auto& [name, values] : models::layer_numbers<float>(population).values)
      run.argument_f32(name, values.front());
    for (const auto& [name, value] : population.surrogate.arguments) {
      run.argument_f32("surrogate_" + name, static_cast<float>(value));
      run.argument_f32("half_surrogate_" + name, static_cast<float>(value / 2));
      run.argument_f32("half_pi_surrogate_" + name,
                       static_cast<float>(3.14159265358979 * value / 2));
    }
  }

  [[nodiscard]] models::LayerState<float> state(std::uint32_t slot) const {
    models::LayerState<float> result;
    for (std::size_t k = 0; k < states; ++k) {
      const auto first = history.begin() + static_cast<std::ptrdiff_t>((slot * states + k) * size);
      result.emplace_back(first, first + static_cast<std::ptrdiff_t>(size));
    }
    return result;
  }
  [[nodiscard]] models::LayerNumbers<float> numbers() const {
    return models::layer_numbers<float>(population, trained);
  }
};

void expect_near(const std::vector<float>& found, const std::vector<float>& wanted,
                 const std::string& what) {
  ASSERT_EQ(found.size(), wanted.size()) << what;
  for (std::size_t i = 0; i < found.size(); ++i)
    ASSERT_NEAR(found[i], wanted[i], 2e-6 * std::max(1.0F, std::abs(wanted[i])))
        << what << "[" << i << "]";
}

// States in f16: a reset at once acts on the rounded membrane, and what it leaves is rounded again.
void round_states(const Step& step, models::LayerState<float>& after, std::vector<float>& spikes) {
  const models::LayerNumbers<float> numbers = step.numbers();
  const models::Number<float> limits = numbers.at("threshold");
  if (step.variant.at_once) after.front() = after.back();
  for (auto& state : after)
    for (float& value : state) value = rounded(value);
  for (std::size_t i = 0; i < step.size; ++i) {
    float& membrane = after.front()[i];
    const bool spike = membrane > limits[i];
    const bool resets = step.state(step.step).front()[i] > limits[i];
    spikes[i] = spike ? 1.0F : 0.0F;
    if (!step.variant.at_once || spike == resets) continue;
    const float taken = step.variant.reset == Reset::kSubtract ? limits[i] : membrane;
    membrane = rounded(spike ? membrane - taken : membrane + taken);
  }
}

void check_forward(const FramedNeuron& row, const Variant& variant) {
  for_few_runs([&](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const Step step(row, variant, "fast_sigmoid", numbers, seed);
    CodeletRun run(row.model + "_forward_" + variant.name() + variant.suffix(), machine);
    step.add_to(run);
    const auto current = numbers.reals(step.size);
    run.region("current", current);
    run.region("spikes", numbers.reals(step.size));
    run.region_argument("current", "current");
    run.region_argument("spikes", "spikes");
    run.run(shift, {"history", "spikes"});
    models::LayerState<float> after = step.state(step.step + 1);
    std::vector<float> spikes(step.size);
    models::neuron_table()[step.population.model].forward_f32(step.numbers(), current,
                                                              step.state(step.step), after, spikes);
    if (variant.half) round_states(step, after, spikes);
    auto history = step.history;
    for (std::size_t k = 0; k < step.states; ++k)
      std::copy(after[k].begin(), after[k].end(),
                history.begin() +
                    static_cast<std::ptrdiff_t>(((step.step + 1) * step.states + k) * step.size));
    expect_near(read_typed(run, "history", variant.half), history, row.model + variant.name());
    expect_near(run.read<float>("spikes"), spikes, row.model + variant.name());
  });
}

// What lies in the record afterwards: 0.25 before, and the host's gradients on top.
std::vector<float> record_after(const Step& step, const models::NumberGradients<float>& gradients) {
  std::vector<float> record = step.record;
  const std::size_t width = 4 * step.row.trainable();
  std::size_t place = 0;
  const auto add = [&](const std::string& name) {
    for (std::size_t i = 0; i < step.size; ++i)
      record[i / 2 * width + place + 2 + i % 2] += gradients.at(name)[i];
    place += 4;
  };
  for (const auto& number : step.row.numbers)
    if (number.trainable) add(number.name);
  add("threshold");
  return record;
}

void check_backward(const FramedNeuron& row, const Variant& variant, const std::string& surrogate) {
  for_few_runs([&](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const Step step(row, variant, surrogate, numbers, seed);
    const std::string name =
        row.model + "_backward_" + variant.name() + "_" + surrogate + variant.suffix();
    CodeletRun run(name, machine);
    step.add_to(run);
    const auto gradient = numbers.reals(step.size);
    const auto carry = numbers.reals(row.states * step.size);
    run.region("spike_gradient", gradient);
    run.region("carry", carry);
    run.region("current_gradient", numbers.reals(step.size));
    for (const char* argument : {"spike_gradient", "carry", "current_gradient"})
      run.region_argument(argument, argument);
    std::vector<std::string> written{"carry", "current_gradient"};
    if (variant.learned) written.emplace_back("numbers");
    run.run(shift, written);
    models::LayerState<float> carried;
    for (std::size_t k = 0; k < row.states; ++k)
      carried.emplace_back(carry.begin() + static_cast<std::ptrdiff_t>(k * step.size),
                           carry.begin() + static_cast<std::ptrdiff_t>((k + 1) * step.size));
    if (!row.carries_membrane) carried[0].assign(step.size, 0);
    models::NumberGradients<float> gradients;
    for (const auto& [number, values] : step.trained) gradients[number].assign(step.size, 0);
    std::vector<float> current(step.size);
    models::neuron_table()[step.population.model].backward_f32(
        step.numbers(), step.state(step.step), step.state(step.step + 1), gradient, {}, carried,
        current, gradients);
    expect_near(run.read<float>("current_gradient"), current, name);
    const auto found = run.read<float>("carry");
    for (std::size_t k = row.carries_membrane ? 0 : 1; k < row.states; ++k)
      expect_near({found.begin() + static_cast<std::ptrdiff_t>(k * step.size),
                   found.begin() + static_cast<std::ptrdiff_t>((k + 1) * step.size)},
                  carried[k], name + " carry");
    if (variant.learned)
      expect_near(run.read<float>("numbers"), record_after(step, gradients), name);
  });
}

TEST(FramedNeurons, ForwardFollowsTheHost) {
  for (const FramedNeuron& row : kernels::framed_neurons()) {
    std::uint32_t index = 0;
    for (const Variant& variant : variants(row, model_of(row, index))) check_forward(row, variant);
  }
}

TEST(FramedNeurons, BackwardFollowsTheHost) {
  for (const FramedNeuron& row : kernels::framed_neurons()) {
    std::uint32_t index = 0;
    for (const Variant& variant : variants(row, model_of(row, index)))
      check_backward(row, variant, "fast_sigmoid");
  }
}

TEST(FramedNeurons, BackwardFollowsTheHostWithEverySurrogate) {
  const FramedNeuron& row = kernels::framed_neurons().front();
  for (const auto& surrogate : models::surrogate_table())
    for (const bool half : {false, true})
      check_backward(row, {Reset::kSubtract, true, true, half}, std::string(surrogate.name));
}

}  // namespace

}  // namespace bspike::test
