// Owns the checksum of stored Images.
#include "arch/program/image_format.hpp"

#include <cstring>

namespace bspike::arch {

namespace {

constexpr std::array<std::uint32_t, 256> make_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
    std::uint32_t remainder = byte;
    for (int bit = 0; bit < 8; ++bit)
      remainder = (remainder >> 1) ^ ((remainder & 1) != 0 ? 0xedb88320u : 0u);
    table[byte] = remainder;
  }
  return table;
}

constexpr auto kTable = make_table();

}  // namespace

std::uint32_t checksum(std::string_view bytes) {
  std::uint32_t remainder = 0xffffffffu;
  for (const char byte : bytes)
    remainder = (remainder >> 8) ^ kTable[(remainder ^ static_cast<unsigned char>(byte)) & 0xffu];
  return ~remainder;
}

void seal_image(std::string& bytes) {
  if (bytes.size() < kChecksumBytes) return;
  const std::size_t covered = bytes.size() - kChecksumBytes;
  const std::uint32_t sum = checksum(std::string_view(bytes).substr(0, covered));
  std::memcpy(bytes.data() + covered, &sum, sizeof sum);
}

}  // namespace bspike::arch
