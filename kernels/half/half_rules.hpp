// Owns what types a job may have, and which codelets and numbers they change:
// docs/half_precision.md. Contract: what is not there is a CompileError that says what is.
#pragma once

#include "kernels/codelet_names.hpp"
#include "kernels/compile.hpp"

namespace bspike::kernels {

// Of every program: types of the mapping are those of layer_by_layer alone.
void check_types(const models::Network& network, const Mapping& mapping);

// Names of the codelets for these types, and numbers as they see them.
[[nodiscard]] NetworkCodelets typed_codelets(NetworkCodelets codelets,
                                             const models::Network& network, const Mapping& mapping,
                                             Purpose purpose);

// Neurons that a slice's tensors are padded to: quads, or pairs where those of all samples make up
// quads of states.
[[nodiscard]] std::uint32_t neuron_grain(const Mapping& mapping, std::uint32_t batch);

// Bytes of what has so many in f32.
[[nodiscard]] constexpr std::uint64_t typed_bytes(std::uint64_t bytes, bool half) {
  return half ? bytes / 2 : bytes;
}

}  // namespace bspike::kernels
