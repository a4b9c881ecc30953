// Owns the rows about code: kernels, instruction mix, hottest lines.
#pragma once

#include <memory>
#include <vector>

#include "sim/engine/executor.hpp"
#include "sim/result.hpp"

namespace bspike::sim {

inline constexpr std::size_t kHotLines = 20;  // as many as a reader looks at

void write_program_statistics(const arch::Image& image, const Executor& executor,
                              const std::vector<std::unique_ptr<PreparedProgram>>& programs,
                              RunResult& result);

}  // namespace bspike::sim
