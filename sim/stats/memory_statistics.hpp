// Owns the rows about tile memory, from the Image's memory maps.
#pragma once

#include <string_view>

#include "sim/result.hpp"

namespace bspike::sim {

[[nodiscard]] std::string_view category_key(arch::MemoryCategory category);
void write_memory_statistics(const arch::Image& image, const arch::Machine& machine,
                             RunResult& result);

}  // namespace bspike::sim
