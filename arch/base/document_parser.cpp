// Owns the step from YAML events to a document tree. yaml-cpp scans; what it lets pass (duplicate
// keys, `<<`, several documents, alias bombs) is refused here.
#include <yaml-cpp/anchor.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "arch/base/document_text.hpp"
#include "arch/base/document_tree.hpp"

namespace bspike::arch::base {
namespace {

constexpr std::size_t kLongestKey = 256;

// Index behind the quoted scalar that starts at `begin`, or npos if its closing quote is missing.
std::size_t quoted_end(std::string_view text, std::size_t begin) {
  const char quote = text[begin];
  for (std::size_t i = begin + 1; i < text.size(); ++i) {
    const bool twice = quote == '\'' && text.substr(i, 2) == "''";
    if (twice || (quote == '"' && text[i] == '\\')) {
      ++i;
    } else if (text[i] == quote) {
      return i + 1;
    }
  }
  return std::string_view::npos;
}

bool opens_quote(std::string_view text, std::size_t at) {
  return at < text.size() && (text[at] == '"' || text[at] == '\'');
}

// True if a ':' follows the key that starts at `begin`.
bool colon_follows(std::string_view text, std::size_t begin, const std::string& key) {
  const std::size_t end = opens_quote(text, begin) ? quoted_end(text, begin) : begin + key.size();
  const std::size_t next = text.find_first_not_of(" \t", end);
  return next != std::string_view::npos && text[next] == ':';
}

char closer_of(char bracket) { return bracket == '[' ? ']' : bracket == '{' ? '}' : '\0'; }

// Whether a quote at `at` opens a quoted scalar; inside a plain one it is a letter.
bool quote_begins(std::string_view text, std::size_t at) {
  return opens_quote(text, at) &&
         (at == 0 || std::string_view(" \t\n,[{:").find(text[at - 1]) != std::string_view::npos);
}

// Index of the bracket or quote from `begin` on that is never closed, or closed by another's like;
// npos if the bracket at `begin` is closed with all that is in it.
std::size_t never_closed(std::string_view text, std::size_t begin) {
  std::vector<std::size_t> open;
  for (std::size_t i = begin; i < text.size(); ++i) {
    const bool comment = text[i] == '#' && i > begin && (text[i - 1] == ' ' || text[i - 1] == '\n');
    if (comment) i = std::min(text.find('\n', i), text.size() - 1);
    if (quote_begins(text, i)) {
      const std::size_t end = quoted_end(text, i);
      if (end == std::string_view::npos) return i;
      i = end - 1;
    } else if (closer_of(text[i]) != '\0') {
      open.push_back(i);
    } else if (text[i] == ']' || text[i] == '}') {
      if (closer_of(text[open.back()]) != text[i]) return open.back();
      open.pop_back();
    }
    if (open.empty()) return std::string_view::npos;
  }
  return open.back();
}

// An open sequence or mapping.
struct Frame {
  std::shared_ptr<Node> node;
  std::size_t begin = 0;  // where in the text it opens
  YAML::anchor_t anchor = 0;
  std::set<std::string> keys;
  bool has_key = false;    // a key waits for its value
  std::size_t key_at = 0;  // where in the text it stands
  Node::Entry entry;
};

// What usually lies behind a message of the scanner.
std::string hint_for(const std::string& message) {
  static const std::vector<std::pair<std::string, std::string>> hints{
      {"illegal map value", "is a value with ': ' in it unquoted, or the indentation wrong?"},
      {"end of map not found", "is the indentation right, and does a space follow each ':'?"},
      {"end of sequence not found", "is the indentation right, and does a space follow each '-'?"},
      {"end of map flow not found", "is a '}' missing?"},
      {"end of sequence flow not found", "is a ']' missing?"},
  };
  for (const auto& [text, hint] : hints) {
    if (message.find(text) != std::string::npos) return hint;
  }
  return "";
}

class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {}

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
    if (waits) require_colon(stack_.back());
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
    refuse_open_quote(mark);
    if (awaits_key()) {
      take_key(mark, scalar_as_utf8(value));
      return;
    }
    std::shared_ptr<Node> node = make(NodeKind::kScalar, mark);
    node->scalar = scalar_as_utf8(value);
    node->quoted = tag == "!";
    finish(std::move(node), anchor);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    if (awaits_key()) refuse_bracket_key(mark, "a list");
    open(NodeKind::kSequence, mark, tag, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    if (awaits_key()) refuse_bracket_key(mark, "a mapping");
    open(NodeKind::kMapping, mark, tag, anchor);
  }
  void OnMapEnd() override { close(); }

  // Adds what made the scanner stop: the innermost bracket that never closes, if there is one.
  void add_scanner_problem(const YAML::Exception& error) {
    if (report_open_bracket()) return;
    report(place(error.mark), "bad YAML: " + error.msg, hint_for(error.msg));
  }

  [[nodiscard]] const NodePtr& root() const { return root_; }
  [[nodiscard]] DiagnosticSink& sink() { return sink_; }
  [[nodiscard]] SourceLocation place(const YAML::Mark& mark) const {
    if (mark.is_null()) return {name_, 0, 0};
    return {name_, static_cast<std::size_t>(mark.line) + 1,
            static_cast<std::size_t>(mark.column) + 1};
  }

 private:
  void report(const SourceLocation& where, std::string message, std::string hint) {
    Diagnostic problem;
    problem.where = where;
    problem.message = std::move(message);
    problem.hint = std::move(hint);
    sink_.add(std::move(problem));
  }
  // False if every open list and mapping is closed further on.
  bool report_open_bracket() {
    return std::any_of(stack_.rbegin(), stack_.rend(),
                       [this](const Frame& frame) { return report_open_bracket(frame.begin); });
  }
  bool report_open_bracket(std::size_t begin) {
    if (begin >= text_.size() || closer_of(text_[begin]) == '\0') return false;
    const std::size_t at = never_closed(text_, begin);
    if (at == std::string_view::npos) return false;
    const char closer = closer_of(text_[at]);
    const std::string what = closer == '\0' ? "quote" : std::string("'") + text_[at] + "'";
    report(place_of(at), "the " + what + " that opens here is never closed",
           closer == '\0' ? "is a closing quote missing?"
                          : std::string("is a '") + closer + "' missing?");
    return true;
  }
  [[nodiscard]] SourceLocation place_of(std::size_t at) const {
    const std::string_view before = text_.substr(0, at);
    const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    return {name_, lines + 1, at - (before.rfind('\n') + 1) + 1};
  }
  // A problem after which the rest of the file means nothing.
  [[noreturn]] void stop(const YAML::Mark& mark, std::string message, std::string hint) {
    sink_.add({place(mark), "", std::move(message), std::move(hint)});
    throw ConfigError(sink_.diagnostics());
  }
  [[noreturn]] void refuse_key(const YAML::Mark& mark, const std::string& found) {
    stop(mark, "found " + found + " as a key, expected a word", "is a closing bracket missing?");
  }
  [[noreturn]] void refuse_bracket_key(const YAML::Mark& mark, const std::string& found) {
    if (report_open_bracket(static_cast<std::size_t>(mark.pos)) || report_open_bracket()) {
      throw ConfigError(sink_.diagnostics());
    }
    refuse_key(mark, found);
  }
  void refuse_tag(const YAML::Mark& mark, const std::string& tag) {
    if (tag.empty() || tag == "?" || tag == "!") return;
    stop(mark, "found the tag '" + tag.substr(0, kLongestKey) + "'",
         "tags are not used here; write the plain value");
  }
  // The scanner takes a missing closing quote as if it stood at the end of the file.
  void refuse_open_quote(const YAML::Mark& mark) {
    auto at = static_cast<std::size_t>(mark.pos);
    if (at < text_.size() && text_[at] == '&') {
      at = std::min(text_.find_first_of(" \n", at), text_.size());
      at = std::min(text_.find_first_not_of(" \n", at), text_.size());
    }
    if (!opens_quote(text_, at) || quoted_end(text_, at) != std::string_view::npos) return;
    stop(mark, "the quote that opens here is never closed", "is a closing quote missing?");
  }
  // The scanner takes a word on a line of its own as a key with nothing behind it.
  void require_colon(const Frame& frame) {
    if (colon_follows(text_, frame.key_at, frame.entry.key)) return;
    if (!report_open_bracket()) {
      report(frame.entry.key_where, "expected ': ' behind \"" + frame.entry.key + "\"",
             "write key: value, with a space behind the colon, and close every bracket");
    }
    throw ConfigError(sink_.diagnostics());
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
    frame.key_at = static_cast<std::size_t>(mark.pos);
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
    frame.begin = static_cast<std::size_t>(mark.pos);
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

  std::string_view text_;
  std::string name_;
  std::size_t documents_ = 0;
  std::vector<Frame> stack_;
  std::map<YAML::anchor_t, NodePtr> anchors_;
  NodePtr root_;
  DiagnosticSink sink_;
};

void parse_into(TreeBuilder& builder, const std::string& text) {
  std::istringstream stream(text);
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& error) {
    builder.add_scanner_problem(error);
  }
}

}  // namespace

NodePtr parse_document(const std::string& text, const std::string& name) {
  TreeBuilder builder(text, name);
  parse_into(builder, text);
  builder.sink().throw_if_any<ConfigError>();
  if (!builder.root()) {
    raise<ConfigError>({name, 0, 0}, "", "the file is empty, expected YAML");
  }
  TreeBudget budget;
  return with_paths(*builder.root(), "", budget);
}

}  // namespace bspike::arch::base
