// Owns listing folders of recordings.
#include "models/inputs/event_folder.hpp"

#include <algorithm>
#include <utility>

#include "models/format_error.hpp"

namespace bspike::models {
namespace {

namespace fs = std::filesystem;

struct RecordingFile {
  fs::path path;
  std::uint32_t label = 0;
};

class FolderDataset : public Dataset {
 public:
  FolderDataset(EventFolder folder, std::vector<RecordingFile> files)
      : folder_(std::move(folder)), files_(std::move(files)) {}
  [[nodiscard]] std::uint64_t samples() const override { return files_.size(); }
  [[nodiscard]] std::uint32_t classes() const override { return folder_.classes; }
  [[nodiscard]] std::uint32_t input_size() const override { return folder_.frame.inputs(); }
  [[nodiscard]] std::optional<EventFrame> frame() const override { return folder_.frame; }
  [[nodiscard]] std::vector<Event> recording(std::uint64_t sample) const override {
    return folder_.read(files_[sample].path);
  }
  [[nodiscard]] std::uint32_t label(std::uint64_t sample) const override {
    return files_[sample].label;
  }
  [[nodiscard]] std::uint64_t source_row(std::uint64_t sample) const override { return sample; }

 private:
  EventFolder folder_;
  std::vector<RecordingFile> files_;
};

std::vector<fs::path> files_below(const fs::path& folder, const std::string& extension) {
  std::error_code error;
  std::vector<fs::path> files;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (at->path().extension() == extension) files.push_back(at->path());
  if (error)
    arch::base::raise<arch::base::ConfigError>({folder.string(), 0, 0}, {},
                                               "cannot read the folder: " + error.message());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

std::unique_ptr<Dataset> open_event_folder(EventFolder folder, Split split) {
  const fs::path root = folder.root / (split == Split::kTrain ? "Train" : "Test");
  std::vector<RecordingFile> files;
  for (std::uint32_t label = 0; label < folder.classes; ++label) {
    auto found = files_below(root / std::to_string(label), folder.extension);
    if (folder.files_a_class != 0 && found.size() > folder.files_a_class)
      found.resize(folder.files_a_class);
    for (fs::path& file : found) files.push_back({std::move(file), label});
  }
  if (files.empty())
    fail_format({root.string(), 0, 0}, "no " + folder.extension + " file in its " +
                                           std::to_string(folder.classes) + " folders");
  return std::make_unique<FolderDataset>(std::move(folder), std::move(files));
}

void describe_event_folder(arch::base::FieldVisitor& visit, DatasetSpec& spec,
                           std::string_view root_doc) {
  visit.text("root", spec.paths["root"], root_doc);
  std::uint32_t& limit = spec.numbers.try_emplace("files_a_class", 0).first->second;
  visit.option("files_a_class", limit, arch::base::Unit::kNone, {0, 1e6},
               "Of each class, the first so many files in the order of their names; 0: all.");
}

}  // namespace bspike::models
