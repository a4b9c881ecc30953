// Owns opening a lone data file by what is in it: IDX, N-MNIST's events, AEDAT 3.1, events as text,
// SHD and SSC. Contract: the kinds that need a description (the size of a sensor, the number of
// classes) are opened with the largest that the kind allows.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "models/inputs/dataset.hpp"

namespace bspike::models {

struct DataFile {
  std::string kind;  // for people
  std::unique_ptr<Dataset> dataset;
  bool has_labels = false;
};

// Throws FormatError if the file is damaged, ConfigError if it is of no such kind.
[[nodiscard]] DataFile open_data_file(const std::filesystem::path& file);

}  // namespace bspike::models
