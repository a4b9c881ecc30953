// Owns the table of NIR's node types and the fields that each has in a file.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace bspike::models {

enum class NirFieldKind : std::uint8_t { kNumbers, kNumbersOrText };

struct NirField {
  std::string_view name;
  bool required = true;
  NirFieldKind kind = NirFieldKind::kNumbers;
};

struct NirNodeType {
  std::string_view name;
  std::vector<NirField> fields;
};

[[nodiscard]] std::span<const NirNodeType> nir_node_table();
[[nodiscard]] const NirNodeType* find_nir_type(std::string_view name);

}  // namespace bspike::models
