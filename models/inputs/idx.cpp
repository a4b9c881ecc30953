// Owns reading and checking IDX files.
#include "models/inputs/idx.hpp"

#include <array>
#include <cstdio>

#include "arch/base/file.hpp"
#include "models/format_error.hpp"

namespace bspike::models {
namespace {

constexpr std::size_t kMagicBytes = 4;
constexpr unsigned kMaxDims = 4;
constexpr std::uint64_t kMaxElements = 1ull << 31;
constexpr unsigned kUnsignedByte = 0x08;

[[noreturn]] void fail(const std::string& name, std::string message, std::string hint = {}) {
  fail_format({name, 0, 0}, std::move(message), std::move(hint));
}

std::string hex_byte(unsigned value) {
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "0x%02x", value);
  return text.data();
}

unsigned byte_at(std::span<const std::byte> bytes, std::size_t index) {
  return std::to_integer<unsigned>(bytes[index]);
}

std::uint32_t big_endian_at(std::span<const std::byte> bytes, std::size_t index) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | byte_at(bytes, index + i);
  return value;
}

void check_magic(std::span<const std::byte> bytes, const std::string& name) {
  if (bytes.size() < kMagicBytes)
    fail(name, "an IDX file has at least 4 bytes, this one has " + std::to_string(bytes.size()));
  const unsigned first = byte_at(bytes, 0);
  const unsigned second = byte_at(bytes, 1);
  if (first == 0x1f && second == 0x8b)
    fail(name, "this is a gzip file, not an IDX file", "give it a name that ends in .gz");
  if (first != 0 || second != 0)
    fail(name, "an IDX file starts with 0x00 0x00, this one with " + hex_byte(first) + " " +
                   hex_byte(second));
  if (byte_at(bytes, 2) != kUnsignedByte)
    fail(name, "elements of type " + hex_byte(byte_at(bytes, 2)) +
                   " at byte 2: only unsigned bytes (0x08) are supported");
}

std::vector<std::uint32_t> read_dims(std::span<const std::byte> bytes, const std::string& name) {
  const unsigned count = byte_at(bytes, 3);
  if (count == 0 || count > kMaxDims)
    fail(name, std::to_string(count) + " dimensions at byte 3: expected 1 to " +
                   std::to_string(kMaxDims));
  if (bytes.size() < kMagicBytes + 4 * count)
    fail(name, "the header of " + std::to_string(count) + " dimensions takes " +
                   std::to_string(kMagicBytes + 4 * count) + " bytes, the file has " +
                   std::to_string(bytes.size()));
  std::vector<std::uint32_t> dims(count);
  for (unsigned i = 0; i < count; ++i) {
    dims[i] = big_endian_at(bytes, kMagicBytes + 4 * i);
    if (dims[i] == 0)
      fail(name, "dimension " + std::to_string(i) + " at byte " +
                     std::to_string(kMagicBytes + 4 * i) + " is 0");
  }
  return dims;
}

std::uint64_t element_count(const std::vector<std::uint32_t>& dims, const std::string& name) {
  std::uint64_t count = 1;
  for (const std::uint32_t dim : dims) {
    count *= dim;  // at most 2^31 times 2^32 - 1: no overflow
    if (count > kMaxElements) fail(name, "the dimensions multiply to more than 2^31 elements");
  }
  return count;
}

}  // namespace

IdxArray parse_idx(std::span<const std::byte> bytes, const std::string& name) {
  check_magic(bytes, name);
  IdxArray array{read_dims(bytes, name), {}};
  const std::uint64_t wanted = element_count(array.dims, name);
  const auto data = bytes.subspan(kMagicBytes + 4 * array.dims.size());
  if (data.size() < wanted)
    fail(name, "truncated at byte " + std::to_string(bytes.size()) + ": the dimensions ask for " +
                   std::to_string(wanted) + " elements, " + std::to_string(data.size()) +
                   " are there");
  if (data.size() > wanted)
    fail(name, std::to_string(data.size() - wanted) + " bytes after the last of " +
                   std::to_string(wanted) + " elements, from byte " +
                   std::to_string(bytes.size() - data.size() + wanted) + " on");
  array.data.reserve(data.size());
  for (const std::byte value : data) array.data.push_back(std::to_integer<std::uint8_t>(value));
  return array;
}

IdxArray read_idx(const std::filesystem::path& file) {
  return parse_idx(arch::base::read_bytes(file), file.string());
}

}  // namespace bspike::models
