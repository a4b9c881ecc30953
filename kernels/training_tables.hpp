// Owns the names that an Image gives to what lies on its tiles: tensors, result series and host
// streams. kernels/compile.hpp lists them.
#pragma once

#include <span>

#include "kernels/exchange/plan_builder.hpp"
#include "kernels/training_layout.hpp"

namespace bspike::kernels {

// `layouts` of all replicas of the network.
void add_tensors(const Job& job, std::span<const Layout> layouts, arch::Image& image);
void add_series(const Job& job, arch::Image& image);  // after the tensors
void add_streams(const Job& job, std::span<const Layout> layouts, GroupTable& groups,
                 arch::Image& image);

}  // namespace bspike::kernels
