// Owns the data set contract: labelled samples, and the table of the kinds of files they come from.
// Contract: opening finds all files and checks their headers and labels. Pictures are checked and
// kept then; recordings are read and checked when they are asked for, so that no more than those in
// use are in memory. Damaged files are FormatErrors, files that do not exist ConfigErrors.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arch/base/fields.hpp"
#include "models/inputs/encoder.hpp"
#include "models/network/network.hpp"

namespace bspike::models {

enum class Split : std::uint8_t { kTrain, kTest };

class Dataset {
 public:
  virtual ~Dataset() = default;
  [[nodiscard]] virtual std::uint64_t samples() const = 0;
  [[nodiscard]] virtual std::uint32_t classes() const = 0;
  [[nodiscard]] virtual std::uint32_t input_size() const = 0;
  // Of pictures: values run from 0 to 2^level_bits (4 for data of 16 levels, 8 for bytes), row by
  // row.
  [[nodiscard]] virtual unsigned level_bits() const { return 0; }
  [[nodiscard]] virtual std::span<const std::uint8_t> image(std::uint64_t /*sample*/) const {
    return {};
  }
  // Of recordings: the sensor, and the events in the order of the file.
  [[nodiscard]] virtual std::optional<EventFrame> frame() const { return {}; }
  [[nodiscard]] virtual std::vector<Event> recording(std::uint64_t /*sample*/) const { return {}; }
  [[nodiscard]] virtual std::uint32_t label(std::uint64_t sample) const = 0;
  // The sample's place in its file, which is what draws of random numbers count.
  [[nodiscard]] virtual std::uint64_t source_row(std::uint64_t sample) const = 0;
};

// What a data set is opened from; which names mean something is its row's business.
struct DatasetSpec {
  std::uint32_t row = 0;                     // index into dataset_table()
  std::map<std::string, std::string> paths;  // absolute after reading
  std::map<std::string, std::uint32_t> numbers;
};

struct DatasetRow {
  std::string_view name;  // "idx", "nmnist", ...
  void (*describe)(arch::base::FieldVisitor& visit, DatasetSpec& spec);
  std::unique_ptr<Dataset> (*open)(const DatasetSpec& spec, Split split);
  std::string_view doc;
  SampleKind gives = SampleKind::kPicture;
};

[[nodiscard]] std::span<const DatasetRow> dataset_table();
[[nodiscard]] std::unique_ptr<Dataset> open_dataset(const DatasetSpec& spec, Split split);

// Throws ConfigError if the network's inputs or outputs cannot serve the data set.
void check_fits(const Dataset& dataset, const EncoderSpec& encoder, const Network& network);

}  // namespace bspike::models
