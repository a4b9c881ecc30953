// Owns the report stage: RunResult -> report.json, supersteps.csv, tiles.csv, memory.csv and the
// console summary. docs/report.md describes the contents.
// Contract: every number comes from one RunResult, so no two outputs can disagree; JSON numbers are
// finite or null; equal runs give equal bytes but for the object `simulator`. Files are written
// atomically.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "sim/result.hpp"

namespace bspike::sim {

// What a report says beyond the run itself.
struct ReportExtras {
  std::string configuration;       // resolved run file, YAML
  std::string configuration_hash;  // names it: equal hashes mean equal configurations
  std::uint64_t seed = 0;
  std::string version;                     // of bspike
  std::map<std::string, double> training;  // further numbers under `training`, e.g. test accuracy
};

[[nodiscard]] std::string report_json(const RunResult& result, const arch::Machine& machine,
                                      const arch::Image& image, const ReportExtras& extras);
[[nodiscard]] std::string supersteps_csv(const RunResult& result, const arch::Image& image);
[[nodiscard]] std::string tiles_csv(const RunResult& result, const arch::Machine& machine);
[[nodiscard]] std::string memory_csv(const RunResult& result);

// A dozen lines that a person reads in ten seconds.
[[nodiscard]] std::string console_summary(const RunResult& result, const arch::Machine& machine,
                                          const arch::Image& image, const ReportExtras& extras);

// All four files, into `out_dir`, which is made if absent.
void write_report(const RunResult& result, const arch::Machine& machine, const arch::Image& image,
                  const ReportExtras& extras, const std::filesystem::path& out_dir);

}  // namespace bspike::sim
