// Owns the points of a sweep: every combination of the axes that its conditions let pass, in the
// order of the file, and the named points behind them. Contract: too many points are refused with
// their count before any is made; a point whose configuration is refused is told at its place in
// the sweep file, and then nothing has run.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tools/sweep/sweep_file.hpp"

namespace bspike::tools {

struct Point {
  std::string id;                 // its settings as text, or its name: unique
  std::vector<Setting> settings;  // in order, those of all points first
  std::string configuration_hash;
};

// Combinations of the axes, before conditions; the largest number stands for all beyond.
[[nodiscard]] std::uint64_t combinations(const Sweep& sweep);

// Without hashes.
[[nodiscard]] std::vector<Point> expand(const Sweep& sweep);

// Fills in the hash of each point's resolved configuration: that of its report.
void resolve(const Sweep& sweep, std::vector<Point>& points);

}  // namespace bspike::tools
