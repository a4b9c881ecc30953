// Owns the words for a fault: from an executor's numbers to codelet, source line and superstep.
#pragma once

#include <string>

#include "sim/engine/executor.hpp"
#include "sim/result.hpp"

namespace bspike::sim {

// "phase/layer/kind", absent parts left out.
[[nodiscard]] std::string superstep_name(const arch::Image& image, const arch::ScheduleNode& node);
// Name of the codelet that holds a word, or "supervisor".
[[nodiscard]] std::string codelet_at(const arch::TileProgram& program, std::uint32_t word);
// "12: the line's text", or empty where the program has no source.
[[nodiscard]] std::string source_line_at(const arch::TileProgram& program, std::uint32_t word);

[[nodiscard]] FaultReport describe_fault(const Fault& fault, const arch::TileProgram& program,
                                         arch::TileId tile);

}  // namespace bspike::sim
