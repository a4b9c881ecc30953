// Owns opening folders of event files, and making recordings when they are asked for.
#include "models/inputs/event_datasets.hpp"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

#include "arch/base/file.hpp"
#include "models/format_error.hpp"
#include "models/inputs/event_generator.hpp"
#include "models/inputs/events.hpp"
#include "models/inputs/idx_dataset.hpp"

namespace bspike::models {
namespace {

namespace fs = std::filesystem;
using arch::base::FieldVisitor;
using arch::base::Unit;
using Bytes = std::vector<std::uint8_t>;

constexpr std::uint32_t kDigits = 10;

void describe_window(FieldVisitor& visit, DatasetSpec& spec) {
  std::uint32_t& window = spec.numbers.try_emplace("window", kSensorSide).first->second;
  visit.option("window", window, Unit::kNone, {2, kSensorSide},
               "Side of the square in the middle of the sensor that counts; inputs are twice its "
               "pixels.");
}

// What both kinds say of themselves.
class EventDataset : public Dataset {
 public:
  EventDataset(std::uint32_t window, std::uint32_t classes) : window_(window), classes_(classes) {}
  [[nodiscard]] std::uint32_t classes() const override { return classes_; }
  [[nodiscard]] std::uint32_t input_size() const override { return 2 * window_ * window_; }
  [[nodiscard]] std::uint32_t event_window() const override { return window_; }
  [[nodiscard]] unsigned level_bits() const override { return 0; }
  [[nodiscard]] std::uint64_t source_row(std::uint64_t sample) const override { return sample; }

 private:
  std::uint32_t window_;
  std::uint32_t classes_;
};

struct Recording {
  Bytes bytes;
  std::uint32_t label = 0;
};

class FolderDataset : public EventDataset {
 public:
  FolderDataset(std::uint32_t window, std::vector<Recording> recordings)
      : EventDataset(window, kDigits), recordings_(std::move(recordings)) {}
  [[nodiscard]] std::uint64_t samples() const override { return recordings_.size(); }
  [[nodiscard]] std::span<const std::uint8_t> image(std::uint64_t sample) const override {
    return recordings_[sample].bytes;
  }
  [[nodiscard]] std::uint32_t label(std::uint64_t sample) const override {
    return recordings_[sample].label;
  }

 private:
  std::vector<Recording> recordings_;
};

std::vector<fs::path> event_files(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> files;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (at->path().extension() == ".bin") files.push_back(at->path());
  if (error)
    arch::base::raise<arch::base::ConfigError>({folder.string(), 0, 0}, {},
                                               "cannot read the folder: " + error.message());
  std::sort(files.begin(), files.end());
  return files;
}

Recording read_recording(const fs::path& file, std::uint32_t label) {
  const auto bytes = arch::base::read_bytes(file);
  (void)parse_events(bytes, kSensorSide, file.string());
  Recording recording;
  recording.label = label;
  recording.bytes.reserve(bytes.size());
  for (const std::byte value : bytes)
    recording.bytes.push_back(std::to_integer<std::uint8_t>(value));
  return recording;
}

void describe_nmnist(FieldVisitor& visit, DatasetSpec& spec) {
  visit.text("root", spec.paths["root"], "Folder that has Train/0 ... Train/9 and Test/0 ... .");
  std::uint32_t& limit = spec.numbers.try_emplace("files_a_class", 0).first->second;
  visit.option("files_a_class", limit, Unit::kNone, {0, 1e6},
               "Of each class, the first so many files in the order of their names; 0: all.");
  describe_window(visit, spec);
}

std::unique_ptr<Dataset> open_nmnist(const DatasetSpec& spec, Split split) {
  const fs::path root =
      fs::path(spec.paths.at("root")) / (split == Split::kTrain ? "Train" : "Test");
  const std::uint32_t limit = spec.numbers.at("files_a_class");
  std::vector<Recording> recordings;
  for (std::uint32_t label = 0; label < kDigits; ++label) {
    auto files = event_files(root / std::to_string(label));
    if (limit != 0 && files.size() > limit) files.resize(limit);
    for (const fs::path& file : files) recordings.push_back(read_recording(file, label));
  }
  if (recordings.empty()) fail_format({root.string(), 0, 0}, "no .bin file in its ten folders");
  return std::make_unique<FolderDataset>(spec.numbers.at("window"), std::move(recordings));
}

// Recordings are made when they are first asked for: 20 KiB a sample, of 60,000.
class GeneratedDataset : public EventDataset {
 public:
  GeneratedDataset(std::uint32_t window, std::unique_ptr<Dataset> pictures)
      : EventDataset(window, pictures->classes()),
        pictures_(std::move(pictures)),
        recordings_(pictures_->samples()) {}
  [[nodiscard]] std::uint64_t samples() const override { return pictures_->samples(); }
  [[nodiscard]] std::uint32_t label(std::uint64_t sample) const override {
    return pictures_->label(sample);
  }
  [[nodiscard]] std::span<const std::uint8_t> image(std::uint64_t sample) const override {
    const std::scoped_lock lock(mutex_);
    Bytes& recording = recordings_[sample];
    if (recording.empty())
      for (const std::byte value : format_events(generate_events(*pictures_, sample)))
        recording.push_back(std::to_integer<std::uint8_t>(value));
    return recording;
  }

 private:
  std::unique_ptr<Dataset> pictures_;
  mutable std::mutex mutex_;
  mutable std::vector<Bytes> recordings_;  // empty: not made yet
};

void describe_generated(FieldVisitor& visit, DatasetSpec& spec) {
  idx_row().describe(visit, spec);
  describe_window(visit, spec);
}

std::unique_ptr<Dataset> open_generated(const DatasetSpec& spec, Split split) {
  auto pictures = idx_row().open(spec, split);
  if (pictures->input_size() != kPictureSide * kPictureSide)
    fail_format({spec.paths.at(split == Split::kTrain ? "train_images" : "test_images"), 0, 0},
                "pictures of " + std::to_string(pictures->input_size()) +
                    " pixels; the event generator takes 28 x 28");
  return std::make_unique<GeneratedDataset>(spec.numbers.at("window"), std::move(pictures));
}

}  // namespace

DatasetRow nmnist_row() {
  return {.name = "nmnist",
          .describe = describe_nmnist,
          .open = open_nmnist,
          .doc =
              "N-MNIST: recordings of an event camera of 34 x 34 pixels, a file each, a folder "
              "a class.",
          .gives = SampleKind::kEvents};
}

DatasetRow generated_events_row() {
  return {.name = "generated_events",
          .describe = describe_generated,
          .open = open_generated,
          .doc =
              "Pictures of 28 x 28 pixels in IDX files, each moved along three saccades in front "
              "of a modelled event camera.",
          .gives = SampleKind::kEvents};
}

}  // namespace bspike::models
