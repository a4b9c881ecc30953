// Owns writing an Image as bytes and to a file.
#include <bit>
#include <cstring>

#include "arch/base/file.hpp"
#include "arch/program/image_fields.hpp"
#include "arch/program/image_format.hpp"
#include "arch/program/image_tools.hpp"

namespace bspike::arch {

static_assert(std::endian::native == std::endian::little,
              "numbers are copied to files as they lie in memory");

namespace {

// Appends values to a string. Vectors and strings go as a u64 count and their elements.
class ImageWriter {
 public:
  explicit ImageWriter(std::string& out) : out_(out) {}

  template <class... Values>
  void operator()(const Values&... values) {
    (put(values), ...);
  }

  void append(const void* bytes, std::size_t count) {
    out_.append(static_cast<const char*>(bytes), count);
  }

 private:
  template <class T>
  requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void put(const T& value) { append(&value, sizeof(T)); }
  void put(const std::string& text) {
    put(std::uint64_t{text.size()});
    append(text.data(), text.size());
  }
  template <class T>
  void put(const std::vector<T>& values) {
    put(std::uint64_t{values.size()});
    if constexpr (std::is_arithmetic_v<T> || std::same_as<T, std::byte>)
      append(values.data(), values.size() * sizeof(T));
    else
      for (const T& value : values) put(value);
  }
  template <class T, std::size_t N>
  void put(const std::array<T, N>& values) {
    for (const T& value : values) put(value);
  }
  template <class T>
  requires std::is_class_v<T>
  void put(const T& value) { fields(*this, value); }

  std::string& out_;
};

std::uint32_t narrow(std::size_t value) { return static_cast<std::uint32_t>(value); }

}  // namespace

std::string serialize_image(const Image& image) {
  std::string bytes{kImageMagic};
  ImageWriter write(bytes);
  write(kImageVersion, narrow(kSectionTags.size()));
  const auto write_section = [&](std::size_t number, const auto&... values) {
    const std::string_view tag = kSectionTags.at(number);
    write.append(tag.data(), tag.size());
    const std::size_t length_at = bytes.size();
    write(std::uint64_t{0});
    write(values...);
    const std::uint64_t length = bytes.size() - length_at - sizeof(std::uint64_t);
    std::memcpy(bytes.data() + length_at, &length, sizeof length);
  };
  sections(write_section, image);
  write(checksum(bytes));
  return bytes;
}

void write_image(const Image& image, const std::filesystem::path& file) {
  base::write_atomically(file, std::string_view(serialize_image(image)));
}

}  // namespace bspike::arch
