// Owns reading those traits.
#include "kernels/layer_traits.hpp"

#include <algorithm>

#include "models/neurons/neuron_table.hpp"

namespace bspike::kernels {

using models::Population;
using models::Recurrence;

std::uint32_t state_count(const Population& population) {
  const auto states = models::neuron_table()[population.model].states.size();
  return static_cast<std::uint32_t>(states) + (population.resets_at_once() ? 1 : 0);
}

bool has_records(const Population& population) {
  return population.learned.size() > (population.learned.contains("V") ? 1u : 0u);
}

std::uint32_t delay_above(const models::Network& network, std::uint32_t layer) {
  if (layer + 1 == network.layers()) return 0;
  return std::min(network.projection(layer + 1).delay, network.time_steps);
}

bool keeps_sent(const models::Network& network, std::uint32_t layer) {
  const Population& population = network.layer(layer);
  return delay_above(network, layer) > 0 || population.list || population.resets_at_once() ||
         population.recurrence != Recurrence::kNone || population.learned.contains("threshold");
}

bool is_plain(const Population& population) {
  return !has_records(population) && !population.resets_at_once() &&
         population.recurrence == Recurrence::kNone;
}

}  // namespace bspike::kernels
