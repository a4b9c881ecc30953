// Owns the lists, labels and recordings of DVS128 Gesture.
#include "models/inputs/dvs_gesture.hpp"

#include <array>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>

#include "models/format_error.hpp"
#include "models/inputs/aedat.hpp"
#include "models/inputs/line_stream.hpp"

namespace bspike::models {
namespace {

namespace fs = std::filesystem;
using arch::base::FieldVisitor;
using arch::base::Unit;

constexpr std::string_view kLabelsHeader = "class,startTime_usec,endTime_usec";

struct Gesture {
  std::size_t file = 0;
  GestureSpan span;
};

class GestureDataset : public Dataset {
 public:
  GestureDataset(EventFrame frame, std::vector<AedatFile> files, std::vector<Gesture> gestures)
      : frame_(frame), files_(std::move(files)), gestures_(std::move(gestures)) {}
  [[nodiscard]] std::uint64_t samples() const override { return gestures_.size(); }
  [[nodiscard]] std::uint32_t classes() const override { return kGestures; }
  [[nodiscard]] std::uint32_t input_size() const override { return frame_.inputs(); }
  [[nodiscard]] std::optional<EventFrame> frame() const override { return frame_; }
  [[nodiscard]] std::vector<Event> recording(std::uint64_t sample) const override {
    const Gesture& gesture = gestures_[sample];
    return files_[gesture.file].events(gesture.span.begin_us, gesture.span.end_us);
  }
  [[nodiscard]] std::uint32_t label(std::uint64_t sample) const override {
    return gestures_[sample].span.label;
  }
  [[nodiscard]] std::uint64_t source_row(std::uint64_t sample) const override { return sample; }

 private:
  EventFrame frame_;
  std::vector<AedatFile> files_;
  std::vector<Gesture> gestures_;
};

// A line of numbers between commas.
class NumberLine {
 public:
  NumberLine(std::string_view line, const LineStream& lines) : line_(line), lines_(lines) {}

  std::uint64_t next(std::uint64_t low, std::uint64_t high) {
    const std::size_t comma = std::min(line_.find(',', at_), line_.size());
    const std::string_view word = line_.substr(std::min(at_, line_.size()), comma - at_);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size() || value < low || value > high)
      fail_format(lines_.at(at_ + 1), "expected a whole number from " + std::to_string(low) +
                                          " to " + std::to_string(high) + ", found \"" +
                                          std::string(word) + "\"");
    at_ = std::min(comma + 1, line_.size());
    ended_ = comma == line_.size();
    return value;
  }
  void finish() const {
    if (!ended_) fail_format(lines_.at(at_ + 1), "expected three numbers in a line");
  }

 private:
  std::string_view line_;
  const LineStream& lines_;
  std::size_t at_ = 0;
  bool ended_ = false;
};

GestureSpan read_span(std::string_view line, const LineStream& lines) {
  NumberLine numbers(line, lines);
  GestureSpan span;
  span.label = static_cast<std::uint32_t>(numbers.next(1, kGestures) - 1);
  span.begin_us = numbers.next(0, UINT32_MAX);
  span.end_us = numbers.next(span.begin_us + 1, span.begin_us + UINT32_MAX);
  numbers.finish();
  return span;
}

std::vector<fs::path> listed_files(const fs::path& list) {
  LineStream lines(list);
  std::vector<fs::path> files;
  while (const auto line = lines.next()) {
    if (line->empty()) continue;
    const fs::path name(*line);
    if (name.has_parent_path() || name.extension() != ".aedat")
      fail_format(lines.at(1), "expected the name of an .aedat file of the same folder, found \"" +
                                   std::string(*line) + "\"");
    files.push_back(list.parent_path() / name);
  }
  if (files.empty()) fail_format(lines.at(0), "no recording is listed");
  return files;
}

void describe_gesture(FieldVisitor& visit, DatasetSpec& spec) {
  visit.text("root", spec.paths["root"],
             "Folder that has trials_to_train.txt, trials_to_test.txt and the recordings.");
  visit.option("polarities", spec.numbers.try_emplace("polarities", 2).first->second, Unit::kNone,
               {1, 2}, "2: brighter and darker are inputs of their own; 1: they are one.");
  visit.option("pool", spec.numbers.try_emplace("pool", 1).first->second, Unit::kNone,
               {1, kGestureSide}, "Side of the square of pixels that is one input.");
  visit.option(
      "side", spec.numbers.try_emplace("side", 0).first->second, Unit::kNone, {0, kGestureSide},
      "Squares across and down, in the place of `pool`: 48 makes 3 of 8 pixels. 0: by pool.");
}

EventFrame frame_of(const DatasetSpec& spec) {
  EventFrame frame{.width = kGestureSide,
                   .height = kGestureSide,
                   .polarities = spec.numbers.at("polarities"),
                   .window_width = kGestureSide,
                   .window_height = kGestureSide,
                   .pool = spec.numbers.at("pool")};
  const std::uint32_t side = spec.numbers.at("side");
  if (side == 0) return frame;
  if (frame.pool != 1)
    arch::base::raise<arch::base::ConfigError>({}, "dataset.side",
                                               "squares are named by side or by pool, not by both");
  frame.pool = kGestureSide;
  frame.squares = side;
  return frame;
}

std::unique_ptr<Dataset> open_gesture(const DatasetSpec& spec, Split split) {
  const EventFrame frame = frame_of(spec);
  const fs::path list = fs::path(spec.paths.at("root")) /
                        (split == Split::kTrain ? "trials_to_train.txt" : "trials_to_test.txt");
  std::vector<AedatFile> files;
  std::vector<Gesture> gestures;
  for (const fs::path& file : listed_files(list)) {
    for (const GestureSpan& span : read_gesture_labels(gesture_labels_of(file)))
      gestures.push_back({files.size(), span});
    files.emplace_back(file, kGestureSide, kGestureSide);
  }
  return std::make_unique<GestureDataset>(frame, std::move(files), std::move(gestures));
}

}  // namespace

std::vector<GestureSpan> read_gesture_labels(const fs::path& file) {
  LineStream lines(file);
  const auto header = lines.next();
  if (!header || *header != kLabelsHeader)
    fail_format(lines.at(1), "expected the line \"" + std::string(kLabelsHeader) + "\"");
  std::vector<GestureSpan> spans;
  while (const auto line = lines.next()) spans.push_back(read_span(*line, lines));
  if (spans.empty()) fail_format(lines.at(0), "no gesture below the names of the columns");
  return spans;
}

fs::path gesture_labels_of(const fs::path& recording) {
  return recording.parent_path() / (recording.stem().string() + "_labels.csv");
}

DatasetRow dvs_gesture_row() {
  return {.name = "dvs_gesture",
          .describe = describe_gesture,
          .open = open_gesture,
          .doc =
              "DVS128 Gesture: recordings of an event camera of 128 x 128 pixels in AEDAT 3.1, "
              "with tables of what is where in them.",
          .gives = SampleKind::kEvents};
}

}  // namespace bspike::models
