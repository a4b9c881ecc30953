// Owns the initial parameters as bytes in the tiles' layout.
#pragma once

#include "kernels/image_writer.hpp"

namespace bspike::kernels {

// Throws CompileError if a tensor is missing or has the wrong size.
void check_parameters(const models::Network& network, const models::ParameterSet& parameters);

void add_parameter_data(const Job& job, const Layout& layout,
                        const models::ParameterSet& parameters, ImageWriter& writer);

}  // namespace bspike::kernels
