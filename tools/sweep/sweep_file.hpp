// Owns what a sweep file says: a base run file, what is laid over it, axes, conditions, named
// points, limits of a point. Contract: read_sweep throws ConfigError with every problem found, each
// with file, line and column; nothing is expanded yet beyond the values of each axis.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "arch/base/diagnostics.hpp"
#include "arch/base/document.hpp"
#include "arch/base/fields.hpp"
#include "tools/sweep/condition.hpp"

namespace bspike::tools {

// One key of the run file and what it is set to.
struct Setting {
  std::string key;
  std::string text;      // as written, for people
  std::string argument;  // behind `--set KEY=`: paths start at the working directory
  arch::base::SourceLocation where;
};

struct Axis {
  std::string key;
  std::vector<Setting> values;
};
// Zipped axes: their values advance together. A single axis is a group of one.
using AxisGroup = std::vector<Axis>;

struct NamedPoint {
  std::string name;
  std::vector<Setting> settings;
};

struct PointLimits {
  double seconds = 3600;
  std::uint64_t bytes = 0;  // of resident memory; 0: an equal share of the host's
};
void describe(arch::base::FieldVisitor& visit, PointLimits& limits);

struct Sweep {
  std::filesystem::path file;
  std::string name;
  std::string description;
  std::filesystem::path base;
  std::vector<Setting> fixed;
  std::vector<AxisGroup> groups;
  std::vector<Condition> conditions;
  std::vector<NamedPoint> named;
  PointLimits limits;
  std::vector<std::string> columns;  // further paths of report.json
  std::vector<std::string> tables;   // tools/sweep/tables.hpp
};

inline constexpr std::uint64_t kMostPoints = 100000;

[[nodiscard]] Sweep read_sweep(const std::filesystem::path& file);

// Keys of all axes, in order.
[[nodiscard]] std::vector<std::string> axis_keys(const Sweep& sweep);

// Markdown reference of the sections of a sweep file.
[[nodiscard]] std::string document_sweep_file();

}  // namespace bspike::tools
