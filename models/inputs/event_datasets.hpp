// Owns the data set kinds whose samples are event recordings: "nmnist", files on disk, and
// "generated_events", pictures that the event generator turns into the bytes of such files.
#pragma once

#include "models/inputs/dataset.hpp"

namespace bspike::models {

[[nodiscard]] DatasetRow nmnist_row();
[[nodiscard]] DatasetRow generated_events_row();

}  // namespace bspike::models
