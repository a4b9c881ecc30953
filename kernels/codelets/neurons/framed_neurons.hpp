// Owns the rows of neuron models whose tile code is made by frames, one file each.
#pragma once

#include "kernels/codelets/neurons/neuron_frame.hpp"

namespace bspike::kernels {

[[nodiscard]] FramedNeuron framed_leaky();
[[nodiscard]] FramedNeuron framed_rleaky();
[[nodiscard]] FramedNeuron framed_synaptic();
[[nodiscard]] FramedNeuron framed_rsynaptic();
[[nodiscard]] FramedNeuron framed_lapicque();
[[nodiscard]] FramedNeuron framed_alpha();
[[nodiscard]] FramedNeuron framed_ipu_leaky();

}  // namespace bspike::kernels
