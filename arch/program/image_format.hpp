// Owns the file layout of an Image: magic, version, section tags, checksum.
// Layout, all little-endian: magic (8 bytes), version u32, number of sections u32; the sections in
// the order of kSectionTags, each tag (4 bytes), length u64, payload; CRC-32 u32 of all before it.
// Contract: every change of image_fields.hpp raises kImageVersion.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace bspike::arch {

inline constexpr std::string_view kImageMagic = "BSPIKIMG";
inline constexpr std::uint32_t kImageVersion = 2;
inline constexpr std::array<std::string_view, 13> kSectionTags{
    "HEAD", "LABL", "GRPS", "PROG", "TILE", "COMP", "EXCH",
    "SCHD", "STRM", "TENS", "SERI", "DATA", "CONF"};

inline constexpr std::size_t kImageHeaderBytes = 16;
inline constexpr std::size_t kSectionHeaderBytes = 12;
inline constexpr std::size_t kChecksumBytes = 4;

// CRC-32 as gzip and PNG use it (polynomial 0xedb88320, reflected).
[[nodiscard]] std::uint32_t checksum(std::string_view bytes);

// Overwrites the last four bytes with the checksum of those before; for tools that make damaged
// images on purpose. Shorter strings stay as they are.
void seal_image(std::string& bytes);

}  // namespace bspike::arch
