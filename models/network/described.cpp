// Owns choosing a table row by a key.
#include "models/network/described.hpp"

namespace bspike::models {

using arch::base::FieldVisitor;
using arch::base::Node;

void describe_row(FieldVisitor& visit, std::string_view key, std::uint32_t& row,
                  const std::vector<std::string>& names, std::string_view doc) {
  int chosen = static_cast<int>(row);
  visit.choice(key, chosen, names, doc);
  row = static_cast<std::uint32_t>(chosen);
}

std::optional<std::uint32_t> read_row(const Node& node, arch::base::DiagnosticSink& sink,
                                      std::string_view key, const std::vector<std::string>& names,
                                      std::string_view doc) {
  Node only_key = node;
  std::erase_if(only_key.entries, [key](const Node::Entry& entry) { return entry.key != key; });
  int row = -1;
  arch::base::read_described(only_key, sink,
                             [&](FieldVisitor& visit) { visit.choice(key, row, names, doc); });
  if (row < 0) return std::nullopt;
  return static_cast<std::uint32_t>(row);
}

}  // namespace bspike::models
