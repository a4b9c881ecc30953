// Owns the small questions an Image answers about itself.
#include "arch/program/image.hpp"

#include <algorithm>
#include <stdexcept>

namespace bspike::arch {

namespace {

template <class Named>
std::uint32_t index_of(const std::vector<Named>& table, const std::string& name) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const Named& entry) { return entry.name == name; });
  return found == table.end() ? kNoIndex : static_cast<std::uint32_t>(found - table.begin());
}

}  // namespace

std::uint32_t element_bytes(ElementType type) {
  switch (type) {
    case ElementType::kF32:
    case ElementType::kU32:
      return 4;
    case ElementType::kF16:
    case ElementType::kU16:
      return 2;
    case ElementType::kU8:
      return 1;
  }
  throw std::invalid_argument("no such element type");
}

std::string_view key(MemoryCategory category) {
  static constexpr std::array<std::string_view, kMemoryCategories> kKeys{
#define BSPIKE_CATEGORY(enumerator, key, sentence) key,
#include "arch/program/memory_category.def"
#undef BSPIKE_CATEGORY
  };
  return kKeys.at(static_cast<std::size_t>(category));
}

std::string_view sentence(MemoryCategory category) {
  static constexpr std::array<std::string_view, kMemoryCategories> kSentences{
#define BSPIKE_CATEGORY(enumerator, key, sentence) sentence,
#include "arch/program/memory_category.def"
#undef BSPIKE_CATEGORY
  };
  return kSentences.at(static_cast<std::size_t>(category));
}

std::uint64_t StreamInfo::total_bytes() const {
  std::uint64_t total = 0;
  for (const StreamPiece& piece : pieces) total += piece.bytes;
  return total;
}

std::uint32_t Image::tensor_index(const std::string& name) const { return index_of(tensors, name); }

std::uint32_t Image::stream_index(const std::string& name) const { return index_of(streams, name); }

}  // namespace bspike::arch
