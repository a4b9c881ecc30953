// Owns the trained numbers of neuron models on tiles: where they lie, and the calls around the time
// steps.
#pragma once

#include <functional>

#include "kernels/training_steps.hpp"

namespace bspike::kernels {

using TakeFn = std::function<std::uint32_t(const std::string& name, arch::MemoryCategory category,
                                           std::uint64_t bytes)>;

// The layer's numbers and their records on a slice; nothing where all numbers are fixed.
void allocate_numbers(const Job& job, SliceLayout& slice, const TakeFn& take);
// The place where all slices' sums of a shared number meet, at the same address on the layer's
// tiles.
void plan_shared_numbers(const Job& job, std::uint32_t index, LayerLayout& layer,
                         MemoryPlanner& memory);

// First thing of a step: numbers for every neuron and sample, sums at 0.
void add_number_spreads(const StepContext& context, const SliceLayout& slice, WorkTable& work);
// Behind the time steps: sums over samples; shared ones are exchanged. No superstep without
// numbers.
[[nodiscard]] std::vector<Superstep> number_supersteps(const StepContext& context);
// Then, of shared ones: sums over the layer, optimiser.
void add_shared_updates(const StepContext& context, const SliceLayout& slice, WorkTable& work);

}  // namespace bspike::kernels
