// Owns the files of a report.
#include "arch/base/atomic_file.hpp"
#include "sim/report/report.hpp"

namespace bspike::sim {

void write_report(const RunResult& result, const arch::Machine& machine, const arch::Image& image,
                  const ReportExtras& extras, const std::filesystem::path& out_dir) {
  std::filesystem::create_directories(out_dir);
  // report.json last, as it stands for a complete report.
  const arch::base::NamedText files[] = {
      {out_dir / "supersteps.csv", supersteps_csv(result, image)},
      {out_dir / "tiles.csv", tiles_csv(result, machine)},
      {out_dir / "memory.csv", memory_csv(result)},
      {out_dir / "report.json", report_json(result, machine, image, extras)}};
  arch::base::write_together(files);
}

}  // namespace bspike::sim
