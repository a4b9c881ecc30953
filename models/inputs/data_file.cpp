// Owns telling files apart, and data sets of one file.
#include "models/inputs/data_file.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <utility>

#include "models/format_error.hpp"
#include "models/inputs/aedat.hpp"
#include "models/inputs/dvs_gesture.hpp"
#include "models/inputs/event_csv.hpp"
#include "models/inputs/events.hpp"
#include "models/inputs/idx.hpp"
#include "models/inputs/shd.hpp"
#include "models/inputs/streamed_file.hpp"

namespace bspike::models {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kSscClasses = 35;
constexpr std::uint32_t kWidestText = 1 << 11;

// Recordings of one file, each made by a function.
class FileRecordings : public Dataset {
 public:
  using Read = std::function<std::vector<Event>()>;
  explicit FileRecordings(EventFrame frame) : frame_(frame) {}
  void add(std::uint32_t label, Read read) { recordings_.emplace_back(label, std::move(read)); }

  [[nodiscard]] std::uint64_t samples() const override { return recordings_.size(); }
  [[nodiscard]] std::uint32_t classes() const override {
    std::uint32_t highest = 0;
    for (const auto& recording : recordings_) highest = std::max(highest, recording.first);
    return highest + 1;
  }
  [[nodiscard]] std::uint32_t input_size() const override { return frame_.inputs(); }
  [[nodiscard]] std::optional<EventFrame> frame() const override { return frame_; }
  [[nodiscard]] std::uint32_t label(std::uint64_t sample) const override {
    return recordings_[sample].first;
  }
  [[nodiscard]] std::uint64_t source_row(std::uint64_t sample) const override { return sample; }
  [[nodiscard]] std::vector<Event> recording(std::uint64_t sample) const override {
    return recordings_[sample].second();
  }

 private:
  EventFrame frame_;
  std::vector<std::pair<std::uint32_t, Read>> recordings_;
};

EventFrame sensor(std::uint32_t width, std::uint32_t height) {
  return {.width = width, .height = height, .window_width = width, .window_height = height};
}

// An array of bytes: samples along its first dimension; of one dimension, labels.
class FileArray : public Dataset {
 public:
  explicit FileArray(IdxArray array) : array_(std::move(array)) {
    for (std::size_t i = 1; i < array_.dims.size(); ++i) pixels_ *= array_.dims[i];
  }
  [[nodiscard]] bool is_labels() const { return array_.dims.size() == 1; }
  [[nodiscard]] std::uint64_t samples() const override { return array_.dims[0]; }
  [[nodiscard]] std::uint32_t classes() const override {
    if (!is_labels()) return 1;
    return *std::max_element(array_.data.begin(), array_.data.end()) + 1u;
  }
  [[nodiscard]] std::uint32_t input_size() const override { return pixels_; }
  [[nodiscard]] unsigned level_bits() const override { return 8; }
  [[nodiscard]] std::span<const std::uint8_t> image(std::uint64_t sample) const override {
    return std::span(array_.data).subspan(sample * pixels_, pixels_);
  }
  [[nodiscard]] std::uint32_t label(std::uint64_t sample) const override {
    return is_labels() ? array_.data[sample] : 0;
  }
  [[nodiscard]] std::uint64_t source_row(std::uint64_t sample) const override { return sample; }

 private:
  IdxArray array_;
  std::uint32_t pixels_ = 1;
};

DataFile open_idx_file(const fs::path& file) {
  auto array = std::make_unique<FileArray>(read_idx(file));
  const bool labels = array->is_labels();
  return {labels ? "IDX labels" : "IDX pictures", std::move(array), labels};
}

DataFile open_aedat_file(const fs::path& path) {
  auto recordings = std::make_unique<FileRecordings>(sensor(kGestureSide, kGestureSide));
  const auto file = std::make_shared<AedatFile>(path, kGestureSide, kGestureSide);
  const fs::path labels = gesture_labels_of(path);
  const bool labelled = fs::exists(labels);
  if (!labelled)
    recordings->add(0, [file] { return file->events(file->first_us(), file->last_us() + 1); });
  for (const GestureSpan& span :
       labelled ? read_gesture_labels(labels) : std::vector<GestureSpan>{})
    recordings->add(span.label, [file, span] { return file->events(span.begin_us, span.end_us); });
  return {labelled ? "AEDAT 3.1, cut by " + labels.filename().string() : "AEDAT 3.1",
          std::move(recordings), labelled};
}

DataFile open_one(std::string kind, EventFrame frame, FileRecordings::Read read) {
  auto recordings = std::make_unique<FileRecordings>(frame);
  recordings->add(0, std::move(read));
  return {std::move(kind), std::move(recordings), false};
}

std::string first_bytes(const fs::path& path) {
  const StreamedFile file(path);
  std::string bytes(std::min<std::uint64_t>(16, file.size()), '\0');
  file.read(0, std::as_writable_bytes(std::span(bytes)), "file");
  return bytes;
}

}  // namespace

DataFile open_data_file(const fs::path& file) {
  using namespace std::string_view_literals;
  const std::string first = first_bytes(file);
  if (first.starts_with("\x89HDF"))
    return {"SHD or SSC", open_shd_file(file, kCochleaUnits, kSscClasses), true};
  if (first.starts_with("#!AER-DAT")) return open_aedat_file(file);
  if (first.starts_with("\x1f\x8b") || first.starts_with("\0\0\x08"sv)) return open_idx_file(file);
  const EventFrame text = sensor(kWidestText, kWidestText);
  if (file.extension() == ".csv")
    return open_one("events as text", text, [file, text] { return read_event_csv(file, text); });
  if (file.extension() == ".bin")
    return open_one("events of N-MNIST", sensor(kSensorSide, kSensorSide),
                    [file] { return read_event_file(file, kSensorSide); });
  arch::base::raise<arch::base::ConfigError>(
      {file.string(), 0, 0}, {}, "neither its first bytes nor its name say what kind of data it is",
      "known are IDX, N-MNIST (.bin), AEDAT 3.1, events as text (.csv), SHD and SSC, run files "
      "(.yaml), NIR (.nir)");
}

}  // namespace bspike::models
