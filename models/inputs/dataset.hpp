// Owns the data set contract: labelled samples, read or made once and kept; and the table of the
// kinds of files they come from. Contract: opening reads and checks everything, so that later calls
// cannot fail; damaged files are FormatErrors, files that do not exist ConfigErrors.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

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
  // Pictures unless this is not 0: then samples are recordings of an event camera, of which the
  // square of this side in the middle counts.
  [[nodiscard]] virtual std::uint32_t event_window() const { return 0; }
  // Pixel values run from 0 to 2^level_bits: 4 for data of 16 levels, 8 for bytes.
  [[nodiscard]] virtual unsigned level_bits() const = 0;
  // Brightnesses, row by row, or the bytes of an event file.
  [[nodiscard]] virtual std::span<const std::uint8_t> image(std::uint64_t sample) const = 0;
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
  std::string_view name;  // "idx", "digits_csv", "nmnist", "generated_events"
  void (*describe)(arch::base::FieldVisitor& visit, DatasetSpec& spec);
  std::unique_ptr<Dataset> (*open)(const DatasetSpec& spec, Split split);
  std::string_view doc;
  SampleKind gives = SampleKind::kPicture;
};

[[nodiscard]] std::span<const DatasetRow> dataset_table();
[[nodiscard]] std::unique_ptr<Dataset> open_dataset(const DatasetSpec& spec, Split split);

// Throws ConfigError if the network's inputs or outputs cannot serve the data set.
void check_fits(const Dataset& dataset, const Network& network);

}  // namespace bspike::models
