// Owns reading and writing whole files. Contract: throws ConfigError with the path and the reason;
// a write is atomic (temporary file beside the target, fsync, rename), so a half-written file never
// carries the final name.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bspike::arch::base {

[[nodiscard]] std::string read_text(const std::filesystem::path& file);
[[nodiscard]] std::vector<std::byte> read_bytes(
    const std::filesystem::path& file);  // gunzips if the name ends in .gz
void write_atomically(const std::filesystem::path& file, std::string_view text);
void write_atomically(const std::filesystem::path& file, std::span<const std::byte> bytes);

}  // namespace bspike::arch::base
