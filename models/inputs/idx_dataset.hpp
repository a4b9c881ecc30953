// Owns the data set kind "idx": a file of images and a file of labels for each split, as MNIST and
// its successors have them.
#pragma once

#include "models/inputs/dataset.hpp"
#include "models/inputs/idx.hpp"

namespace bspike::models {

[[nodiscard]] DatasetRow idx_row();

// Joins images [count][rows][columns] with labels [count]; the names stand for the files in errors.
[[nodiscard]] std::unique_ptr<Dataset> join_idx(IdxArray images, const std::string& images_name,
                                                IdxArray labels, const std::string& labels_name,
                                                std::uint32_t classes);

}  // namespace bspike::models
