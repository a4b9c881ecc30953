// Owns reading the digits table.
#include "models/inputs/digits_csv.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "arch/base/file.hpp"
#include "models/format_error.hpp"

namespace bspike::models {
namespace {

constexpr std::uint32_t kPixels = 64;
constexpr std::uint32_t kClasses = 10;
constexpr std::uint32_t kHighestPixel = 16;

struct Digit {
  std::array<std::uint8_t, kPixels> pixels{};
  std::uint8_t label = 0;
  std::uint64_t row = 0;
};

class DigitsDataset : public Dataset {
 public:
  explicit DigitsDataset(std::vector<Digit> digits) : digits_(std::move(digits)) {}

  [[nodiscard]] std::uint64_t samples() const override { return digits_.size(); }
  [[nodiscard]] std::uint32_t classes() const override { return kClasses; }
  [[nodiscard]] std::uint32_t input_size() const override { return kPixels; }
  [[nodiscard]] unsigned level_bits() const override { return 4; }
  [[nodiscard]] std::span<const std::uint8_t> image(std::uint64_t sample) const override {
    return digits_[sample].pixels;
  }
  [[nodiscard]] std::uint32_t label(std::uint64_t sample) const override {
    return digits_[sample].label;
  }
  [[nodiscard]] std::uint64_t source_row(std::uint64_t sample) const override {
    return digits_[sample].row;
  }

 private:
  std::vector<Digit> digits_;
};

// One line being read, with the place for errors.
class LineReader {
 public:
  LineReader(std::string_view line, const std::string& name, std::size_t number)
      : line_(line), name_(name), number_(number) {}

  std::uint8_t value(std::uint32_t highest, bool last) {
    const std::size_t start = at_;
    const std::size_t comma = std::min(line_.find(',', start), line_.size());
    const std::string_view word = line_.substr(start, comma - start);
    unsigned value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size() || value > highest)
      fail(start, "expected a whole number from 0 to " + std::to_string(highest) + ", found \"" +
                      std::string(word) + "\"");
    if (last != (comma == line_.size())) fail(start, "expected 65 values in a row");
    at_ = comma + 1;
    return static_cast<std::uint8_t>(value);
  }

 private:
  [[noreturn]] void fail(std::size_t at, std::string message) const {
    fail_format({name_, number_, at + 1}, std::move(message));
  }

  std::string_view line_;
  const std::string& name_;
  std::size_t number_;
  std::size_t at_ = 0;
};

Digit parse_line(std::string_view line, const std::string& name, std::uint64_t row) {
  LineReader reader(line, name, row + 1);
  Digit digit;
  for (auto& pixel : digit.pixels) pixel = reader.value(kHighestPixel, false);
  digit.label = reader.value(kClasses - 1, true);
  digit.row = row;
  return digit;
}

bool belongs(std::uint64_t row, Split split) { return (row % 5 == 4) == (split == Split::kTest); }

void describe_digits(arch::base::FieldVisitor& visit, DatasetSpec& spec) {
  visit.text("file", spec.paths["file"], "The table, plain or .gz.");
}

std::unique_ptr<Dataset> open_digits(const DatasetSpec& spec, Split split) {
  const std::string& file = spec.paths.at("file");
  const auto bytes = arch::base::read_bytes(file);
  return parse_digits({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, file, split);
}

}  // namespace

std::unique_ptr<Dataset> parse_digits(std::string_view text, const std::string& name, Split split) {
  std::vector<Digit> digits;
  std::uint64_t row = 0;
  for (std::size_t start = 0; start < text.size(); ++row) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    std::string_view line = text.substr(start, end - start);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const Digit digit = parse_line(line, name, row);
    if (belongs(row, split)) digits.push_back(digit);
    start = end + 1;
  }
  if (digits.empty())
    fail_format({name, 0, 0}, "no row of this split among " + std::to_string(row) + " rows");
  return std::make_unique<DigitsDataset>(std::move(digits));
}

DatasetRow digits_csv_row() {
  return {.name = "digits_csv",
          .describe = describe_digits,
          .open = open_digits,
          .doc =
              "Handwritten digits of 8 x 8 pixels with 16 levels, one row a sample; every fifth "
              "row is for testing."};
}

}  // namespace bspike::models
