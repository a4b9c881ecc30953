// Owns the bookkeeping of document trees that parser and edits share: key paths and their limits.
#pragma once

#include <cstddef>
#include <string>

#include "arch/base/document.hpp"

namespace bspike::arch::base {

inline constexpr std::size_t kDeepestNesting = 100;

[[nodiscard]] std::string child_path(const std::string& parent, const std::string& key);
[[nodiscard]] std::string item_path(const std::string& parent, std::size_t index);

// Stops trees that aliases blow up.
struct TreeBudget {
  std::size_t nodes = 200'000;
  std::size_t path_bytes = std::size_t{64} << 20;
};

// A copy of the tree with its root at `path`. Throws ConfigError where the budget ends.
[[nodiscard]] NodePtr with_paths(const Node& node, const std::string& path, TreeBudget& budget);

// A copy of the tree in which every value is at `where`.
[[nodiscard]] NodePtr relocated(const Node& node, const SourceLocation& where);

// Parses one document from prepared text. The tree's key paths are set.
[[nodiscard]] NodePtr parse_document(const std::string& text, const std::string& name);

}  // namespace bspike::arch::base
