// Owns the hash that names contents: configurations in reports, checkpoints' checksums.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace bspike::tools {

// FNV-1a, 64 bits: detects damage and tells contents apart; no protection against forgery.
[[nodiscard]] std::uint64_t content_hash(std::string_view bytes);
// The same as 16 hexadecimal digits.
[[nodiscard]] std::string content_hash_text(std::string_view bytes);

}  // namespace bspike::tools
