// Owns the data set kind "digits_csv": rows of 64 pixels from 0 to 16 and a label from 0 to 9. Rows
// whose number leaves 4 on division by 5 are the test split.
#pragma once

#include <string_view>

#include "models/inputs/dataset.hpp"

namespace bspike::models {

[[nodiscard]] DatasetRow digits_csv_row();

// Throws FormatError at line and column of the first bad value. `name` stands for the file.
[[nodiscard]] std::unique_ptr<Dataset> parse_digits(std::string_view text, const std::string& name,
                                                    Split split);

}  // namespace bspike::models
