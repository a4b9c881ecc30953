// Owns `bspike diff`.
#include <CLI/CLI.hpp>
#include <charconv>
#include <filesystem>
#include <memory>
#include <string>

#include "arch/base/diagnostics.hpp"
#include "tools/command/command.hpp"
#include "tools/command/options.hpp"
#include "tools/command/terminal.hpp"
#include "tools/diff/differences.hpp"
#include "tools/driver/exit_code.hpp"

namespace bspike::tools {

namespace {

struct DiffOptions {
  std::filesystem::path a, b;
  double tolerance = 0;
  bool json = false;
  std::size_t limit = 10;
};

int diff(const DiffOptions& options) {
  const RunFiles a = read_run_files(options.a);
  const RunFiles b = read_run_files(options.b);
  const auto sections = compare_runs(a, b, options.tolerance);
  print_text(options.json ? differences_json(a, b, sections, options.tolerance)
                          : differences_text(a, b, sections, options.limit));
  return sections.empty() ? kDone : kDifferent;
}

// Like diff(1): 1 is "different", so trouble of any kind is 2.
int diff_or_trouble(const DiffOptions& options) {
  try {
    return diff(options);
  } catch (const arch::base::DiagnosedError&) {
    throw;
  } catch (const std::exception& error) {
    print_error(std::string("internal error: ") + error.what());
    print_error_line("please report it with both report.json");
    return kWrongUse;
  }
}

std::string refuse_no_share(const std::string& text) {
  double value = -1;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (error == std::errc{} && end == last && value >= 0 && value <= 1) return "";
  return "found '" + text + "', expected a number from 0 to 1";
}

}  // namespace

Action declare_diff(CLI::App& app) {
  auto options = std::make_shared<DiffOptions>();
  app.add_option("a", options->a, "Folder of a run, or its report.json")
      ->required()
      ->type_name("A");
  app.add_option("b", options->b, "Folder of another")->required()->type_name("B");
  app.add_flag("--json", options->json, "All differences as JSON");
  app.add_option("--tolerance", options->tolerance,
                 "Numbers this close, relative to the larger one, are the same; default: 0")
      ->type_name("X")
      ->check(CLI::Validator(refuse_no_share, ""));
  whole_number(app.add_option("--limit", options->limit,
                              "Most lines of a section, without --json; default: 10"),
               1, 1000000);
  return [options] { return diff_or_trouble(*options); };
}

}  // namespace bspike::tools
