// Owns `bspike data`: looking at data files, and writing the generated event recordings.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

#include "arch/base/diagnostics.hpp"
#include "models/inputs/data_file.hpp"
#include "models/inputs/event_generator.hpp"
#include "models/inputs/events.hpp"
#include "models/inputs/idx_dataset.hpp"
#include "models/inputs/input_section.hpp"
#include "tools/command/command.hpp"
#include "tools/command/data_text.hpp"
#include "tools/command/options.hpp"
#include "tools/command/terminal.hpp"
#include "tools/driver/exit_code.hpp"
#include "tools/driver/run_file.hpp"

namespace bspike::tools {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kStride = 64;  // samples between two looks of the progress line

struct InspectOptions {
  fs::path file;
  bool json = false;
};

// "reading 128 of 1000", now and then; false once Ctrl-C was hit.
class Progress {
 public:
  Progress(const char* verb, std::uint64_t total)
      : verb_(verb), total_(total), line_(false), watcher_(watcher_of(line_)) {}
  bool operator()(std::uint64_t done) {
    if (done % kStride == 0)
      line_.phase(std::string(verb_) + " " + std::to_string(done) + " of " +
                  std::to_string(total_));
    return !interrupted();
  }
  [[nodiscard]] bool interrupted() const { return watcher_.stop->load(); }

 private:
  const char* verb_;
  std::uint64_t total_;
  ProgressLine line_;
  Watcher watcher_;
};

void add_part(const std::string& name, const models::Dataset& dataset, Inspected& inspected) {
  Progress progress("reading", dataset.samples());
  inspected.parts.push_back(
      {name, models::summarize(dataset, [&](std::uint64_t done) { return progress(done); })});
  inspected.cut = inspected.cut || progress.interrupted();
}

Inspected inspect_run_file(const fs::path& file) {
  const models::InputSpec input = models::build_input(*read_run_file(file, {}).dataset);
  Inspected inspected;
  inspected.kind =
      "data set of a run: " + std::string(models::dataset_table()[input.dataset.row].name);
  add_part("train", *models::open_dataset(input.dataset, models::Split::kTrain), inspected);
  if (!inspected.cut)
    add_part("test", *models::open_dataset(input.dataset, models::Split::kTest), inspected);
  return inspected;
}

Inspected inspect_data_file(const fs::path& file) {
  const models::DataFile opened = models::open_data_file(file);
  Inspected inspected;
  inspected.kind = opened.kind;
  inspected.has_labels = opened.has_labels;
  add_part("", *opened.dataset, inspected);
  return inspected;
}

int inspect(const InspectOptions& options) {
  if (options.file.extension() == ".nir") {
    const models::NirFile file = models::read_nir(options.file);
    print_text(options.json ? nir_json(file) : nir_text(file));
    return kDone;
  }
  const bool is_run = options.file.extension() == ".yaml" || options.file.extension() == ".yml";
  Inspected inspected = is_run ? inspect_run_file(options.file) : inspect_data_file(options.file);
  inspected.file = options.file.string();
  print_text(options.json ? inspected_json(inspected) : inspected_text(inspected));
  return inspected.cut ? kInterrupted : kDone;
}

struct GenerateOptions {
  fs::path images;
  fs::path labels;
  fs::path out;
  bool test = false;
  std::uint64_t samples = 0;
};

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    arch::base::raise<arch::base::ConfigError>({folder.string(), 0, 0}, {},
                                               "cannot be made: " + error.message());
}

std::unique_ptr<models::Dataset> open_pictures(const GenerateOptions& options) {
  auto pictures = models::join_idx(models::read_idx(options.images), options.images.string(),
                                   models::read_idx(options.labels), options.labels.string(), 10);
  if (pictures->input_size() != models::kPictureSide * models::kPictureSide)
    arch::base::raise<arch::base::ConfigError>({options.images.string(), 0, 0}, {},
                                               "pictures of " +
                                                   std::to_string(pictures->input_size()) +
                                                   " pixels; the event generator takes 28 x 28");
  return pictures;
}

int generate_events(const GenerateOptions& options) {
  const auto pictures = open_pictures(options);
  const std::uint64_t count =
      options.samples == 0 ? pictures->samples() : std::min(options.samples, pictures->samples());
  for (std::uint32_t label = 0; label < pictures->classes(); ++label)
    make_folder(options.out / models::event_file_path(!options.test, label, 0).parent_path());
  std::uint64_t without = 0, done = 0;
  {
    Progress progress("writing", count);
    for (; done < count && progress(done); ++done) {
      const auto events = models::generate_events(*pictures, done);
      without += events.empty() ? 1 : 0;
      if (events.empty()) continue;  // a file of events has at least one
      models::write_event_file(
          options.out / models::event_file_path(!options.test, pictures->label(done), done),
          events);
    }
  }
  print_text(std::to_string(done - without) + " recordings in " + options.out.string() + "\n");
  if (without > 0)
    print_error_line(std::to_string(without) + " pictures without contrast give no events");
  return done < count ? kInterrupted : kDone;
}

std::shared_ptr<InspectOptions> declare_data_inspect(CLI::App& app) {
  CLI::App* sub = app.add_subcommand("inspect", "Read all of a data file: what is in it.");
  auto options = std::make_shared<InspectOptions>();
  sub->add_option("file", options->file,
                  "IDX, N-MNIST (.bin), AEDAT 3.1, events as text (.csv), SHD or SSC (.h5), a "
                  "network (.nir), or a run file (.yaml) for its data sets")
      ->required();
  sub->add_flag("--json", options->json, "JSON instead of text");
  return options;
}

std::shared_ptr<GenerateOptions> declare_generate_events(CLI::App& app) {
  CLI::App* sub = app.add_subcommand(
      "generate-events", "Turn pictures into recordings of an event camera, as N-MNIST has them.");
  auto options = std::make_shared<GenerateOptions>();
  sub->add_option("--images", options->images, "IDX file of pictures of 28 x 28 pixels")
      ->required();
  sub->add_option("--labels", options->labels, "IDX file of their labels, 0 to 9")->required();
  sub->add_option("--out", options->out, "Folder to write Train/0 ... 9 or Test/0 ... 9 in")
      ->required();
  sub->add_flag("--test", options->test, "They are the test samples");
  whole_number(sub->add_option("--samples", options->samples, "The first so many pictures alone"),
               1, 1000000000);
  return options;
}

}  // namespace

Action declare_data(CLI::App& app) {
  app.set_help_flag();
  app.set_help_all_flag("-h,--help", "Print this help message and exit");  // with all options
  const auto inspect_options = declare_data_inspect(app);
  const auto generate_options = declare_generate_events(app);
  return [&app, inspect_options, generate_options]() -> int {
    if (app.got_subcommand("inspect")) return inspect(*inspect_options);
    if (app.got_subcommand("generate-events")) return generate_events(*generate_options);
    print_error("data: found nothing behind it, expected inspect or generate-events");
    return kWrongUse;
  };
}

}  // namespace bspike::tools
