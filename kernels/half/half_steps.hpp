// Owns the calls of a slice's projection if weights or gradients are f16.
#pragma once

#include "kernels/training_steps.hpp"

namespace bspike::kernels {

// Of a time step's forward pass: into the slice's current.
void add_half_projection(const StepContext& context, const SliceLayout& slice, WorkTable& work);

// Of its backward pass: gradients of weights and biases, and what goes to the layer below.
void add_half_gradients(const StepContext& context, const SliceLayout& slice, WorkTable& work);

// Of a slice that has them: dL/dcurrent, scaled and rounded, as words of two equal f16.
void add_gradient_words(const StepContext& context, const SliceLayout& slice, WorkTable& work);

// The same of the weights with which the slice hears its own layer.
void add_half_recurrence(const StepContext& context, const SliceLayout& slice, WorkTable& work);
void add_half_recurrent_gradients(const StepContext& context, const SliceLayout& slice,
                                  WorkTable& work);

// Partial sums in f16 into the spike gradient: from the layer above and from the slice's own; in an
// output layer, those of its own and the loss's gradient.
void add_half_spike_gradient(const StepContext& context, const SliceLayout& slice, WorkTable& work);

// Membranes of time step t as f32.
[[nodiscard]] Call half_membrane_call(const StepContext& context, const SliceLayout& slice,
                                      std::uint32_t history, std::uint64_t stride,
                                      std::uint32_t destination);

// Replicas of the gradient into the first.
[[nodiscard]] Call half_replicas_call(const SliceLayout& slice, std::uint64_t pairs);

}  // namespace bspike::kernels
