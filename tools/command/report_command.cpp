// Owns `bspike report`.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "tools/command/command.hpp"
#include "tools/command/terminal.hpp"
#include "tools/driver/exit_code.hpp"
#include "tools/report/page.hpp"
#include "tools/report/report_data.hpp"

namespace bspike::tools {

namespace {

struct ReportOptions {
  std::vector<std::filesystem::path> folders;
  std::filesystem::path out;
};

int report(const ReportOptions& options) {
  const std::filesystem::path file =
      options.out.empty() ? options.folders.front() / "report.html" : options.out;
  write_page(page_data(options.folders), file);
  print_text(file.string() + "\n");
  return kDone;
}

}  // namespace

Action declare_report(CLI::App& app) {
  auto options = std::make_shared<ReportOptions>();
  app.add_option("folders", options->folders,
                 "Folder of a run, a validation or a sweep; or two of runs, side by side")
      ->required()
      ->expected(1, 2)
      ->type_name("DIR");
  app.add_option("--out,-o", options->out, "The page; DIR/report.html if absent")
      ->type_name("FILE.html");
  return [options] { return report(*options); };
}

}  // namespace bspike::tools
