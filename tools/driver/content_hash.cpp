// Owns the FNV-1a hash.
#include "tools/driver/content_hash.hpp"

namespace bspike::tools {

std::uint64_t content_hash(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325ull;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  return hash;
}

std::string content_hash_text(std::string_view bytes) {
  const std::uint64_t hash = content_hash(bytes);
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[(hash >> shift) & 15];
  return text;
}

}  // namespace bspike::tools
