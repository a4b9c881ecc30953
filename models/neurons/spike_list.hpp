// Owns the rules by which a population's spikes become a list of limited length, and what of the
// backward pass the list cuts off. theta is the threshold, theta2 the second one, S the capacity:
//
//   spikes_first  neurons with U > theta in neuron order until S is full; then those with
//                 theta2 < U <= theta in the places left, which carry gradient alone
//   listed        the first S neurons with U > theta2; those at or below theta carry gradient alone
//                 and can take a later spike's place
//   dense         the first S neurons with U > theta; all neurons but the dropped carry gradient
//
// Contract: a list depends on nothing but one sample's membranes at one time step.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "models/network/network.hpp"

namespace bspike::models {

// The list of one sample and time step: ids[0:c0] are sent, in ascending order; ids[c0:c1] carry
// gradient alone, in ascending order too.
struct SpikeList {
  std::vector<std::uint32_t> ids;
  std::uint32_t c0 = 0;

  [[nodiscard]] std::uint32_t c1() const { return static_cast<std::uint32_t>(ids.size()); }
  [[nodiscard]] std::span<const std::uint32_t> sent() const { return std::span(ids).first(c0); }
  bool operator==(const SpikeList&) const = default;
};

[[nodiscard]] const std::vector<std::string>& list_rule_names();  // indexed by ListRule

template <class Real>
[[nodiscard]] SpikeList make_spike_list(const ListSpec& spec, Real threshold,
                                        std::span<const Real> membranes);

// All spikes of a population that has no list.
template <class Real>
[[nodiscard]] SpikeList all_spikes(std::span<const Real> spikes);

// Sets dL/dspike to 0 where no gradient passes.
template <class Real>
void mask_spike_gradient(const ListSpec& spec, Real threshold, std::span<const Real> membranes,
                         const SpikeList& list, std::span<Real> gradient);

}  // namespace bspike::models
