// Owns declaring shared options.
#include "tools/command/options.hpp"

#include <CLI/CLI.hpp>

#include "tools/command/interrupt.hpp"

namespace bspike::tools {

CLI::Option* repeatable(CLI::Option* option) {
  return option->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
}

void declare_set_and_machine(CLI::App& app, Overrides& overrides) {
  repeatable(
      app.add_option("--set", overrides.sets, "Set a key of the run file, e.g. network.batch=16"))
      ->type_name("KEY=VALUE");
  app.add_option("--machine", overrides.machine, "Run on this machine: a name or a file");
}

void declare_steps(CLI::App& app, Overrides& overrides) {
  app.add_option("--steps", overrides.steps, "Training steps, instead of the file's")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1000000000000}).description(""));
}

Watcher watcher_of(ProgressLine& line) {
  Watcher watcher;
  watcher.stop = &watch_interrupt();
  watcher.phase = [&line](std::string_view name) { line.phase(name); };
  watcher.progress = [&line](const sim::Progress& progress) { line.update(progress); };
  return watcher;
}

}  // namespace bspike::tools
