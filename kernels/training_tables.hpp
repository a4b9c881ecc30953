// Owns the names that an Image gives to what lies on its tiles: tensors, result series and host
// streams. kernels/compile.hpp lists them.
#pragma once

#include "kernels/exchange/plan_builder.hpp"
#include "kernels/training_layout.hpp"

namespace bspike::kernels {

void add_tensors(const Job& job, const Layout& layout, arch::Image& image);
void add_series(const Job& job, arch::Image& image);  // after the tensors
void add_streams(const Job& job, const Layout& layout, GroupTable& groups, arch::Image& image);

}  // namespace bspike::kernels
