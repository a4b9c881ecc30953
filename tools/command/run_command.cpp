// Owns `bspike run`: options to a request, an outcome to text and an exit code.
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "tools/command/command.hpp"
#include "tools/command/interrupt.hpp"
#include "tools/command/options.hpp"
#include "tools/command/terminal.hpp"
#include "tools/driver/pipeline.hpp"
#include "tools/driver/refusal_file.hpp"
#include "tools/driver/trace_options.hpp"

namespace bspike::tools {

namespace {

constexpr std::uint32_t kMostThreads = 1024;

struct RunOptions {
  RunRequest request;
  std::vector<std::string> emits;
  std::string engine = "auto";
  TraceOptions trace;
  bool quiet = false;
};

void declare_output(CLI::App& app, RunOptions& options) {
  app.add_option("--out", options.request.out,
                 "Folder for report.json, supersteps.csv, tiles.csv, memory.csv");
  repeatable(app.add_option("--emit", options.emits,
                            "Print a stage and do not run: config, machine, network, placement, "
                            "plan, asm; WHAT=FILE writes it; image=FILE writes the image"));
  app.add_option("--save", options.request.tensors.save,
                 "Write weights and optimiser state at the end");
  app.add_option("--load", options.request.tensors.load, "Start from what --save wrote");
  repeatable(
      app.add_option(
          "--dump", options.request.tensors.dumps,
          "Write this tensor of the last step as an .npy file, to --out or here: LAYER.weight, "
          "LAYER.bias, LAYER.mem, ... with a layer's name; an unknown one lists all"))
      ->type_name("TENSOR");
  app.add_flag("--quiet,-q", options.quiet, "No summary, no progress");
}

void declare_execution(CLI::App& app, RunOptions& options) {
  app.add_flag("--functional", options.request.functional, "Values only: no cycles");
  app.add_flag("--check-races", options.request.check_races,
               "Fail if workers of one compute set touch what another one writes");
  declare_engine(app, options.engine);
  whole_number(
      app.add_option(
          "--threads", options.request.threads,
          "Host threads for the tiles of a phase, with the same results; default: all cores"),
      1, kMostThreads);
}

void declare_trace(CLI::App& app, TraceOptions& options) {
  CLI::Option* file = app.add_option(
      "--trace", options.file,
      "Write a timeline for Perfetto or chrome://tracing; a name in .gz is compressed");
  app.add_option("--trace-tiles", options.tiles,
                 "Tiles to show, e.g. 0-15,700; default: those that take part, or an even choice "
                 "of as many as viewers show")
      ->type_name("TILES")
      ->needs(file);
  app.add_option("--trace-time", options.time,
                 "Time to show, BEGIN..END in cycles or seconds, e.g. 10us..25us")
      ->type_name("TIME")
      ->needs(file);
  app.add_option("--trace-limit", options.limit, "Bytes of the file at most; default: 200MB")
      ->type_name("BYTES")
      ->needs(file);
}

// What does not fit leaves its numbers where the report would be.
RunOutcome run_or_refuse(const RunRequest& request, const Watcher& watcher) {
  try {
    return run_pipeline(request, watcher);
  } catch (const kernels::DoesNotFit& refusal) {
    if (!request.out.empty()) write_refusal(refusal, request.out);
    throw;
  }
}

int run(const RunOptions& options) {
  RunRequest request = options.request;
  request.engine = engine_named(options.engine);
  for (const std::string& emit : options.emits) request.emits.push_back(parse_emit(emit));
  request.trace = read_trace_options(options.trace);
  request.tensors.dump_folder = request.out.empty() ? "." : request.out;
  ProgressLine line(options.quiet);
  const RunOutcome outcome = run_or_refuse(request, watcher_of(line));
  line.clear();
  if (!options.quiet || !request.emits.empty()) print_text(outcome.text);
  if (!outcome.error.empty()) print_error(outcome.error);
  return outcome.exit_code;
}

}  // namespace

Action declare_run(CLI::App& app) {
  auto options = std::make_shared<RunOptions>();
  app.add_option("file", options->request.file, "Run file (.yaml) or image")->required();
  declare_set_and_machine(app, options->request.overrides);
  declare_steps(app, options->request.overrides);
  declare_output(app, *options);
  declare_execution(app, *options);
  declare_trace(app, options->trace);
  return [options] { return run(*options); };
}

}  // namespace bspike::tools
