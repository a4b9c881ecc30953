// Owns the rules by which names of codelets and of their numbers follow from tables.
#include "kernels/codelet_names.hpp"

#include <algorithm>
#include <array>
#include <numbers>

#include "arch/base/diagnostics.hpp"
#include "kernels/codelets/codelet.hpp"
#include "kernels/layer_traits.hpp"
#include "models/learning/learning_tables.hpp"
#include "models/learning/mse_count.hpp"
#include "models/neurons/neuron_table.hpp"
#include "models/neurons/spike_list.hpp"

namespace bspike::kernels {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

std::string reset_name(const models::Population& population) {
  static constexpr std::array<const char*, 3> kNames = {"subtract", "zero", "none"};
  const std::string name = kNames[static_cast<std::size_t>(population.reset)];
  return population.resets_at_once() ? name + "_immediate" : name;
}

// Checks names against the codelet table and gathers what is missing.
class Finder {
 public:
  // The row with this name; nullptr if there is none.
  static const Codelet* row(const std::string& codelet) {
    const auto table = codelet_table();
    const auto found = std::find_if(table.begin(), table.end(), [&](const Codelet& candidate) {
      return candidate.name == codelet;
    });
    return found == table.end() ? nullptr : &*found;
  }
  std::string find(const std::string& codelet, const std::string& user) {
    if (row(codelet) == nullptr) {
      sink_.add({{},
                 user,
                 "there is no codelet '" + codelet + "'",
                 "choose another one, or add this codelet to kernels/codelets"});
    }
    return codelet;
  }
  void finish() const { sink_.throw_if_any<arch::base::CompileError>(); }

 private:
  arch::base::DiagnosticSink sink_;
};

// Parameters, what follows from them, and the surrogate's arguments behind a prefix.
NamedNumbers layer_numbers(const models::Population& population) {
  NamedNumbers numbers(population.parameters.begin(), population.parameters.end());
  if (const auto derive = models::neuron_table()[population.model].derived; derive != nullptr) {
    for (const auto& [name, value] : derive(population)) numbers.emplace(name, value);
  }
  for (const auto& [name, value] : population.surrogate.arguments) {
    numbers.emplace("surrogate_" + name, value);
  }
  return numbers;
}

// A loss of membranes reaches those of a plain layer in the place of the spikes, with a derivative
// of 1.
std::string surrogate_name(const models::Population& population, bool membrane_loss) {
  if (membrane_loss && is_plain(population)) return "straight_through";
  return lower(models::surrogate_table()[population.surrogate.row].name);
}

LayerCodelets layer_codelets(const models::Population& population, Purpose purpose,
                             bool membrane_loss, Finder& finder) {
  const std::string model = lower(models::neuron_table()[population.model].name);
  const std::string reset = reset_name(population) + (has_records(population) ? "_learned" : "");
  LayerCodelets result;
  result.numbers = layer_numbers(population);
  if (population.list) {
    const auto& rule = models::list_rule_names()[static_cast<std::size_t>(population.list->rule)];
    result.list = finder.find("list_" + lower(rule), "network." + population.name);
    result.list_numbers = {{"capacity", population.list->capacity},
                           {"threshold", population.parameters.at("threshold")},
                           {"second_threshold", population.list->second_threshold}};
  }
  result.forward = finder.find(model + "_forward_" + reset, "network." + population.name);
  if (purpose == Purpose::kInference) return result;
  const std::string surrogate = surrogate_name(population, membrane_loss);
  result.backward =
      finder.find(model + "_backward_" + reset + "_" + surrogate, "network." + population.name);
  const Codelet* backward = Finder::row(result.backward);
  result.carry_is_gradient = backward != nullptr && backward->current_gradient_may_be_carry;
  return result;
}

NamedNumbers loss_numbers(const models::Network& network) {
  const models::LossSpec& loss = network.loss;
  const double batch = network.batch;
  const double steps = network.time_steps;
  const double classes = network.classes();
  const double block = network.layer(network.layers() - 1).size / classes;
  const bool each_step = models::loss_table()[loss.row].timing == models::LossTiming::kEachStep;
  NamedNumbers numbers{{"scale", each_step ? 1 / (batch * steps) : 1 / batch},
                       {"sample_scale", 1 / batch},
                       {"mean_square_scale", 1 / (batch * steps * classes)},
                       {"mean_square_time_scale", 1 / (batch * steps * steps * classes)},
                       {"last_step", steps - 1}};
  for (const auto& [name, value] : loss.arguments) {
    numbers.emplace(name, value);
    if (name.ends_with("_rate")) {
      numbers.emplace(name.substr(0, name.size() - 5) + "_count",
                      models::target_count(network.time_steps, value, block));
    }
    if (name.ends_with("_target")) {
      numbers.emplace(name.substr(0, name.size() - 7) + "_time", value < 0 ? value + steps : value);
    }
  }
  return numbers;
}

// Weight decay costs time, so an optimiser may have a codelet without it.
std::string optimizer_name(const models::OptimizerSpec& spec) {
  const std::string name = lower(models::optimizer_table()[spec.row].name);
  const auto decay = spec.arguments.find("weight_decay");
  const bool decays = decay != spec.arguments.end() && decay->second != 0;
  if (decays && Finder::row(name + "_decay_update") != nullptr) return name + "_decay_update";
  return name + "_update";
}

void add_learning(const models::Network& network, Finder& finder, NetworkCodelets& result) {
  const auto& loss = models::loss_table()[network.loss.row];
  const auto& optimizer = models::optimizer_table()[network.optimizer.row];
  result.loss = finder.find(lower(loss.name) + "_loss", "network.loss");
  result.loss_numbers = loss_numbers(network);
  const bool states =
      optimizer.reads_states == nullptr || optimizer.reads_states(network.optimizer);
  const std::string update = optimizer_name(network.optimizer);
  result.optimizer = finder.find(states ? update : update + "_stateless", "network.optimizer");
  result.number_optimizer = result.optimizer;
  if (states) result.optimizer_states.assign(optimizer.states.begin(), optimizer.states.end());
  result.optimizer_numbers.insert(network.optimizer.arguments.begin(),
                                  network.optimizer.arguments.end());
}

}  // namespace

NetworkCodelets network_codelets(const models::Network& network, Purpose purpose) {
  Finder finder;
  NetworkCodelets result;
  for (std::uint32_t layer = 0; layer < network.layers(); ++layer) {
    const bool membranes =
        layer + 1 == network.layers() &&
        models::loss_table()[network.loss.row].record == models::LossRecord::kMembranes;
    result.layers.push_back(layer_codelets(network.layer(layer), purpose, membranes, finder));
  }
  if (purpose == Purpose::kTraining) add_learning(network, finder, result);
  finder.finish();
  return result;
}

NetworkCodelets learning_codelets(const models::Network& network) {
  Finder finder;
  NetworkCodelets result;
  add_learning(network, finder, result);
  finder.finish();
  return result;
}

std::optional<double> find_number(const NamedNumbers& numbers, std::string_view name) {
  if (const auto found = numbers.find(name); found != numbers.end()) return found->second;
  const auto derived = [&](std::string_view prefix) -> std::optional<double> {
    if (!name.starts_with(prefix)) return std::nullopt;
    const auto found = numbers.find(name.substr(prefix.size()));
    return found == numbers.end() ? std::nullopt : std::optional(found->second);
  };
  if (const auto value = derived("one_minus_")) return 1 - *value;
  if (const auto value = derived("half_pi_")) return std::numbers::pi * *value / 2;
  if (const auto value = derived("half_")) return *value / 2;
  return std::nullopt;
}

}  // namespace bspike::kernels
