// Owns `bspike validate`.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tools/command/command.hpp"
#include "tools/command/options.hpp"
#include "tools/command/terminal.hpp"
#include "tools/driver/config_path.hpp"
#include "tools/driver/exit_code.hpp"
#include "tools/driver/run_outcome.hpp"
#include "tools/validate/comparison_text.hpp"

namespace bspike::tools {

namespace {

constexpr double kFastSeconds = 60;

struct ValidateOptions {
  std::vector<std::string> suites;
  std::filesystem::path out;
  std::filesystem::path collect;
  bool fast = false;
  bool quiet = false;
};

// All suites beside the first of them, by name.
std::vector<std::filesystem::path> known_suites() {
  const std::filesystem::path one = find_config("exchange_c600", "measured", {});
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(one.parent_path())) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<std::filesystem::path> chosen_suites(const ValidateOptions& options) {
  if (options.suites.empty()) return known_suites();
  std::vector<std::filesystem::path> files;
  for (const std::string& name : options.suites) files.push_back(find_config(name, "measured", {}));
  return files;
}

int validate(const ValidateOptions& options) {
  if (!options.collect.empty()) {
    print_text(validation_document(options.collect));
    return kDone;
  }
  if (!options.out.empty()) prepare_folder(options.out);
  ProgressLine line(options.quiet);
  const Watcher watcher = watcher_of(line);
  for (const std::filesystem::path& file : chosen_suites(options)) {
    const Suite suite = read_suite(file);
    if (options.fast && suite.expected_seconds > kFastSeconds) continue;
    if (!options.quiet)
      print_error_line("suite " + suite.name + ": about " + short_number(suite.expected_seconds) +
                       " s");
    const Comparison comparison = compare(suite, watcher);
    line.clear();
    if (!options.out.empty()) write_comparison(comparison, options.out);
    if (!options.quiet) print_text(comparison_markdown(comparison) + "\n");
    if (watcher.stop->load()) return kInterrupted;
  }
  return kDone;
}

}  // namespace

Action declare_validate(CLI::App& app) {
  auto options = std::make_shared<ValidateOptions>();
  app.add_option("suites", options->suites,
                 "Suites: names in configs/measured or files (.yaml); all if absent");
  app.add_option("--out", options->out, "Folder for each suite's table as .md, .csv and .json");
  auto* collect =
      app.add_option("--collect", options->collect,
                     "Do not run: print the document made of the .md files of such a folder");
  app.add_flag("--fast", options->fast, "Leave out suites that take more than a minute")
      ->excludes(collect);
  app.add_flag("--quiet,-q", options->quiet, "No tables, no progress");
  return [options] { return validate(*options); };
}

}  // namespace bspike::tools
