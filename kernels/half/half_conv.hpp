// Owns what a convolution adds where its weights or gradients are f16: its codelets take f32, so
// weights are widened once a step, gradients of weights narrowed once before the update, partials
// for the layer below before they are sent. docs/half_precision.md, "Convolutions".
#pragma once

#include <functional>
#include <string>

#include "kernels/training_steps.hpp"

namespace bspike::kernels {

using TakeWideFn = std::function<std::uint32_t(
    const std::string& what, arch::MemoryCategory category, std::uint64_t bytes, MemoryKind kind)>;

// Bytes of its parameters, if they are f32: whole words of four f16.
[[nodiscard]] constexpr std::uint64_t conv_parameter_bytes(std::uint64_t bytes, bool half) {
  return half ? (bytes + 15) / 16 * 16 : bytes;
}

// Where the codelets of a slice find f32: behind the slice's own tensors, which are allocated.
void allocate_wide(const Job& job, const LayerLayout& layer, const TakeWideFn& take,
                   SliceLayout& slice);

// First thing of a step.
void add_wide_start(const StepContext& context, const SliceLayout& slice, WorkTable& work);
// Behind a time step's gradients.
void add_narrow_partials(const StepContext& context, const SliceLayout& slice, WorkTable& work);
// In front of the update.
void add_narrow_gradient(const StepContext& context, const SliceLayout& slice, WorkTable& work);

}  // namespace bspike::kernels
