// Owns the rows about tile memory, from the Image's memory maps.
#pragma once

#include "sim/result.hpp"

namespace bspike::sim {

void write_memory_statistics(const arch::Image& image, const arch::Machine& machine,
                             RunResult& result);

}  // namespace bspike::sim
