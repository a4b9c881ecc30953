// Owns loading, layering and editing of document trees.
#include "arch/base/document.hpp"

#include <algorithm>
#include <charconv>
#include <memory>
#include <utility>

#include "arch/base/document_text.hpp"
#include "arch/base/document_tree.hpp"
#include "arch/base/file.hpp"

namespace bspike::arch::base {
namespace {

[[noreturn]] void fail(SourceLocation where, std::string key_path, std::string message,
                       std::string hint = {}) {
  raise<ConfigError>(std::move(where), std::move(key_path), std::move(message), std::move(hint));
}

std::size_t index_of(const Node& mapping, std::string_view key) {
  const auto found = std::find_if(mapping.entries.begin(), mapping.entries.end(),
                                  [&](const Node::Entry& entry) { return entry.key == key; });
  return static_cast<std::size_t>(found - mapping.entries.begin());
}

// --- extends ---

// The chain of files being loaded, to find cycles.
using Chain = std::vector<std::filesystem::path>;

void refuse_cycle(const Chain& chain, const std::filesystem::path& file, const Node* extends) {
  const std::filesystem::path real = std::filesystem::weakly_canonical(file);
  if (std::find(chain.begin(), chain.end(), real) == chain.end()) return;
  std::string round;
  for (const std::filesystem::path& link : chain) round += link.filename().string() + " -> ";
  fail(extends->where, "extends", "the files extend each other in a circle",
       round + real.filename().string());
}

NodePtr load_chain(const std::filesystem::path& file, Chain& chain) {
  const NodePtr own = load(file);
  const Node* extends = own->find("extends");
  if (extends == nullptr) return own;
  if (extends->kind != NodeKind::kScalar || extends->scalar.empty()) {
    fail(extends->where, "extends", "expected the name of a file");
  }
  chain.push_back(std::filesystem::weakly_canonical(file));
  const std::filesystem::path base = file.parent_path() / extends->scalar;
  refuse_cycle(chain, base, extends);
  if (!std::filesystem::exists(base)) {
    fail(extends->where, "extends", "no such file: " + base.string(),
         "the path is relative to the file that extends");
  }
  return overlay(load_chain(base, chain), without_child(*own, "extends"));
}

// --- --set ---

// One step of a path: a key, then any number of [index].
struct Step {
  std::string key;
  bool is_index = false;
  std::size_t index = 0;
};

struct Assignment {
  SourceLocation where;
  std::string path;
  std::string value;
};

Assignment split_assignment(const std::string& text) {
  const SourceLocation where{"--set " + text, 0, 0};
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) fail(where, "", "found no '='", "write --set key.path=value");
  if (equals == 0) fail(where, "", "found no key before '='", "write --set key.path=value");
  return {where, text.substr(0, equals), text.substr(equals + 1)};
}

// Cuts "[n]" off the front of `rest`.
Step take_index(std::string_view& rest, const Assignment& set) {
  const std::size_t end = rest.find(']');
  Step step;
  step.is_index = true;
  const char* first = rest.data() + 1;
  const char* last = rest.data() + (end == std::string_view::npos ? rest.size() : end);
  const auto [stop, error] = std::from_chars(first, last, step.index);
  if (end == std::string_view::npos || error != std::errc{} || stop != last) {
    fail(set.where, set.path, "found a bad list index", "write name[0], name[1], ...");
  }
  rest.remove_prefix(end + 1);
  return step;
}

void split_part(std::string_view part, const Assignment& set, std::vector<Step>& steps) {
  const std::size_t bracket = std::min(part.find('['), part.size());
  if (bracket == 0) fail(set.where, set.path, "found an empty name in the key path");
  steps.push_back({std::string(part.substr(0, bracket)), false, 0});
  std::string_view rest = part.substr(bracket);
  while (!rest.empty()) {
    if (rest.front() != '[') fail(set.where, set.path, "found text behind a list index");
    steps.push_back(take_index(rest, set));
  }
}

std::vector<Step> split_path(const Assignment& set) {
  std::vector<Step> steps;
  std::string_view rest = set.path;
  for (;;) {
    const std::size_t dot = rest.find('.');
    split_part(rest.substr(0, dot), set, steps);
    if (dot == std::string_view::npos) break;
    rest.remove_prefix(dot + 1);
  }
  if (steps.size() > kDeepestNesting) fail(set.where, "", "the key path is too long");
  return steps;
}

NodePtr set_value(const Assignment& set) {
  if (set.value.find_first_not_of(" \t") == std::string::npos) {
    auto nothing = std::make_shared<Node>();
    nothing->where = set.where;
    return nothing;
  }
  try {
    return relocated(*load_text(set.value, set.where.file), set.where);
  } catch (const ConfigError& error) {
    // The text of the option is its own place; a line of it would name none that a user sees.
    DiagnosticSink sink;
    for (Diagnostic problem : error.diagnostics()) {
      problem.where = set.where;
      problem.key_path = set.path;
      sink.add(std::move(problem));
    }
    sink.throw_if_any<ConfigError>();
    throw;
  }
}

[[noreturn]] void fail_at_step(const Node& node, const Step& step, const Assignment& set) {
  const std::string here = node.key_path.empty() ? "the document" : "\"" + node.key_path + "\"";
  if (step.is_index && node.kind == NodeKind::kSequence) {
    fail(set.where, set.path,
         here + " has " + std::to_string(node.items.size()) + " items, counted from 0");
  }
  const std::string wanted = step.is_index ? "a list" : "a mapping";
  const std::string found = node.kind == NodeKind::kScalar     ? "\"" + node.scalar + "\""
                            : node.kind == NodeKind::kSequence ? "a list"
                                                               : "a mapping";
  fail(set.where, set.path,
       "cannot set a value inside " + here + ": found " + found + ", expected " + wanted);
}

NodePtr set_at(const NodePtr& node, const std::vector<Step>& steps, std::size_t depth,
               const NodePtr& value, const Assignment& set) {
  if (depth == steps.size()) return value;
  const Step& step = steps[depth];
  if (step.is_index) {
    if (node->kind != NodeKind::kSequence || step.index >= node->items.size()) {
      fail_at_step(*node, step, set);
    }
    auto copy = std::make_shared<Node>(*node);
    TreeBudget budget;
    copy->items[step.index] =
        with_paths(*set_at(node->items[step.index], steps, depth + 1, value, set),
                   item_path(node->key_path, step.index), budget);
    return copy;
  }
  if (node->kind != NodeKind::kMapping && node->kind != NodeKind::kNull) {
    fail_at_step(*node, step, set);
  }
  const std::size_t at = index_of(*node, step.key);
  auto nothing = std::make_shared<Node>();
  nothing->where = set.where;
  nothing->key_path = child_path(node->key_path, step.key);
  const NodePtr child = at < node->entries.size() ? node->entries[at].value : NodePtr(nothing);
  return with_child(*node, step.key, set_at(child, steps, depth + 1, value, set));
}

}  // namespace

const Node* Node::find(std::string_view key) const {
  const std::size_t at = index_of(*this, key);
  return at < entries.size() ? entries[at].value.get() : nullptr;
}

NodePtr load(const std::filesystem::path& file) {
  return load_text(read_text(file), file.string());
}

NodePtr load_text(std::string_view text, const std::string& name) {
  return parse_document(prepare_text(text, name), name);
}

NodePtr overlay(const NodePtr& base, const NodePtr& over) {
  if (base->kind != NodeKind::kMapping || over->kind != NodeKind::kMapping) return over;
  auto merged = std::make_shared<Node>(*over);
  merged->entries = base->entries;
  for (const Node::Entry& entry : over->entries) {
    const std::size_t at = index_of(*base, entry.key);
    if (at == base->entries.size()) {
      merged->entries.push_back(entry);
    } else {
      merged->entries[at] = {entry.key, entry.key_where,
                             overlay(base->entries[at].value, entry.value)};
    }
  }
  return merged;
}

NodePtr load_extended(const std::filesystem::path& file) {
  Chain chain;
  return load_chain(file, chain);
}

NodePtr apply_set(const NodePtr& root, const std::string& assignment) {
  const Assignment set = split_assignment(assignment);
  const std::vector<Step> steps = split_path(set);
  return set_at(root, steps, 0, set_value(set), set);
}

}  // namespace bspike::arch::base
