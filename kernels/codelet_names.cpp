// Owns the rules by which names of codelets and of their numbers follow from tables.
#include "kernels/codelet_names.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "arch/base/diagnostics.hpp"
#include "kernels/codelets/codelet.hpp"
#include "models/learning/learning_tables.hpp"
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
  const bool delayed = population.reset_delay || population.reset == models::Reset::kNone;
  return delayed ? name : name + "_immediate";
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

LayerCodelets layer_codelets(const models::Population& population, Purpose purpose,
                             Finder& finder) {
  const std::string model = lower(models::neuron_table()[population.model].name);
  const std::string reset = reset_name(population);
  LayerCodelets result;
  result.numbers.insert(population.parameters.begin(), population.parameters.end());
  result.numbers.insert(population.surrogate.arguments.begin(),
                        population.surrogate.arguments.end());
  if (population.list) {
    const auto& rule = models::list_rule_names()[static_cast<std::size_t>(population.list->rule)];
    result.list = finder.find("list_" + lower(rule), "network." + population.name);
    result.list_numbers = {{"capacity", population.list->capacity},
                           {"threshold", population.parameters.at("threshold")},
                           {"second_threshold", population.list->second_threshold}};
  }
  result.forward = finder.find(model + "_forward_" + reset, "network." + population.name);
  if (purpose == Purpose::kInference) return result;
  const auto surrogate = models::surrogate_table()[population.surrogate.row].name;
  result.backward = finder.find(model + "_backward_" + reset + "_" + lower(surrogate),
                                "network." + population.name);
  const Codelet* backward = Finder::row(result.backward);
  result.carry_is_gradient = backward != nullptr && backward->current_gradient_may_be_carry;
  return result;
}

NamedNumbers loss_numbers(const models::Network& network) {
  const models::LossSpec& loss = network.loss;
  const double batch = network.batch;
  const double steps = network.time_steps;
  const double classes = network.layer(network.layers() - 1).size;
  const bool each_step = models::loss_table()[loss.row].timing == models::LossTiming::kEachStep;
  NamedNumbers numbers{{"scale", each_step ? 1 / (batch * steps) : 1 / batch},
                       {"mean_square_scale", 1 / (batch * steps * classes)}};
  for (const auto& [name, value] : loss.arguments) {
    numbers.emplace(name, value);
    if (name.ends_with("_rate")) {
      numbers.emplace(name.substr(0, name.size() - 5) + "_count", std::trunc(steps * value));
    }
  }
  return numbers;
}

void add_learning(const models::Network& network, Finder& finder, NetworkCodelets& result) {
  const auto& loss = models::loss_table()[network.loss.row];
  const auto& optimizer = models::optimizer_table()[network.optimizer.row];
  result.loss = finder.find(lower(loss.name) + "_loss", "network.loss");
  result.loss_numbers = loss_numbers(network);
  const bool states =
      optimizer.reads_states == nullptr || optimizer.reads_states(network.optimizer);
  result.optimizer = finder.find(lower(optimizer.name) + (states ? "_update" : "_update_stateless"),
                                 "network.optimizer");
  if (states) result.optimizer_states.assign(optimizer.states.begin(), optimizer.states.end());
  result.optimizer_numbers.insert(network.optimizer.arguments.begin(),
                                  network.optimizer.arguments.end());
}

}  // namespace

NetworkCodelets network_codelets(const models::Network& network, Purpose purpose) {
  Finder finder;
  NetworkCodelets result;
  for (std::uint32_t layer = 0; layer < network.layers(); ++layer) {
    result.layers.push_back(layer_codelets(network.layer(layer), purpose, finder));
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
