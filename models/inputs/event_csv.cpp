// Owns reading tables of events.
#include "models/inputs/event_csv.hpp"

#include <array>
#include <charconv>
#include <optional>
#include <string_view>

#include "models/format_error.hpp"
#include "models/inputs/event_folder.hpp"
#include "models/inputs/line_stream.hpp"

namespace bspike::models {
namespace {

using arch::base::FieldVisitor;
using arch::base::Unit;

enum Column : std::size_t { kTime, kX, kY, kPolarity, kColumns };
constexpr std::array<std::string_view, kColumns> kNames{"t", "x", "y", "p"};
constexpr std::uint32_t kLongestSide = 1 << 11;

struct Cell {
  std::string_view text;
  std::size_t column = 0;  // in the line, from 1 on
};

std::vector<Cell> cells_of(std::string_view line) {
  std::vector<Cell> cells;
  for (std::size_t start = 0; start <= line.size();) {
    const std::size_t comma = std::min(line.find(',', start), line.size());
    std::string_view text = line.substr(start, comma - start);
    std::size_t skipped = std::min(text.find_first_not_of(' '), text.size());
    text.remove_prefix(skipped);
    text = text.substr(0, text.find_last_not_of(' ') + 1);
    cells.push_back({text, start + skipped + 1});
    start = comma + 1;
  }
  return cells;
}

// Which cell of a line holds which value.
class Header {
 public:
  explicit Header(LineStream& lines) {
    const auto line = lines.next();
    if (!line) fail_format(lines.at(0), "no events: the file is empty");
    const std::vector<Cell> cells = cells_of(*line);
    for (std::size_t i = 0; i < cells.size(); ++i) add(cells[i], i, lines);
    count_ = cells.size();
    for (const Column needed : {kTime, kX})
      if (!places_[needed])
        fail_format(lines.at(1), "no column \"" + std::string(kNames[needed]) + "\"",
                    "the first line names the columns: t,x,y,p");
  }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::optional<std::size_t> place(Column column) const { return places_[column]; }

 private:
  void add(const Cell& cell, std::size_t index, const LineStream& lines) {
    for (std::size_t column = 0; column < kColumns; ++column) {
      if (kNames[column] != cell.text) continue;
      if (places_[column])
        fail_format(lines.at(cell.column), "a second column \"" + std::string(cell.text) + "\"");
      places_[column] = index;
      return;
    }
    fail_format(lines.at(cell.column),
                "expected the name of a column, found \"" + std::string(cell.text) + "\"",
                "the first line names the columns: t,x,y,p");
  }

  std::array<std::optional<std::size_t>, kColumns> places_;
  std::size_t count_ = 0;
};

std::int64_t number_in(const Cell& cell, std::int64_t low, std::int64_t high,
                       const LineStream& lines) {
  std::int64_t value = 0;
  const auto [end, error] =
      std::from_chars(cell.text.data(), cell.text.data() + cell.text.size(), value);
  if (error != std::errc{} || end != cell.text.data() + cell.text.size() || value < low ||
      value > high)
    fail_format(lines.at(cell.column), "expected a whole number from " + std::to_string(low) +
                                           " to " + std::to_string(high) + ", found \"" +
                                           std::string(cell.text) + "\"");
  return value;
}

Event event_of(std::string_view line, const Header& header, const EventFrame& frame,
               const LineStream& lines) {
  const std::vector<Cell> cells = cells_of(line);
  if (cells.size() != header.count())
    fail_format(lines.at(0), "expected " + std::to_string(header.count()) + " values, found " +
                                 std::to_string(cells.size()));
  const auto value = [&](Column column, std::int64_t low, std::int64_t high) {
    const auto place = header.place(column);
    return place ? number_in(cells[*place], low, high, lines) : 0;
  };
  return {static_cast<std::uint32_t>(value(kTime, 0, UINT32_MAX)),
          static_cast<std::uint16_t>(value(kX, 0, frame.width - 1)),
          static_cast<std::uint16_t>(value(kY, 0, frame.height - 1)), value(kPolarity, -1, 1) == 1};
}

std::uint32_t& number(DatasetSpec& spec, const char* key, std::uint32_t fallback) {
  return spec.numbers.try_emplace(key, fallback).first->second;
}

void describe_csv(FieldVisitor& visit, DatasetSpec& spec) {
  describe_event_folder(visit, spec, "Folder that has Train/0, Train/1, ... and Test/0, ... .");
  visit.field("classes", number(spec, "classes", 0), Unit::kNone, {1, 65536},
              "Number of classes, each a folder.");
  visit.field("width", number(spec, "width", 0), Unit::kNone, {1, kLongestSide},
              "Width of the sensor; x is below it.");
  visit.option("height", number(spec, "height", 1), Unit::kNone, {1, kLongestSide},
               "Height of the sensor; y is below it.");
  visit.option("polarities", number(spec, "polarities", 2), Unit::kNone, {1, 2},
               "2: brighter and darker are inputs of their own; 1: they are one.");
  visit.option("pool", number(spec, "pool", 1), Unit::kNone, {1, kLongestSide},
               "Side of the square of pixels that is one input.");
}

EventFrame frame_of(const DatasetSpec& spec) {
  const auto& numbers = spec.numbers;
  return {.width = numbers.at("width"),
          .height = numbers.at("height"),
          .polarities = numbers.at("polarities"),
          .window_width = numbers.at("width"),
          .window_height = numbers.at("height"),
          .pool = numbers.at("pool")};
}

std::unique_ptr<Dataset> open_csv(const DatasetSpec& spec, Split split) {
  const EventFrame frame = frame_of(spec);
  if (frame.inputs() == 0)
    arch::base::raise<arch::base::ConfigError>(
        {}, "dataset.pool",
        "squares of " + std::to_string(frame.pool) + " pixels do not fit a sensor of " +
            std::to_string(frame.width) + " x " + std::to_string(frame.height));
  return open_event_folder(
      {.root = spec.paths.at("root"),
       .extension = ".csv",
       .frame = frame,
       .classes = spec.numbers.at("classes"),
       .files_a_class = spec.numbers.at("files_a_class"),
       .read = [frame](const std::filesystem::path& file) { return read_event_csv(file, frame); }},
      split);
}

}  // namespace

std::vector<Event> read_event_csv(const std::filesystem::path& file, const EventFrame& frame) {
  LineStream lines(file);
  const Header header(lines);
  std::vector<Event> events;
  while (const auto line = lines.next()) events.push_back(event_of(*line, header, frame, lines));
  if (events.empty()) fail_format(lines.at(0), "no events below the names of the columns");
  return events;
}

DatasetRow csv_events_row() {
  return {.name = "csv_events",
          .describe = describe_csv,
          .open = open_csv,
          .doc =
              "Events as text: a file a recording, a folder a class; the first line names the "
              "columns t (microseconds), x, y, p.",
          .gives = SampleKind::kEvents};
}

}  // namespace bspike::models
