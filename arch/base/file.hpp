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

// Text of at most 256 MiB; a file that holds control bytes is no text and is refused.
[[nodiscard]] std::string read_text(const std::filesystem::path& file);
// Gunzips if the name ends in .gz.
[[nodiscard]] std::vector<std::byte> read_bytes(const std::filesystem::path& file);
// As they are stored, whatever the name.
[[nodiscard]] std::vector<std::byte> read_stored_bytes(const std::filesystem::path& file);
void write_atomically(const std::filesystem::path& file, std::string_view text);
void write_atomically(const std::filesystem::path& file, std::span<const std::byte> bytes);

}  // namespace bspike::arch::base
