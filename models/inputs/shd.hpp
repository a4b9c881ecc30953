// Owns the data set kind "shd": the Heidelberg data sets of spoken words (SHD, SSC) as HDF5 files
// with spikes/times (seconds), spikes/units and labels, a recording of a modelled cochlea a sample.
// Contract: a recording is read when asked for; errors name data set and sample.
#pragma once

#include <filesystem>
#include <memory>

#include "models/inputs/dataset.hpp"

namespace bspike::models {

inline constexpr std::uint32_t kCochleaUnits = 700;

[[nodiscard]] DatasetRow shd_row();

// `units`: of the cochlea; labels are below `classes`.
[[nodiscard]] std::unique_ptr<Dataset> open_shd_file(const std::filesystem::path& file,
                                                     std::uint32_t units, std::uint32_t classes);

}  // namespace bspike::models
