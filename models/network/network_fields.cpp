// Owns the sentences, ranges and defaults of the keys of a network section.
#include "models/network/network_fields.hpp"

#include <algorithm>
#include <array>

#include "models/learning/learning_tables.hpp"
#include "models/neurons/spike_list.hpp"

namespace bspike::models {

using arch::base::FieldVisitor;
using arch::base::Unit;

namespace {

constexpr arch::base::Range kSize{1, 1 << 20};
constexpr arch::base::Range kCapacity{0, 1 << 20};
constexpr arch::base::Range kSteps{1, 1 << 20};
constexpr arch::base::Range kSeed{0, 9.0e15};

std::vector<std::string> reset_names(std::span<const Reset> resets) {
  std::vector<std::string> names;
  for (const Reset reset : resets) names.emplace_back(reset_name(reset));
  return names;
}

void describe_reset(FieldVisitor& visit, std::span<const Reset> supported, Reset& reset) {
  const auto at = std::find(supported.begin(), supported.end(), reset);
  int chosen = at == supported.end() ? 0 : static_cast<int>(at - supported.begin());
  visit.choice("reset", chosen, reset_names(supported),
               "What a spike does to the membrane: subtract the threshold, set to zero, or none.",
               false);
  reset = supported[static_cast<std::size_t>(chosen)];
}

void describe_recurrence(FieldVisitor& visit, Population& population) {
  int chosen = population.recurrence == Recurrence::kOneToOne ? 1 : 0;
  visit.choice("recurrence", chosen, {"all_to_all", "one_to_one"},
               "Whether a neuron hears all of its population one step late, through weights with a "
               "bias, or itself alone, through a weight V.",
               false);
  population.recurrence = chosen == 1 ? Recurrence::kOneToOne : Recurrence::kAllToAll;
}

constexpr std::string_view kScopeDoc =
    "Whether it is trained: not, one value for the layer, or one a neuron.";

// V has a key of its own since only a population that hears itself one to one has it.
void describe_own_weight(FieldVisitor& visit, Population& population) {
  if (population.recurrence != Recurrence::kOneToOne) return;
  double& value = population.parameters.try_emplace("V", 1).first->second;
  visit.option("V", value, Unit::kNone, {-1e6, 1e6},
               "First value of the weight with which a neuron hears itself.");
}

void describe_scope(FieldVisitor& visit, const std::string& name, Population& population) {
  const auto found = population.learned.find(name);
  int chosen = found == population.learned.end() ? 0 : 1 + static_cast<int>(found->second);
  visit.choice(name, chosen, {"fixed", "layer", "neuron"}, kScopeDoc, false);
  if (chosen == 0)
    population.learned.erase(name);
  else
    population.learned[name] = static_cast<Scope>(chosen - 1);
}

void describe_learned(FieldVisitor& visit, const NeuronRow& row, Population& population) {
  describe_own_weight(visit, population);
  const bool own = population.recurrence == Recurrence::kOneToOne;
  if (own) population.learned.try_emplace("V", Scope::kLayer);
  DescribedSection section{[&row, &population, own](FieldVisitor& inner) {
    for (const ParameterInfo& info : row.parameters)
      if (info.training != Training::kNever)
        describe_scope(inner, std::string(info.name), population);
    if (!own) return;
    int chosen = static_cast<int>(population.learned.at("V"));
    inner.choice("V", chosen, {"layer", "neuron"}, "One value for the layer, or one a neuron.",
                 false);
    population.learned["V"] = static_cast<Scope>(chosen);
  }};
  const bool any = own || std::any_of(row.parameters.begin(), row.parameters.end(),
                                      [](const ParameterInfo& info) {
                                        return info.training != Training::kNever;
                                      });
  if (any) visit.section("learn", section, "Which numbers of the model are trained.", false);
}

// With a shape the size follows.
void describe_input_size(FieldVisitor& visit, Population& input) {
  constexpr std::string_view kSizeDoc = "Number of input neurons.";
  if (input.shape.is_map()) {
    visit.option("size", input.size, Unit::kNone, kSize, kSizeDoc);
    return describe_shape(visit, input.shape);
  }
  visit.field("size", input.size, Unit::kNone, kSize, kSizeDoc);
  arch::base::NodePtr none;
  visit.subtree("shape", none,
                "[channels, rows, columns] of a map, for convolutions to see; absent: no map.",
                false);
}

void describe_layer_size(FieldVisitor& visit, LayerSection& layer) {
  if (layer.projection.is_conv())
    visit.option("size", layer.population.size, Unit::kNone, kSize,
                 "Number of neurons, which follows from the convolution.");
  else
    visit.field("size", layer.population.size, Unit::kNone, kSize, "Number of neurons.");
}

}  // namespace

std::string_view reset_name(Reset reset) {
  static constexpr std::array<std::string_view, 3> kNames{"subtract", "zero", "none"};
  return kNames[static_cast<std::size_t>(reset)];
}

void describe_parameters(FieldVisitor& visit, std::span<const ParameterInfo> infos,
                         std::map<std::string, double>& values) {
  for (const ParameterInfo& info : infos) {
    double& value = values.try_emplace(std::string(info.name), info.fallback).first->second;
    if (info.required)
      visit.field(info.name, value, Unit::kNone, info.range, info.doc);
    else
      visit.option(info.name, value, Unit::kNone, info.range, info.doc);
  }
}

void describe_numbers(FieldVisitor& visit, Network& network, Population& input) {
  DescribedSection input_section{[&input](FieldVisitor& inner) {
    describe_input_size(inner, input);
    inner.option("capacity", input.input_capacity, Unit::kNone, kCapacity,
                 "Most spikes of a sample in a time step; 0: as many as there are inputs.");
    int signal = static_cast<int>(input.signal);
    inner.choice("signal", signal, {"spikes", "constant"},
                 "Spikes by time step, or one real number an input, the same at every step.",
                 false);
    input.signal = static_cast<InputSignal>(signal);
  }};
  visit.section("input", input_section, "What the first layer listens to.");
  visit.field("time_steps", network.time_steps, Unit::kNone, kSteps, "Time steps of a sample.");
  visit.field("batch", network.batch, Unit::kNone, kSteps, "Samples of a training step.");
  visit.option("seed", network.init_seed, Unit::kNone, kSeed,
               "Of the initial weights, uniform in +-1/sqrt(inputs of the neuron).");
  DescribedSection init{[&network](FieldVisitor& inner) {
    inner.option("scale", network.init.scale, Unit::kNone, {0, 1e6},
                 "Weights are within +-scale sqrt(6/inputs) instead.");
    inner.option("offset", network.init.offset, Unit::kNone, {-1e6, 1e6}, "Added to every weight.");
  }};
  visit.section("init", init, "Another range of initial weights.", false);
}

void describe_layer(FieldVisitor& visit, LayerSection& layer) {
  visit.text("name", layer.population.name, "Shown in reports; layer0, layer1, ... if absent.",
             false);
  describe_layer_size(visit, layer);
  DescribedSection projection{[&layer](FieldVisitor& inner) {
    int kind = static_cast<int>(layer.projection.kind);
    inner.choice("kind", kind, {"dense", "conv2d"},
                 "dense: every neuron hears every neuron below; conv2d: a convolution.", false);
    layer.projection.kind = static_cast<ProjectionKind>(kind);
    if (layer.projection.is_conv())
      describe_convolution(inner, layer.projection.convolution, layer.lists);
    inner.flag("bias", layer.projection.bias,
               "Whether each neuron or channel has a constant input, learned.");
    inner.option("delay", layer.projection.delay, Unit::kNone, {0, 65535},
                 "Time steps that a spike takes.");
  }};
  visit.section("projection", projection, "How the layer hears the one below.", false);
}

void describe_neuron(FieldVisitor& visit, Population& population) {
  describe_row(visit, "model", population.model, row_names(neuron_table()), "The neuron model.");
  const NeuronRow& row = neuron_table()[population.model];
  describe_parameters(visit, row.parameters, population.parameters);
  describe_reset(visit, row.resets, population.reset);
  if (row.recurrent) describe_recurrence(visit, population);
  describe_learned(visit, row, population);
  visit.flag("reset_delay", population.reset_delay,
             "Whether the reset acts one time step after the spike.");
}

void describe_list(FieldVisitor& visit, ListSpec& list) {
  auto rule = static_cast<std::uint32_t>(list.rule);
  describe_row(visit, "rule", rule, list_rule_names(), "Who comes on the list.");
  list.rule = static_cast<ListRule>(rule);
  visit.field("capacity", list.capacity, Unit::kNone, kSize,
              "Most entries of a sample in a time step; later ones in neuron order are dropped.");
  if (list.rule == ListRule::kDense) return;
  visit.field("second_threshold", list.second_threshold, Unit::kNone, {-1e6, 1e6},
              "Neurons above it that do not spike carry gradient.");
}

void describe_surrogate(FieldVisitor& visit, SurrogateSpec& spec) {
  describe_row(visit, "name", spec.row, row_names(surrogate_table()),
               "The derivative that stands for the spike's in the backward pass.");
  describe_parameters(visit, surrogate_table()[spec.row].arguments, spec.arguments);
}

void describe_loss(FieldVisitor& visit, LossSpec& spec) {
  describe_row(visit, "name", spec.row, row_names(loss_table()), "What training minimises.");
  describe_parameters(visit, loss_table()[spec.row].arguments, spec.arguments);
  if (loss_table()[spec.row].population_code)
    visit.option(
        "classes", spec.classes, Unit::kNone, kCapacity,
        "Of a population code: the outputs are that many blocks of neurons, whose spikes are "
        "counted together; 0: each output is a class.");
}

void describe_optimizer(FieldVisitor& visit, OptimizerSpec& spec) {
  describe_row(visit, "name", spec.row, row_names(optimizer_table()), "How weights are updated.");
  describe_parameters(visit, optimizer_table()[spec.row].arguments, spec.arguments);
}

}  // namespace bspike::models
