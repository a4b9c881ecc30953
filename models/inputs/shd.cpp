// Owns reading spoken words from HDF5 files.
#include "models/inputs/shd.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "models/format_error.hpp"
#include "models/hdf5/hdf5_file.hpp"

namespace bspike::models {
namespace {

using arch::base::FieldVisitor;
using arch::base::Unit;

constexpr const char* kTimes = "spikes/times";
constexpr const char* kUnits = "spikes/units";
constexpr const char* kLabels = "labels";
constexpr std::uint32_t kUsualClasses = 20;  // of SHD; SSC has 35
constexpr double kLongestSeconds = 4000;     // what 32 bits of microseconds hold

class ShdDataset : public Dataset {
 public:
  ShdDataset(std::unique_ptr<Hdf5File> file, std::uint32_t units, std::uint32_t classes,
             std::vector<std::uint32_t> labels)
      : file_(std::move(file)), units_(units), classes_(classes), labels_(std::move(labels)) {}
  [[nodiscard]] std::uint64_t samples() const override { return labels_.size(); }
  [[nodiscard]] std::uint32_t classes() const override { return classes_; }
  [[nodiscard]] std::uint32_t input_size() const override { return units_; }
  [[nodiscard]] std::optional<EventFrame> frame() const override {
    return EventFrame{
        .width = units_, .height = 1, .polarities = 1, .window_width = units_, .window_height = 1};
  }
  [[nodiscard]] std::uint32_t label(std::uint64_t sample) const override { return labels_[sample]; }
  [[nodiscard]] std::uint64_t source_row(std::uint64_t sample) const override { return sample; }
  [[nodiscard]] std::vector<Event> recording(std::uint64_t sample) const override {
    const std::vector<double> times = file_->list(kTimes, sample);
    const std::vector<double> units = file_->list(kUnits, sample);
    if (times.size() != units.size())
      fail(kUnits, sample,
           std::to_string(units.size()) + " units for " + std::to_string(times.size()) + " times");
    std::vector<Event> events;
    events.reserve(times.size());
    for (std::size_t i = 0; i < times.size(); ++i)
      events.push_back(event_of(times[i], units[i], sample, i));
    return events;
  }

 private:
  [[nodiscard]] Event event_of(double seconds, double unit, std::uint64_t sample,
                               std::size_t index) const {
    if (!(seconds >= 0 && seconds < kLongestSeconds))
      fail(kTimes, sample, "time " + std::to_string(index) + " is not from 0 s to 4000 s");
    if (!(unit >= 0 && unit < units_))
      fail(kUnits, sample,
           "unit " + std::to_string(index) + " is not below " + std::to_string(units_));
    return {static_cast<std::uint32_t>(seconds * 1e6 + 0.5), static_cast<std::uint16_t>(unit), 0,
            false};
  }
  [[noreturn]] void fail(const char* data_set, std::uint64_t sample, std::string message) const {
    fail_format({file_->name(), 0, 0},
                std::string(data_set) + "[" + std::to_string(sample) + "]: " + std::move(message));
  }

  std::unique_ptr<Hdf5File> file_;
  std::uint32_t units_;
  std::uint32_t classes_;
  std::vector<std::uint32_t> labels_;
};

std::vector<std::uint32_t> read_labels(const Hdf5File& file, std::uint32_t classes) {
  std::vector<std::uint32_t> labels;
  for (const double label : file.numbers(kLabels)) {
    if (!(label >= 0 && label < classes))
      fail_format({file.name(), 0, 0}, std::string(kLabels) + "[" + std::to_string(labels.size()) +
                                           "]: the label is outside 0 .. " +
                                           std::to_string(classes - 1));
    labels.push_back(static_cast<std::uint32_t>(label));
  }
  if (labels.empty()) fail_format({file.name(), 0, 0}, std::string(kLabels) + ": no samples");
  return labels;
}

// That the lists are there, one a label.
void check_lists(const Hdf5File& file, std::uint64_t samples) {
  const std::vector<Hdf5Entry> entries = file.children("spikes");
  for (const char* name : {"times", "units"}) {
    const auto found = std::find_if(entries.begin(), entries.end(),
                                    [name](const Hdf5Entry& entry) { return entry.name == name; });
    const auto refuse = [&](std::string message) {
      fail_format({file.name(), 0, 0}, "spikes/" + std::string(name) + ": " + std::move(message));
    };
    if (found == entries.end()) refuse("not in the file");
    if (found->kind != Hdf5Kind::kLists || found->shape.size() != 1)
      refuse(std::string("expected lists of numbers, found ") + hdf5_kind_name(found->kind));
    if (found->shape[0] != samples)
      refuse(std::to_string(found->shape[0]) + " lists for " + std::to_string(samples) + " labels");
  }
}

std::uint32_t& number(DatasetSpec& spec, const char* key, std::uint32_t fallback) {
  return spec.numbers.try_emplace(key, fallback).first->second;
}

void describe_shd(FieldVisitor& visit, DatasetSpec& spec) {
  visit.text("train", spec.paths["train"], "HDF5 file of the training samples.");
  visit.text("test", spec.paths["test"], "HDF5 file of the test samples.");
  visit.option("classes", number(spec, "classes", kUsualClasses), Unit::kNone, {1, 65536},
               "Number of classes: 20 in SHD, 35 in SSC; labels are below it.");
  visit.option("units", number(spec, "units", kCochleaUnits), Unit::kNone, {1, 65536},
               "Channels of the cochlea, which are the inputs.");
}

std::unique_ptr<Dataset> open_shd(const DatasetSpec& spec, Split split) {
  return open_shd_file(spec.paths.at(split == Split::kTrain ? "train" : "test"),
                       spec.numbers.at("units"), spec.numbers.at("classes"));
}

}  // namespace

std::unique_ptr<Dataset> open_shd_file(const std::filesystem::path& path, std::uint32_t units,
                                       std::uint32_t classes) {
  auto file = std::make_unique<Hdf5File>(path);
  std::vector<std::uint32_t> labels = read_labels(*file, classes);
  check_lists(*file, labels.size());
  return std::make_unique<ShdDataset>(std::move(file), units, classes, std::move(labels));
}

DatasetRow shd_row() {
  return {.name = "shd",
          .describe = describe_shd,
          .open = open_shd,
          .doc =
              "Spoken words of SHD and SSC: spikes of 700 channels of a modelled cochlea in HDF5 "
              "files.",
          .gives = SampleKind::kEvents};
}

}  // namespace bspike::models
