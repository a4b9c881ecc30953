// Owns the files of a report.
#include "arch/base/file.hpp"
#include "sim/report/report.hpp"

namespace bspike::sim {

void write_report(const RunResult& result, const arch::Machine& machine, const arch::Image& image,
                  const ReportExtras& extras, const std::filesystem::path& out_dir) {
  std::filesystem::create_directories(out_dir);
  arch::base::write_atomically(out_dir / "supersteps.csv", supersteps_csv(result, image));
  arch::base::write_atomically(out_dir / "tiles.csv", tiles_csv(result, machine));
  arch::base::write_atomically(out_dir / "memory.csv", memory_csv(result));
  // Last, so that a report.json stands for a complete report.
  arch::base::write_atomically(out_dir / "report.json",
                               report_json(result, machine, image, extras));
}

}  // namespace bspike::sim
