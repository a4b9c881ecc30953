// Owns the calls of a slice's projection if weights or gradients are f16.
#pragma once

#include "kernels/training_steps.hpp"

namespace bspike::kernels {

// Of a time step's forward pass: into the slice's current.
void add_half_projection(const StepContext& context, const SliceLayout& slice, WorkTable& work);

// Of its backward pass: gradients of weights and biases, and what goes to the layer below.
void add_half_gradients(const StepContext& context, const SliceLayout& slice, WorkTable& work);

// Partial sums from the layer above into the spike gradient.
[[nodiscard]] Call half_partials_call(const StepContext& context, const SliceLayout& slice,
                                      std::uint64_t blocks);

// Replicas of the gradient into the first.
[[nodiscard]] Call half_replicas_call(const SliceLayout& slice, std::uint64_t pairs);

}  // namespace bspike::kernels
