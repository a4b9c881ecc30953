// Owns `bspike sweep` and `bspike sweep export`.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "arch/base/diagnostics.hpp"
#include "tools/command/command.hpp"
#include "tools/command/interrupt.hpp"
#include "tools/command/options.hpp"
#include "tools/command/terminal.hpp"
#include "tools/driver/exit_code.hpp"
#include "tools/sweep/export.hpp"
#include "tools/sweep/run_sweep.hpp"

namespace bspike::tools {

namespace {

constexpr std::uint64_t kMostJobs = 256;

struct SweepOptions {
  std::filesystem::path file;
  std::filesystem::path out;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  bool dry_run = false;
  bool retry = false;
  bool quiet = false;
  // export
  std::filesystem::path folder;
  bool csv = false, json = false, markdown = false;
  std::vector<std::string> tables;
  std::vector<std::string> conditions;
};

void require(bool given, const char* what, const char* hint) {
  if (given) return;
  arch::base::raise<arch::base::ConfigError>({"", 0, 0}, "", std::string("sweep needs ") + what,
                                             hint);
}

std::string points_text(const Sweep& sweep, const std::vector<Point>& points) {
  std::string text = sweep.name + ": " + std::to_string(points.size()) + " points\n";
  for (const Point& point : points) text += point.configuration_hash + "  " + point.id + "\n";
  return text;
}

// Nothing else tells of a failure where nobody watches.
void print_failures(const Results& results) {
  for (const ResultRow* row : failures(results))
    print_error(row->id + ": " + row->status + ": " + row->reason);
}

int exit_code_of(const SweepOutcome& outcome) {
  if (outcome.interrupted) return kInterrupted;
  return failures(outcome.results).empty() ? kDone : kCheckFailed;
}

int sweep(const SweepOptions& options) {
  require(!options.file.empty(), "a sweep file", "`bspike sweep SWEEP.yaml --out DIR`");
  require(options.dry_run || !options.out.empty(), "--out DIR", "or --dry-run to list the points");
  ProgressLine line(options.quiet);
  line.phase("reading");
  SweepRequest request;
  request.sweep = read_sweep(options.file);
  request.points = expand(request.sweep);
  resolve(request.sweep, request.points);
  line.clear();
  if (options.dry_run) {
    print_text(points_text(request.sweep, request.points));
    return kDone;
  }
  request.out = options.out;
  request.jobs = options.jobs;
  request.retry = options.retry;
  request.stop = &watch_interrupt();
  request.progress = [&line](const SweepProgress& now) { line.text(progress_text(now)); };
  const SweepOutcome outcome = run_sweep(request);
  line.clear();
  print_failures(outcome.results);
  if (!options.quiet)
    print_text(request.sweep.name + ": " + counts_text(outcome.results) + "; " +
               std::to_string(outcome.ran) + " ran now\n" +
               results_markdown(outcome.results, asked_tables(outcome.results, {})));
  if (outcome.interrupted) print_error("interrupted; start it again to go on");
  return exit_code_of(outcome);
}

int export_results(const SweepOptions& options) {
  std::vector<Condition> conditions;
  for (const std::string& text : options.conditions)
    for (Condition& condition : parse_conditions(text, {"--where " + text, 0, 0}))
      conditions.push_back(std::move(condition));
  Store store(options.folder, OpenMode::kRead);
  const Results results = where(read_results(store), conditions);
  if (options.json) {
    print_text(results_json(results, asked_tables(results, options.tables)));
  } else if (options.markdown) {
    print_text(results_markdown(results, asked_tables(results, options.tables)));
  } else if (options.tables.empty()) {
    print_text(table_csv(points_table(results)));
  } else {
    for (const std::string& text : options.tables)
      print_text(table_csv(make_table(results, parse_table(text, {"--table", 0, 0}))));
  }
  return kDone;
}

CLI::App* declare_export(CLI::App& app, SweepOptions& options) {
  CLI::App* sub = app.add_subcommand("export", "Print the results of a sweep.");
  sub->add_option("folder", options.folder, "Folder of a sweep")->required()->type_name("DIR");
  auto* csv = sub->add_flag("--csv", options.csv, "A row a point (the default), or a table");
  auto* json = sub->add_flag("--json", options.json, "Points and tables")->excludes(csv);
  sub->add_flag("--markdown", options.markdown, "Tables for a document")
      ->excludes(csv)
      ->excludes(json);
  repeatable(sub->add_option(
                 "--table", options.tables,
                 "`scaling strong|weak of COLUMN over AXIS`, `grid of COLUMN over AXIS by AXIS`, "
                 "`best min|max COLUMN [where KEY op VALUE]`, `pareto min|max COLUMN, min|max "
                 "COLUMN[, ...]`"))
      ->type_name("WORDS");
  repeatable(
      sub->add_option("--where", options.conditions, "Only points with, e.g. status == done"))
      ->type_name("CONDITION");
  return sub;
}

}  // namespace

Action declare_sweep(CLI::App& app) {
  auto options = std::make_shared<SweepOptions>();
  app.add_option("file", options->file, "Sweep file (.yaml)")->type_name("SWEEP.yaml");
  app.add_option("--out", options->out,
                 "Folder of the results; a sweep that is there already goes on")
      ->type_name("DIR");
  whole_number(app.add_option("--jobs,-j", options->jobs, "Points at a time; default: all cores"),
               1, kMostJobs);
  app.add_flag("--dry-run", options->dry_run, "List the points and run none");
  app.add_flag("--retry", options->retry, "Run points that failed again");
  app.add_flag("--quiet,-q", options->quiet, "No summary, no progress");
  app.require_subcommand(0, 1);
  const CLI::App* exporting = declare_export(app, *options);
  return [options, exporting] {
    return exporting->parsed() ? export_results(*options) : sweep(*options);
  };
}

}  // namespace bspike::tools
