// Owns where a slice keeps what it sent, for itself, for the backward pass, and for a layer above
// that hears late.
#pragma once

#include "kernels/training_numbers.hpp"

namespace bspike::kernels {

// Nothing where spikes follow from the membranes and are heard at once.
void allocate_sent(const Job& job, SliceLayout& slice, const TakeFn& take);

}  // namespace bspike::kernels
