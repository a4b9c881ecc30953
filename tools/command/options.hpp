// Owns options that several subcommands share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/command/terminal.hpp"
#include "tools/driver/pipeline.hpp"
#include "tools/driver/run_file.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace bspike::tools {

void declare_set_and_machine(CLI::App& app, Overrides& overrides);  // --set, --machine
void declare_steps(CLI::App& app, Overrides& overrides);            // --steps
// One value each time the option is given, so that what follows is never swallowed.
CLI::Option* repeatable(CLI::Option* option);
// Lets a whole number from `low` to `high` pass; refuses anything else with what is expected.
CLI::Option* whole_number(CLI::Option* option, std::uint64_t low, std::uint64_t high);
// Lets one of the words pass; refuses another with the list and the nearest.
CLI::Option* one_of(CLI::Option* option, const std::vector<std::string>& words);
// --engine; the word that it takes, as an engine.
void declare_engine(CLI::App& app, std::string& word);
[[nodiscard]] sim::Engine engine_named(const std::string& word);
// Ctrl-C and the progress line.
[[nodiscard]] Watcher watcher_of(ProgressLine& line);

}  // namespace bspike::tools
