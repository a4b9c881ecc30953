// Owns data sets whose recordings are files in a folder a class: ROOT/Train/0/NAME, ... and
// ROOT/Test/0/NAME, .... Contract: opening lists the files; a recording is read when asked for.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/inputs/dataset.hpp"

namespace bspike::models {

struct EventFolder {
  std::filesystem::path root;
  std::string extension;  // ".bin"
  EventFrame frame;
  std::uint32_t classes = 0;
  std::uint32_t files_a_class = 0;  // the first so many by name; 0: all
  std::function<std::vector<Event>(const std::filesystem::path&)> read;
};

[[nodiscard]] std::unique_ptr<Dataset> open_event_folder(EventFolder folder, Split split);

// The keys "root" and "files_a_class", which such kinds share.
void describe_event_folder(arch::base::FieldVisitor& visit, DatasetSpec& spec,
                           std::string_view root_doc);

}  // namespace bspike::models
