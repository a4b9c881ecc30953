// Owns the frame of N-MNIST's sensor, and making recordings when they are asked for.
#include "models/inputs/event_datasets.hpp"

#include <utility>
#include <vector>

#include "models/format_error.hpp"
#include "models/inputs/event_folder.hpp"
#include "models/inputs/event_generator.hpp"
#include "models/inputs/events.hpp"
#include "models/inputs/idx_dataset.hpp"

namespace bspike::models {
namespace {

using arch::base::FieldVisitor;
using arch::base::Unit;

constexpr std::uint32_t kDigits = 10;

void describe_window(FieldVisitor& visit, DatasetSpec& spec) {
  std::uint32_t& window = spec.numbers.try_emplace("window", kSensorSide).first->second;
  visit.option("window", window, Unit::kNone, {2, kSensorSide},
               "Side of the square in the middle of the sensor that counts; inputs are twice its "
               "pixels.");
}

EventFrame frame_of(const DatasetSpec& spec) {
  const std::uint32_t window = spec.numbers.at("window");
  return {
      .width = kSensorSide, .height = kSensorSide, .window_width = window, .window_height = window};
}

void describe_nmnist(FieldVisitor& visit, DatasetSpec& spec) {
  describe_event_folder(visit, spec, "Folder that has Train/0 ... Train/9 and Test/0 ... .");
  describe_window(visit, spec);
}

std::unique_ptr<Dataset> open_nmnist(const DatasetSpec& spec, Split split) {
  return open_event_folder(
      {.root = spec.paths.at("root"),
       .extension = ".bin",
       .frame = frame_of(spec),
       .classes = kDigits,
       .files_a_class = spec.numbers.at("files_a_class"),
       .read =
           [](const std::filesystem::path& file) { return read_event_file(file, kSensorSide); }},
      split);
}

// Recordings are made each time anew: kept, those of 60,000 pictures would take gigabytes.
class GeneratedDataset : public Dataset {
 public:
  GeneratedDataset(EventFrame frame, std::unique_ptr<Dataset> pictures)
      : frame_(frame), pictures_(std::move(pictures)) {}
  [[nodiscard]] std::uint64_t samples() const override { return pictures_->samples(); }
  [[nodiscard]] std::uint32_t classes() const override { return pictures_->classes(); }
  [[nodiscard]] std::uint32_t input_size() const override { return frame_.inputs(); }
  [[nodiscard]] std::optional<EventFrame> frame() const override { return frame_; }
  [[nodiscard]] std::uint32_t label(std::uint64_t sample) const override {
    return pictures_->label(sample);
  }
  [[nodiscard]] std::uint64_t source_row(std::uint64_t sample) const override { return sample; }
  [[nodiscard]] std::vector<Event> recording(std::uint64_t sample) const override {
    return generate_events(*pictures_, sample);
  }

 private:
  EventFrame frame_;
  std::unique_ptr<Dataset> pictures_;
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
  return std::make_unique<GeneratedDataset>(frame_of(spec), std::move(pictures));
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
