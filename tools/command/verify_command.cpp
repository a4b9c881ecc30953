// Owns `bspike verify`.
#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/command/command.hpp"
#include "tools/command/options.hpp"
#include "tools/command/terminal.hpp"
#include "tools/driver/exit_code.hpp"
#include "tools/driver/run_file.hpp"
#include "tools/driver/verify.hpp"

namespace bspike::tools {

namespace {

struct VerifyOptions {
  std::vector<std::string> cases;
  std::string machine = "bow";
  std::string engine = "auto";
  bool reference_only = false;
  bool json = false;
};

int verify(const VerifyOptions& options) {
  std::optional<arch::Machine> machine;
  if (!options.reference_only) {
    const arch::base::SourceLocation where{"--machine " + options.machine, 0, 0};
    machine = arch::build_machine(*load_machine_tree(options.machine, where));
  }
  std::vector<Verdict> verdicts;
  bool pass = true;
  for (const std::string& file : options.cases) {
    for (Verdict& verdict : verify_case(file, machine, engine_named(options.engine))) {
      pass = pass && verdict.pass();
      if (!options.json) print_text(verdict_text(verdict));
      verdicts.push_back(std::move(verdict));
    }
  }
  if (options.json) print_text(verdicts_json(verdicts));
  return pass ? kDone : kCheckFailed;
}

}  // namespace

Action declare_verify(CLI::App& app) {
  auto options = std::make_shared<VerifyOptions>();
  app.add_option("cases", options->cases, "Case files (JSON)")->required();
  auto* machine = app.add_option("--machine", options->machine, "Virtual machine: a name or a file")
                      ->capture_default_str();
  declare_engine(app, options->engine);
  app.add_flag("--reference-only", options->reference_only, "Only the host reference")
      ->excludes(machine);
  app.add_flag("--json", options->json, "Results as JSON on standard output");
  return [options] { return verify(*options); };
}

}  // namespace bspike::tools
