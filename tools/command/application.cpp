// Owns parsing the command line, and the one place where errors become text and exit codes.
#include "tools/command/application.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "arch/base/atomic_file.hpp"
#include "arch/base/diagnostics.hpp"
#include "kernels/compile.hpp"
#include "tools/command/command.hpp"
#include "tools/command/terminal.hpp"
#include "tools/driver/exit_code.hpp"
#include "tools/driver/version.hpp"

namespace bspike::tools {

namespace {

constexpr std::size_t kMostProblems = 20;  // that one call tells; the rest are counted

// Logs of the compiler and the simulator go to standard error, so standard output stays data.
void quiet_logging() {
  spdlog::set_default_logger(std::make_shared<spdlog::logger>(
      "bspike", std::make_shared<spdlog::sinks::stderr_sink_mt>()));
  spdlog::set_pattern("bspike: %l: %v");
  spdlog::set_level(spdlog::level::warn);
}

// Located problems begin with their location, as editors and people look for it. A value that
// several readers refuse (a default of many layers, say) is told once.
void print_problems(const std::vector<arch::base::Diagnostic>& problems) {
  std::vector<std::string> told;
  std::size_t untold = 0;
  for (const arch::base::Diagnostic& problem : problems) {
    const std::string text = (problem.where.file.empty() ? "bspike: " : "") + problem.render();
    if (std::find(told.begin(), told.end(), text) != told.end()) continue;
    if (told.size() == kMostProblems) {
      ++untold;
      continue;
    }
    print_error_line(text);
    told.push_back(text);
  }
  if (untold > 0) print_error("and " + std::to_string(untold) + " more problems like these");
}

// What an action throws, as text on standard error and an exit code.
int guarded(const Action& action) {
  try {
    return action();
  } catch (const arch::base::OutputError& error) {
    print_problems(error.diagnostics());
    return kInternalError;
  } catch (const arch::base::DiagnosedError& error) {
    print_problems(error.diagnostics());
    return kWrongUse;
  } catch (const kernels::DoesNotFit& error) {
    print_error(error.what());
    return kDoesNotFit;
  } catch (const std::filesystem::filesystem_error& error) {
    print_error(error.path1().string() + ": " + error.code().message());
    return error.code() == std::errc::no_space_on_device ? kInternalError : kWrongUse;
  } catch (const std::bad_alloc&) {
    print_error("out of host memory: close other programs or run a smaller configuration");
  } catch (const std::exception& error) {
    print_error(std::string("internal error: ") + error.what());
    print_error_line("please report it with the run file and the command line");
  }
  return kInternalError;
}

std::string suggestion(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands({})) names.push_back(sub->get_name());
  for (const CLI::App* sub : app.get_subcommands({})) {
    if (!sub->parsed()) continue;
    for (const CLI::App* inner : sub->get_subcommands({})) names.push_back(inner->get_name());
    for (const CLI::Option* option : sub->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  }
  return arch::base::nearest_word(word, names);
}

// The first word of the line that no option or command takes.
std::string unknown_word(const CLI::App& app) {
  const std::vector<std::string> rest = app.remaining(true);
  return rest.empty() ? "" : rest.front();
}

// What the parser says, with its count of missing values put as a sentence.
std::string usage_problem(const CLI::ParseError& error) {
  const std::string text = error.what();
  if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::ArgumentMismatch)) return text;
  const std::string name = text.substr(0, text.find(':'));
  return text.ends_with(" missing") ? name + ": found no value behind it, expected one" : text;
}

int refuse_usage(const CLI::App& app, const CLI::ParseError& error) {
  const std::string word = unknown_word(app);
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError) && !word.empty()) {
    print_error("unknown argument '" + word + "'");
    const std::string near = suggestion(app, word);
    if (!near.empty() && near != word) print_error_line("did you mean '" + near + "'?");
  } else {
    print_error(usage_problem(error));
  }
  print_error_line("`bspike --help` and `bspike COMMAND --help` tell how it is used");
  return kWrongUse;
}

// An empty value is what an unset shell variable leaves: it names nothing, so it is refused.
std::string refuse_empty(const std::string& value) {
  return value.empty() ? "found an empty value, expected a word; is a shell variable unset?" : "";
}

void refuse_empty_values(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    if (option->get_type_size() != 0) option->check(CLI::Validator(refuse_empty, ""));
  }
  for (CLI::App* inner : app.get_subcommands({})) refuse_empty_values(*inner);
}

std::vector<Action> declare_commands(CLI::App& app) {
  std::vector<Action> actions;
  for (const Command& command : command_table()) {
    CLI::App* sub = app.add_subcommand(command.name, command.summary);
    sub->footer(command.examples);
    actions.push_back(command.declare(*sub));
    refuse_empty_values(*sub);
  }
  return actions;
}

Action chosen_action(const CLI::App& app, const std::vector<Action>& actions) {
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (app.got_subcommand(command_table()[i].name)) return actions[i];
  }
  return {};
}

}  // namespace

namespace {

int parse_and_act(int argc, const char* const* argv) {
  CLI::App app("bspike: a virtual IPU that trains spiking networks and counts cycles.", "bspike");
  app.set_version_flag("--version", version_text());
  app.footer(
      "Examples:\n  bspike run configs/runs/quickstart.yaml\n  bspike run --help\n\n"
      "Exit codes: 0 done; 2 wrong use or configuration; 3 a tile's memory is too small;\n"
      "4 fault in a tile program; 5 no progress; 6 a check or a point of a sweep failed;\n"
      "1 internal or output error (diff: the runs differ); 130 interrupted (what is\n"
      "complete is written)\n");
  app.require_subcommand(0, 1);
  const std::vector<Action> actions = declare_commands(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& request) {
    std::ostringstream help;
    const int code = app.exit(request, help, help);
    print_text(help.str());
    return code;
  } catch (const CLI::ParseError& error) {
    return refuse_usage(app, error);
  }
  const Action action = chosen_action(app, actions);
  if (action) return guarded(action);
  print_text(app.help());
  return kWrongUse;
}

}  // namespace

int run_application(int argc, const char* const* argv) {
  quiet_logging();
  const int code = parse_and_act(argc, argv);
  if (output_is_complete()) return code;
  print_error("standard output could not be written in full: is its disk full, or is it closed?");
  return code == kDone ? kInternalError : code;
}

}  // namespace bspike::tools
