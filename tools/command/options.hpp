// Owns options that several subcommands share.
#pragma once

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
// Ctrl-C and the progress line.
[[nodiscard]] Watcher watcher_of(ProgressLine& line);

}  // namespace bspike::tools
