// Owns what a convolution calls on a tile in a time step, forward and backward.
#pragma once

#include "kernels/training_steps.hpp"

namespace bspike::kernels::conv {

// From received spikes to the currents of the slice's neurons.
void add_conv_forward(const StepContext& context, const SliceLayout& slice, WorkTable& work);
// From the gradients of the currents to those of weights and biases, and of the spikes below.
void add_conv_gradients(const StepContext& context, const SliceLayout& slice, WorkTable& work);

}  // namespace bspike::kernels::conv
