// Owns what of a population changes which buffers and codelets its layer needs.
#pragma once

#include "models/network/network.hpp"

namespace bspike::kernels {

// State variables of a time step; a reset at once adds the membrane before it.
[[nodiscard]] std::uint32_t state_count(const models::Population& population);

// Trains numbers of its model besides V, which it then takes from records.
[[nodiscard]] bool has_records(const models::Population& population);

// Time steps by which the layer above hears its spikes late: of those that there are.
[[nodiscard]] std::uint32_t delay_above(const models::Network& network, std::uint32_t layer);

// Spikes do not follow from the membranes and a fixed threshold, or are wanted later, so they are
// kept by time step.
[[nodiscard]] bool keeps_sent(const models::Network& network, std::uint32_t layer);

// Delayed reset, fixed numbers, no recurrence: where it is the output, dL/dmembrane of a loss is
// all that reaches it, and goes the way of a spike gradient with a derivative of 1.
[[nodiscard]] bool is_plain(const models::Population& population);

}  // namespace bspike::kernels
