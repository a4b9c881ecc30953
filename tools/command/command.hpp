// Owns what a subcommand is: a function that declares its options and hands over its action. One
// file a subcommand; the table names them in the order of --help.
#pragma once

#include <functional>
#include <span>

namespace CLI {
class App;
}

namespace bspike::tools {

// Returns an exit code (tools/driver/exit_code.hpp); may throw what the application catches.
using Action = std::function<int()>;

struct Command {
  const char* name;
  const char* summary;
  const char* examples;
  // Declares options on its own App and returns what to do once they are parsed.
  Action (*declare)(CLI::App& app);
};
[[nodiscard]] std::span<const Command> command_table();

// One a file in tools/command/.
[[nodiscard]] Action declare_run(CLI::App& app);
[[nodiscard]] Action declare_evaluate(CLI::App& app);
[[nodiscard]] Action declare_verify(CLI::App& app);
[[nodiscard]] Action declare_validate(CLI::App& app);
[[nodiscard]] Action declare_sweep(CLI::App& app);
[[nodiscard]] Action declare_diff(CLI::App& app);
[[nodiscard]] Action declare_report(CLI::App& app);
[[nodiscard]] Action declare_inspect(CLI::App& app);
[[nodiscard]] Action declare_data(CLI::App& app);
[[nodiscard]] Action declare_asm(CLI::App& app);
[[nodiscard]] Action declare_disasm(CLI::App& app);
[[nodiscard]] Action declare_exec(CLI::App& app);

}  // namespace bspike::tools
