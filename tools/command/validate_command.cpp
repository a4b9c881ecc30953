// Owns `bspike validate`.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "arch/base/file.hpp"
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
  std::filesystem::path document;
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

// A table that no suite names would be passed over in silence.
void tell_tables_without_suite(const std::vector<std::filesystem::path>& suites,
                               const std::set<std::string>& tables) {
  std::set<std::string> left;
  for (const auto& entry : std::filesystem::directory_iterator(suites.front().parent_path())) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() == ".csv" && !tables.contains(name)) left.insert(name);
  }
  for (const std::string& name : left) print_error_line("table " + name + ": no suite names it");
}

std::vector<std::filesystem::path> chosen_suites(const ValidateOptions& options) {
  if (options.suites.empty()) return known_suites();
  std::vector<std::filesystem::path> files;
  for (const std::string& name : options.suites) files.push_back(find_config(name, "measured", {}));
  return files;
}

int validate(const ValidateOptions& options) {
  if (!options.document.empty()) prepare_file(options.document, "--document");
  if (!options.out.empty()) prepare_folder(options.out);
  ProgressLine line(options.quiet);
  const Watcher watcher = watcher_of(line);
  std::vector<std::string> texts;
  const std::vector<std::filesystem::path> files = chosen_suites(options);
  std::set<std::string> tables;
  for (const std::filesystem::path& file : files) {
    const Suite suite = read_suite(file);
    tables.insert(suite.data);
    if (options.fast && suite.expected_seconds > kFastSeconds) continue;
    if (!options.quiet)
      print_error_line("suite " + suite.name + ": about " + short_number(suite.expected_seconds) +
                       " s");
    const Comparison comparison = compare(suite, watcher);
    line.clear();
    if (comparison.cut) {
      print_error_line("suite " + suite.name + ": interrupted, so it has no tables");
      return kInterrupted;
    }
    if (!options.out.empty()) write_comparison(comparison, options.out);
    texts.push_back(comparison_markdown(comparison));
    if (!options.quiet) print_text(texts.back() + "\n");
    if (watcher.stop->load()) return kInterrupted;
  }
  if (options.suites.empty()) tell_tables_without_suite(files, tables);
  if (!options.document.empty())
    arch::base::write_atomically(options.document, validation_document(texts));
  return kDone;
}

}  // namespace

Action declare_validate(CLI::App& app) {
  auto options = std::make_shared<ValidateOptions>();
  app.add_option("suites", options->suites,
                 "Suites: names in configs/measured or files (.yaml); all if absent");
  app.add_option("--out", options->out, "Folder for each suite's table as .md, .csv and .json");
  app.add_option("--document", options->document,
                 "File for all tables as one Markdown document, written at the end");
  app.add_flag("--fast", options->fast, "Leave out suites that take more than a minute");
  app.add_flag("--quiet,-q", options->quiet, "No tables, no progress");
  return [options] { return validate(*options); };
}

}  // namespace bspike::tools
