// Owns copies of document trees with other paths or locations.
#include "arch/base/document_tree.hpp"

#include <algorithm>
#include <memory>

namespace bspike::arch::base {
namespace {

void spend(TreeBudget& budget, const Node& node, const std::string& path) {
  if (budget.nodes == 0 || budget.path_bytes < path.size()) {
    raise<ConfigError>(node.where, path.substr(0, 64), "the document is too large",
                       "aliases may expand to at most 200000 values in all");
  }
  --budget.nodes;
  budget.path_bytes -= path.size();
}

}  // namespace

std::string child_path(const std::string& parent, const std::string& key) {
  return parent.empty() ? key : parent + "." + key;
}

std::string item_path(const std::string& parent, std::size_t index) {
  return parent + "[" + std::to_string(index) + "]";
}

NodePtr with_paths(const Node& node, const std::string& path, TreeBudget& budget) {
  spend(budget, node, path);
  auto copy = std::make_shared<Node>();
  copy->kind = node.kind;
  copy->where = node.where;
  copy->key_path = path;
  copy->scalar = node.scalar;
  copy->quoted = node.quoted;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    copy->items.push_back(with_paths(*node.items[i], item_path(path, i), budget));
  }
  for (const Node::Entry& entry : node.entries) {
    copy->entries.push_back({entry.key, entry.key_where,
                             with_paths(*entry.value, child_path(path, entry.key), budget)});
  }
  return copy;
}

NodePtr relocated(const Node& node, const SourceLocation& where) {
  auto copy = std::make_shared<Node>(node);
  copy->where = where;
  for (NodePtr& item : copy->items) item = relocated(*item, where);
  for (Node::Entry& entry : copy->entries) {
    entry.key_where = where;
    entry.value = relocated(*entry.value, where);
  }
  return copy;
}

NodePtr with_child(const Node& root, const std::string& key, const NodePtr& value) {
  auto copy = std::make_shared<Node>(root);
  TreeBudget budget;
  const NodePtr child = with_paths(*value, child_path(root.key_path, key), budget);
  copy->kind = NodeKind::kMapping;
  const auto same = [&](const Node::Entry& entry) { return entry.key == key; };
  const auto found = std::find_if(copy->entries.begin(), copy->entries.end(), same);
  if (found != copy->entries.end()) {
    found->value = child;
  } else {
    copy->entries.push_back({key, child->where, child});
  }
  return copy;
}

NodePtr without_child(const Node& root, const std::string& key) {
  auto copy = std::make_shared<Node>(root);
  std::erase_if(copy->entries, [&](const Node::Entry& entry) { return entry.key == key; });
  return copy;
}

}  // namespace bspike::arch::base
