// Owns the IDX file format: a magic of two zero bytes, an element type and a number of dimensions;
// the dimensions as big-endian u32; the elements. Contract: every byte is accounted for, or
// FormatError says which are wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace bspike::models {

struct IdxArray {
  std::vector<std::uint32_t> dims;
  std::vector<std::uint8_t> data;
};

// Only arrays of unsigned bytes, as images and labels are. `name` stands for the file in errors.
[[nodiscard]] IdxArray parse_idx(std::span<const std::byte> bytes, const std::string& name);
[[nodiscard]] IdxArray read_idx(const std::filesystem::path& file);  // unpacks .gz

}  // namespace bspike::models
