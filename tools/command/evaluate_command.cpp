// Owns `bspike evaluate`.
#include <CLI/CLI.hpp>
#include <memory>

#include "tools/command/command.hpp"
#include "tools/command/options.hpp"
#include "tools/command/terminal.hpp"
#include "tools/driver/evaluate.hpp"
#include "tools/driver/exit_code.hpp"

namespace bspike::tools {

namespace {

struct EvaluateOptions {
  EvaluateRequest request;
  bool json = false;
  bool quiet = false;
};

int run_evaluation(const EvaluateOptions& options) {
  ProgressLine line(options.quiet);
  const Evaluation evaluation = evaluate(options.request, watcher_of(line));
  line.clear();
  print_text(options.json ? evaluation_json(evaluation) : evaluation_text(evaluation));
  if (!evaluation.fault.empty()) print_error(evaluation.fault);
  return evaluation.exit_code;
}

}  // namespace

Action declare_evaluate(CLI::App& app) {
  auto options = std::make_shared<EvaluateOptions>();
  EvaluateRequest& request = options->request;
  app.add_option("file", request.file, "Run file (.yaml)")->required();
  declare_set_and_machine(app, request.overrides);
  app.add_option("--load", request.load,
                 "Weights, as `run --save` writes them; initial ones otherwise");
  whole_number(app.add_option("--samples", request.samples, "The first so many test samples only"),
               1, std::uint64_t{1} << 32);
  app.add_flag("--functional", request.functional, "Values only: no cycles");
  app.add_flag("--json", options->json, "Results as JSON on standard output");
  app.add_flag("--quiet,-q", options->quiet, "No progress");
  return [options] { return run_evaluation(*options); };
}

}  // namespace bspike::tools
