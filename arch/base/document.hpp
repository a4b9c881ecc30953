// Owns the document tree: a YAML file in which every value knows its file, line, column and key
// path. Contract: load() throws ConfigError for an unreadable file, bad YAML, duplicate keys,
// anchors merged by `<<`, or documents that are too deep or too large; it never returns a half-read
// tree. Accepts CRLF, a UTF-8 BOM and trailing spaces.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arch/base/diagnostics.hpp"

namespace bspike::arch::base {

enum class NodeKind { kNull, kScalar, kSequence, kMapping };

struct Node;
using NodePtr = std::shared_ptr<const Node>;

// One value of a document. Immutable after load; edits (set, extend) make new trees.
struct Node {
  struct Entry {
    std::string key;
    SourceLocation key_where;
    NodePtr value;
  };

  NodeKind kind = NodeKind::kNull;
  SourceLocation where;
  std::string key_path;        // dotted path from the root; sequence items as name[2]
  std::string scalar;          // text as written, unquoted
  bool quoted = false;         // the scalar was quoted, so it is a string
  std::vector<NodePtr> items;  // of a sequence
  std::vector<Entry> entries;  // of a mapping, in file order, keys unique

  [[nodiscard]] const Node* find(std::string_view key) const;  // nullptr if absent
};

// Reads one YAML document. `load_text` is the same for text that is already in memory; `name`
// stands for the file.
[[nodiscard]] NodePtr load(const std::filesystem::path& file);
[[nodiscard]] NodePtr load_text(std::string_view text, const std::string& name);

// `over` laid on `base`: mappings merge key by key, anything else is replaced. Locations stay those
// of the winner.
[[nodiscard]] NodePtr overlay(const NodePtr& base, const NodePtr& over);

// Loads a file and resolves its top-level `extends: other.yaml` chain (paths relative to the file;
// a cycle is an error).
[[nodiscard]] NodePtr load_extended(const std::filesystem::path& file);

// Applies one `--set a.b=v`: returns a tree in which a.b is the YAML value v, located at "--set
// a.b=v". Throws ConfigError if the text has no '=', an empty path, or passes through a scalar.
[[nodiscard]] NodePtr apply_set(const NodePtr& root, const std::string& assignment);

// `root` with the value of its top-level `key` replaced by `value`, or added behind the others; the
// key paths inside follow.
[[nodiscard]] NodePtr with_child(const Node& root, const std::string& key, const NodePtr& value);

// `root` without its top-level `key`.
[[nodiscard]] NodePtr without_child(const Node& root, const std::string& key);

// Canonical YAML text of a tree (block style, two spaces), for --emit config and for hashing.
[[nodiscard]] std::string dump(const Node& node);

}  // namespace bspike::arch::base
