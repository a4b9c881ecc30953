// Owns declaring shared options.
#include "tools/command/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

#include "arch/base/diagnostics.hpp"
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
  whole_number(app.add_option("--steps", overrides.steps, "Training steps, instead of the file's"),
               1, 1000000000000);
}

CLI::Option* whole_number(CLI::Option* option, std::uint64_t low, std::uint64_t high) {
  const auto refuse = [low, high](const std::string& text) -> std::string {
    std::uint64_t value = 0;
    const char* last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, value);
    if (error == std::errc{} && end == last && value >= low && value <= high) return "";
    return "found '" + text + "', expected a whole number from " + std::to_string(low) + " to " +
           std::to_string(high);
  };
  return option->type_name("N")->check(CLI::Validator(refuse, ""));
}

CLI::Option* one_of(CLI::Option* option, const std::vector<std::string>& words) {
  const auto refuse = [words](const std::string& text) -> std::string {
    if (std::find(words.begin(), words.end(), text) != words.end()) return "";
    std::string list;
    for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
    const std::string near = arch::base::nearest_word(text, words);
    return "found '" + text + "', expected one of: " + list +
           (near.empty() ? "" : "\ndid you mean '" + near + "'?");
  };
  return option->check(CLI::Validator(refuse, ""));
}

void declare_engine(CLI::App& app, std::string& word) {
  one_of(app.add_option(
             "--engine", word,
             "How tile programs are executed, with the same results: interpreter, compiled (to "
             "native code), auto (the default: compiled where it pays)"),
         {"interpreter", "compiled", "auto"})
      ->type_name("ENGINE");
}

sim::Engine engine_named(const std::string& word) {
  if (word == "interpreter") return sim::Engine::kInterpreter;
  return word == "compiled" ? sim::Engine::kCompiled : sim::Engine::kAuto;
}

Watcher watcher_of(ProgressLine& line) {
  Watcher watcher;
  watcher.stop = &watch_interrupt();
  watcher.phase = [&line](std::string_view name) { line.phase(name); };
  watcher.progress = [&line](const sim::Progress& progress) { line.update(progress); };
  return watcher;
}

}  // namespace bspike::tools
