// Owns `bspike exec`.
#include <CLI/CLI.hpp>
#include <limits>
#include <memory>
#include <string>

#include "tools/command/command.hpp"
#include "tools/command/options.hpp"
#include "tools/command/terminal.hpp"
#include "tools/driver/exec.hpp"
#include "tools/driver/run_file.hpp"

namespace bspike::tools {

namespace {

struct ExecOptions {
  ExecRequest request;
  std::string machine = "bow";
};

int exec(const ExecOptions& options) {
  const arch::base::SourceLocation where{"--machine " + options.machine, 0, 0};
  const arch::Machine machine = arch::build_machine(*load_machine_tree(options.machine, where));
  const ExecOutcome outcome = execute(options.request, machine);
  print_text(outcome.text);
  if (!outcome.fault.empty()) print_error(outcome.fault);
  return outcome.exit_code;
}

}  // namespace

Action declare_exec(CLI::App& app) {
  auto options = std::make_shared<ExecOptions>();
  ExecRequest& request = options->request;
  app.add_option("file", request.file, "Assembly text with at least one codelet")->required();
  app.add_option("--machine", options->machine, "Whose tile: a name or a file")
      ->capture_default_str();
  app.add_option("--codelet", request.codelet, "Which codelet; the first otherwise");
  whole_number(app.add_option("--worker", request.worker, "As which worker")->capture_default_str(),
               0, std::numeric_limits<std::uint32_t>::max());
  whole_number(app.add_option("--limit", request.slot_limit,
                              "Issue slots it may take; it has made no progress if it wants more"),
               1, std::uint64_t{1} << 40);
  repeatable(app.add_option("--register", request.registers,
                            "A register at the start, e.g. m2=7 or a0=1.5"));
  repeatable(
      app.add_option("--store", request.stores, "A word of memory at the start, e.g. 0x60000=1.5"));
  repeatable(app.add_option("--memory", request.memory,
                            "Print words of memory at the end, e.g. 0x60000:8"));
  app.add_flag("--trace", request.trace, "Print each issue with what it changed");
  return [options] { return exec(*options); };
}

}  // namespace bspike::tools
