// Owns reading an Image from bytes that may be damaged.
// Contract: never reads past the end, never allocates more than a small multiple of the input, and
// names the byte at which it gave up. What the fields mean is verify_image's business.
#include <bit>
#include <concepts>
#include <cstring>
#include <limits>

#include "arch/base/diagnostics.hpp"
#include "arch/base/file.hpp"
#include "arch/program/image_fields.hpp"
#include "arch/program/image_format.hpp"
#include "arch/program/image_tools.hpp"

namespace bspike::arch {

static_assert(std::endian::native == std::endian::little,
              "numbers are copied from files as they lie there");

namespace {

// The number of enumerators of each stored enum.
constexpr std::size_t limit(MemoryCategory) { return kMemoryCategories; }
constexpr std::size_t limit(ElementType) { return std::size_t(ElementType::kU8) + 1; }
constexpr std::size_t limit(TensorRole) { return std::size_t(TensorRole::kOther) + 1; }
constexpr std::size_t limit(Reduction) { return std::size_t(Reduction::kCountAbove) + 1; }
constexpr std::size_t limit(ScheduleKind) { return std::size_t(ScheduleKind::kHostOut) + 1; }

// Reads values from [begin, end) of `bytes`.
class ImageReader {
 public:
  ImageReader(std::string_view bytes, std::size_t begin, std::size_t end, const std::string& name)
      : bytes_(bytes), at_(begin), end_(end), name_(name) {}

  template <class... Values>
  void operator()(Values&... values) {
    (get(values), ...);
  }

  [[nodiscard]] std::size_t position() const { return at_; }
  [[nodiscard]] std::size_t remaining() const { return end_ - at_; }

  std::string_view take(std::uint64_t count, const char* what) {
    if (count > remaining())
      fail(at_, std::string(what) + " needs " + std::to_string(count) + " bytes, " +
                    std::to_string(remaining()) + " are left");
    const auto taken = bytes_.substr(at_, static_cast<std::size_t>(count));
    at_ += static_cast<std::size_t>(count);
    return taken;
  }

  [[noreturn]] void fail(std::size_t byte, const std::string& problem) const {
    throw base::FormatError(
        {{{name_, 0, 0},
          "",
          "byte " + std::to_string(byte) + ": " + problem,
          "The file is no image of this version, or damaged; compile it again."}});
  }

 private:
  template <class T>
  requires(std::is_arithmetic_v<T> && !std::same_as<T, bool>) void get(T& value) {
    std::memcpy(&value, take(sizeof(T), "a number").data(), sizeof(T));
  }
  void get(bool& value) { value = bounded(2, "a switch") != 0; }
  template <class T>
  requires std::is_enum_v<T>
  void get(T& value) { value = static_cast<T>(bounded(limit(T{}), "a kind")); }
  void get(std::string& text) { text = take(count_of(1), "a text"); }
  template <class T>
  void get(std::vector<T>& values) {
    if constexpr (std::is_arithmetic_v<T> || std::same_as<T, std::byte>)
      get_plain(values);
    else
      get_each(values);
  }
  template <class T, std::size_t N>
  void get(std::array<T, N>& values) {
    for (T& value : values) get(value);
  }
  template <class T>
  requires std::is_class_v<T>
  void get(T& value) { fields(*this, value); }

  template <class T>
  void get_plain(std::vector<T>& values) {
    const auto count = static_cast<std::size_t>(count_of(sizeof(T)));
    const std::string_view raw = take(count * sizeof(T), "a list");
    values.resize(count);
    if (count != 0) std::memcpy(values.data(), raw.data(), raw.size());
  }

  // Grows with what is really there, whatever the count says.
  template <class T>
  void get_each(std::vector<T>& values) {
    const std::uint64_t count = count_of(1);
    for (std::uint64_t i = 0; i < count; ++i) get(values.emplace_back());
  }

  // A count of elements of at least `bytes_each`, that can still be there.
  std::uint64_t count_of(std::size_t bytes_each) {
    const std::size_t where = at_;
    std::uint64_t count = 0;
    get(count);
    if (count > remaining() / bytes_each)
      fail(where, "a count of " + std::to_string(count) + " with " + std::to_string(remaining()) +
                      " bytes left");
    return count;
  }

  std::uint8_t bounded(std::size_t limit, const char* what) {
    const std::size_t where = at_;
    std::uint8_t value = 0;
    get(value);
    if (value >= limit)
      fail(where, std::string(what) + " of " + std::to_string(value) + ", expected less than " +
                      std::to_string(limit));
    return value;
  }

  std::string_view bytes_;
  std::size_t at_;
  std::size_t end_;
  const std::string& name_;
};

struct SectionRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};
using SectionRanges = std::array<SectionRange, kSectionTags.size()>;

void check_header(ImageReader& reader) {
  if (reader.remaining() < kImageMagic.size() ||
      reader.take(kImageMagic.size(), "the magic") != kImageMagic)
    reader.fail(0, "this is no bspike image (expected it to begin with BSPIKIMG)");
  std::uint32_t version = 0;
  std::uint32_t count = 0;
  reader(version);
  if (version != kImageVersion)
    reader.fail(kImageMagic.size(), "version " + std::to_string(version) +
                                        ", this program reads version " +
                                        std::to_string(kImageVersion));
  reader(count);
  if (count != kSectionTags.size())
    reader.fail(
        kImageMagic.size() + sizeof version,
        std::to_string(count) + " sections, expected " + std::to_string(kSectionTags.size()));
}

SectionRanges find_sections(ImageReader& reader) {
  SectionRanges ranges;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const std::size_t where = reader.position();
    const std::string tag(kSectionTags[i]);
    if (reader.take(tag.size(), "a section tag") != tag)
      reader.fail(where, "expected section " + tag);
    std::uint64_t length = 0;
    reader(length);
    ranges[i].begin = reader.position();
    (void)reader.take(length, ("section " + tag).c_str());
    ranges[i].end = reader.position();
  }
  return ranges;
}

void check_checksum(ImageReader& reader, std::string_view bytes) {
  const std::size_t where = reader.position();
  std::uint32_t stored = 0;
  reader(stored);
  if (reader.remaining() != 0)
    reader.fail(reader.position(),
                std::to_string(reader.remaining()) + " bytes follow the checksum");
  if (stored != checksum(bytes.substr(0, where)))
    reader.fail(where, "the checksum does not agree with the content");
}

}  // namespace

Image parse_image(const std::string& bytes, const std::string& name) {
  const std::string_view view(bytes);
  ImageReader outer(view, 0, view.size(), name);
  check_header(outer);
  const SectionRanges ranges = find_sections(outer);
  check_checksum(outer, view);
  Image image;
  const auto read_section = [&](std::size_t number, auto&... values) {
    ImageReader reader(view, ranges.at(number).begin, ranges.at(number).end, name);
    reader(values...);
    if (reader.remaining() != 0)
      reader.fail(reader.position(), std::to_string(reader.remaining()) +
                                         " bytes too many in section " +
                                         std::string(kSectionTags.at(number)));
  };
  sections(read_section, image);
  return image;
}

Image read_image(const std::filesystem::path& file) {
  const std::vector<std::byte> raw = base::read_bytes(file);
  return parse_image(std::string(reinterpret_cast<const char*>(raw.data()), raw.size()),
                     file.string());
}

}  // namespace bspike::arch
