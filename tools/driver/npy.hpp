// Owns tensors as .npy files (NumPy's format, version 1.0).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "arch/program/image.hpp"

namespace bspike::tools {

// Header of a row-major little-endian tensor, padded as the format asks.
[[nodiscard]] std::string npy_header(arch::ElementType type,
                                     const std::vector<std::uint64_t>& shape);
void write_npy(const std::filesystem::path& file, arch::ElementType type,
               const std::vector<std::uint64_t>& shape, std::span<const std::byte> data);

}  // namespace bspike::tools
