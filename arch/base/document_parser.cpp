// Owns the step from YAML events to a document tree. yaml-cpp scans; what it lets pass (duplicate
// keys, `<<`, several documents, alias bombs) is refused here.
#include <yaml-cpp/anchor.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <utility>

#include "arch/base/document_tree.hpp"

namespace bspike::arch::base {
namespace {

constexpr std::size_t kLongestKey = 256;

// An open sequence or mapping.
struct Frame {
  std::shared_ptr<Node> node;
  YAML::anchor_t anchor = 0;
  std::set<std::string> keys;
  bool has_key = false;  // a key waits for its value
  Node::Entry entry;
};

class TreeBuilder : public YAML::EventHandler {
 public:
  explicit TreeBuilder(std::string name) : name_(std::move(name)) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ == 2) {
      stop(mark, "a second document begins here",
           "a file holds one document; is the indentation above right, or a '---' too many?");
    }
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const bool waits = !stack_.empty() && stack_.back().has_key;
    if (!waits && in_mapping()) refuse_key(mark, "nothing");
    std::shared_ptr<Node> node = make(NodeKind::kNull, mark);
    // The scanner places an absent value at the next token, often on another line.
    if (waits && node->where.line != stack_.back().entry.key_where.line) {
      node->where = stack_.back().entry.key_where;
    }
    finish(std::move(node), anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (awaits_key()) refuse_key(mark, "an alias");
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) {
      stop(mark, "the alias stands inside the value that it names", "write the value out");
    }
    attach(found->second);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_tag(mark, tag);
    if (awaits_key()) {
      take_key(mark, value);
      return;
    }
    std::shared_ptr<Node> node = make(NodeKind::kScalar, mark);
    node->scalar = value;
    node->quoted = tag == "!";
    finish(std::move(node), anchor);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    if (awaits_key()) refuse_key(mark, "a list");
    open(NodeKind::kSequence, mark, tag, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    if (awaits_key()) refuse_key(mark, "a mapping");
    open(NodeKind::kMapping, mark, tag, anchor);
  }
  void OnMapEnd() override { close(); }

  [[nodiscard]] const NodePtr& root() const { return root_; }
  [[nodiscard]] DiagnosticSink& sink() { return sink_; }
  [[nodiscard]] SourceLocation place(const YAML::Mark& mark) const {
    if (mark.is_null()) return {name_, 0, 0};
    return {name_, static_cast<std::size_t>(mark.line) + 1,
            static_cast<std::size_t>(mark.column) + 1};
  }

 private:
  // A problem after which the rest of the file means nothing.
  [[noreturn]] void stop(const YAML::Mark& mark, std::string message, std::string hint) {
    sink_.add({place(mark), "", std::move(message), std::move(hint)});
    throw ConfigError(sink_.diagnostics());
  }
  [[noreturn]] void refuse_key(const YAML::Mark& mark, const std::string& found) {
    stop(mark, "found " + found + " as a key, expected a word", "");
  }
  void refuse_tag(const YAML::Mark& mark, const std::string& tag) {
    if (tag.empty() || tag == "?" || tag == "!") return;
    stop(mark, "found the tag '" + tag.substr(0, kLongestKey) + "'",
         "tags are not used here; write the plain value");
  }
  [[nodiscard]] bool in_mapping() const {
    return !stack_.empty() && stack_.back().node->kind == NodeKind::kMapping;
  }
  [[nodiscard]] bool awaits_key() const { return in_mapping() && !stack_.back().has_key; }

  [[nodiscard]] std::shared_ptr<Node> make(NodeKind kind, const YAML::Mark& mark) const {
    auto node = std::make_shared<Node>();
    node->kind = kind;
    node->where = place(mark);
    return node;
  }

  void take_key(const YAML::Mark& mark, const std::string& key) {
    if (key.size() > kLongestKey) stop(mark, "found a key of more than 256 characters", "");
    if (key == "<<") stop(mark, "merging by '<<' is not supported", "use `extends:` or write out");
    Frame& frame = stack_.back();
    if (!frame.keys.insert(key).second) {
      sink_.add({place(mark), "", "duplicate key \"" + key + "\"" + first_place(frame, key),
                 "remove one of the two"});
    }
    frame.entry = {key, place(mark), nullptr};
    frame.has_key = true;
  }
  [[nodiscard]] static std::string first_place(const Frame& frame, const std::string& key) {
    for (const Node::Entry& entry : frame.node->entries) {
      if (entry.key == key) return ", first in line " + std::to_string(entry.key_where.line);
    }
    return "";
  }

  void open(NodeKind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    refuse_tag(mark, tag);
    if (stack_.size() == kDeepestNesting) {
      stop(mark, "nested deeper than " + std::to_string(kDeepestNesting) + " levels", "");
    }
    Frame frame;
    frame.node = make(kind, mark);
    frame.anchor = anchor;
    stack_.push_back(std::move(frame));
  }
  void close() {
    Frame frame = std::move(stack_.back());
    stack_.pop_back();
    finish(std::move(frame.node), frame.anchor);
  }
  void finish(NodePtr node, YAML::anchor_t anchor) {
    if (anchor != 0) anchors_[anchor] = node;
    attach(std::move(node));
  }
  void attach(NodePtr node) {
    if (stack_.empty()) {
      root_ = std::move(node);
      return;
    }
    Frame& frame = stack_.back();
    if (frame.node->kind == NodeKind::kSequence) {
      frame.node->items.push_back(std::move(node));
      return;
    }
    frame.entry.value = std::move(node);
    frame.node->entries.push_back(std::move(frame.entry));
    frame.has_key = false;
  }

  std::string name_;
  std::size_t documents_ = 0;
  std::vector<Frame> stack_;
  std::map<YAML::anchor_t, NodePtr> anchors_;
  NodePtr root_;
  DiagnosticSink sink_;
};

// What usually lies behind a message of the scanner.
std::string hint_for(const std::string& message) {
  static const std::vector<std::pair<std::string, std::string>> hints{
      {"illegal map value", "is a value with ': ' in it unquoted, or the indentation wrong?"},
      {"end of map not found", "is the indentation right, and does a space follow each ':'?"},
      {"end of sequence not found", "is the indentation right, and does a space follow each '-'?"},
      {"end of map flow not found", "is a '}' missing?"},
      {"end of sequence flow not found", "is a ']' missing?"},
      {"illegal EOF in scalar", "is a closing quote missing?"},
  };
  for (const auto& [text, hint] : hints) {
    if (message.find(text) != std::string::npos) return hint;
  }
  return "";
}

void parse_into(TreeBuilder& builder, const std::string& text) {
  std::istringstream stream(text);
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& error) {
    builder.sink().add(
        {builder.place(error.mark), "", "bad YAML: " + error.msg, hint_for(error.msg)});
  }
}

}  // namespace

NodePtr parse_document(const std::string& text, const std::string& name) {
  TreeBuilder builder(name);
  parse_into(builder, text);
  builder.sink().throw_if_any<ConfigError>();
  if (!builder.root()) {
    raise<ConfigError>({name, 0, 0}, "", "the file is empty, expected YAML");
  }
  TreeBudget budget;
  return with_paths(*builder.root(), "", budget);
}

}  // namespace bspike::arch::base
