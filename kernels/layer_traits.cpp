// Owns reading those traits.
#include "kernels/layer_traits.hpp"

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

bool keeps_sent(const Population& population) {
  return population.list || population.resets_at_once() ||
         population.recurrence != Recurrence::kNone || population.learned.contains("threshold");
}

bool is_plain(const Population& population) {
  return !has_records(population) && !population.resets_at_once() &&
         population.recurrence == Recurrence::kNone;
}

}  // namespace bspike::kernels
