// Owns scanning membranes for a list, and masking by it.
#include "models/neurons/spike_list.hpp"

namespace bspike::models {
namespace {

// Scans in neuron order for membranes within (low, high] and appends them while there is room.
template <class Real>
void append_between(std::span<const Real> membranes, Real low, Real high, std::size_t capacity,
                    std::vector<std::uint32_t>& ids) {
  for (std::size_t i = 0; i < membranes.size() && ids.size() < capacity; ++i)
    if (membranes[i] > low && membranes[i] <= high) ids.push_back(static_cast<std::uint32_t>(i));
}

template <class Real>
void append_above(std::span<const Real> membranes, Real low, std::size_t capacity,
                  std::vector<std::uint32_t>& ids) {
  for (std::size_t i = 0; i < membranes.size() && ids.size() < capacity; ++i)
    if (membranes[i] > low) ids.push_back(static_cast<std::uint32_t>(i));
}

// One scan; then spikes are moved to the front, both parts staying in neuron order.
template <class Real>
SpikeList listed(const ListSpec& spec, Real threshold, std::span<const Real> membranes) {
  std::vector<std::uint32_t> found;
  append_above(membranes, static_cast<Real>(spec.second_threshold), spec.capacity, found);
  SpikeList list;
  for (const std::uint32_t id : found)
    if (membranes[id] > threshold) list.ids.push_back(id);
  list.c0 = list.c1();
  for (const std::uint32_t id : found)
    if (!(membranes[id] > threshold)) list.ids.push_back(id);
  return list;
}

}  // namespace

const std::vector<std::string>& list_rule_names() {
  static const std::vector<std::string> kNames{"spikes_first", "listed", "dense"};
  return kNames;
}

template <class Real>
SpikeList make_spike_list(const ListSpec& spec, Real threshold, std::span<const Real> membranes) {
  if (spec.rule == ListRule::kListed) return listed(spec, threshold, membranes);
  SpikeList list;
  append_above(membranes, threshold, spec.capacity, list.ids);
  list.c0 = list.c1();
  if (spec.rule == ListRule::kSpikesFirst)
    append_between(membranes, static_cast<Real>(spec.second_threshold), threshold, spec.capacity,
                   list.ids);
  return list;
}

template <class Real>
SpikeList all_spikes(std::span<const Real> spikes) {
  SpikeList list;
  for (std::size_t i = 0; i < spikes.size(); ++i)
    if (spikes[i] != 0) list.ids.push_back(static_cast<std::uint32_t>(i));
  list.c0 = list.c1();
  return list;
}

template <class Real>
void mask_spike_gradient(const ListSpec& spec, Real threshold, std::span<const Real> membranes,
                         const SpikeList& list, std::span<Real> gradient) {
  const bool dense = spec.rule == ListRule::kDense;
  std::vector<char> passes(gradient.size(), 0);
  if (dense)
    for (std::size_t i = 0; i < passes.size(); ++i) passes[i] = !(membranes[i] > threshold);
  for (const std::uint32_t id : list.ids) passes[id] = 1;
  for (std::size_t i = 0; i < passes.size(); ++i)
    if (!passes[i]) gradient[i] = 0;
}

template SpikeList make_spike_list(const ListSpec&, float, std::span<const float>);
template SpikeList make_spike_list(const ListSpec&, double, std::span<const double>);
template SpikeList all_spikes(std::span<const float>);
template SpikeList all_spikes(std::span<const double>);
template void mask_spike_gradient(const ListSpec&, float, std::span<const float>, const SpikeList&,
                                  std::span<float>);
template void mask_spike_gradient(const ListSpec&, double, std::span<const double>,
                                  const SpikeList&, std::span<double>);

}  // namespace bspike::models
