// Owns how numbers and sets look in messages and text forms of an Image.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arch/machine/machine.hpp"
#include "arch/program/image.hpp"

namespace bspike::arch {

[[nodiscard]] std::string hex(std::uint64_t value);  // 0x4c000
// "3", "0..11", "0..11, 13, 20..22"; long lists end in "... (N tiles)".
[[nodiscard]] std::string tiles_text(const std::vector<TileId>& ascending);
// The label, "-" for kNoIndex, "?" for an index that the image has no label for.
[[nodiscard]] std::string label_text(const Image& image, std::uint32_t label);

}  // namespace bspike::arch
