// Owns the compilation of a micro workload: machine + micro section -> Image.
// Contract: as kernels::compile; a workload without a parameter it needs, or with one it does not
// take, is a CompileError. The image has no host streams and one schedule step a run of the
// workload.
#pragma once

#include "arch/program/image.hpp"
#include "kernels/micro/micro_spec.hpp"

namespace bspike::kernels {

[[nodiscard]] arch::Image compile_micro(const MicroSpec& spec, const arch::Machine& machine);

}  // namespace bspike::kernels
