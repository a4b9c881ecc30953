// Owns what an Image of a dense step on the matrix unit names: streams, tensors, initial data.
// docs/dense_step.md. Contract: kernels/compile.hpp lists the names.
#pragma once

#include "kernels/dense/dense_steps.hpp"
#include "kernels/image_writer.hpp"
#include "models/network/network.hpp"

namespace bspike::kernels::dense {

void add_streams(const DenseContext& context, arch::Image& image);
void add_tensors(const DenseContext& context, arch::Image& image);
void add_data(const DenseContext& context, const models::ParameterSet& parameters,
              ImageWriter& writer);

}  // namespace bspike::kernels::dense
