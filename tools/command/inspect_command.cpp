// Owns `bspike inspect`: an image as text.
#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "arch/program/image_tools.hpp"
#include "tools/command/command.hpp"
#include "tools/command/terminal.hpp"
#include "tools/driver/exit_code.hpp"

namespace bspike::tools {

namespace {

struct InspectOptions {
  std::string image;
  bool plan = false;
  bool assembly = false;
  bool configuration = false;
};

int inspect(const InspectOptions& options) {
  const arch::Image image = arch::read_image(options.image);
  if (options.plan) {
    print_text(arch::plan_text(image));
  } else if (options.assembly) {
    print_text(arch::assembly_text(image));
  } else if (options.configuration) {
    print_text(image.configuration);
  } else {
    print_text(arch::image_text(image));
  }
  return kDone;
}

}  // namespace

Action declare_inspect(CLI::App& app) {
  auto options = std::make_shared<InspectOptions>();
  app.add_option("image", options->image, "Image file, as `run --emit image=FILE` writes it")
      ->required();
  auto* plan = app.add_flag("--plan", options->plan, "The exchange plan instead of the summary");
  auto* assembly = app.add_flag("--asm", options->assembly, "The assembly of all programs instead");
  auto* config = app.add_flag("--config", options->configuration,
                              "The configuration it was compiled from instead");
  plan->excludes(assembly)->excludes(config);
  assembly->excludes(config);
  return [options] { return inspect(*options); };
}

}  // namespace bspike::tools
