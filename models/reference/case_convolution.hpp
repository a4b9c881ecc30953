// Owns reading the convolution of a layer from a reference case.
#pragma once

#include "models/network/network.hpp"
#include "models/reference/json_cursor.hpp"

namespace bspike::models {

// {"in_shape": [channels, rows, columns], "channels", "kernel": [rows, columns], "stride",
// "padding", "pool": {"kind": max, average or sum, "size"}}. Problems go to the cursor's sink; what
// comes back has a map and an output in any case.
[[nodiscard]] Convolution read_case_convolution(const JsonCursor& node);

}  // namespace bspike::models
