// Owns reading described members from a document, with every problem located.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <type_traits>
#include <utility>

#include "arch/base/fields.hpp"
#include "arch/base/fields_text.hpp"
#include "arch/base/quantity.hpp"

namespace bspike::arch::base {
namespace {

std::string found_text(const Node& node) {
  switch (node.kind) {
    case NodeKind::kNull:
      return "found nothing";
    case NodeKind::kScalar:
      return "found " + (node.quoted ? "the text " : std::string()) + quoted_short(node.scalar);
    case NodeKind::kSequence:
      return "found a list";
    case NodeKind::kMapping:
      return "found a mapping";
  }
  return "";
}

const Node::Entry* find_entry(const Node& mapping, std::string_view key) {
  for (const Node::Entry& entry : mapping.entries) {
    if (entry.key == key) return &entry;
  }
  return nullptr;
}

std::string join(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

class ReadVisitor final : public FieldVisitor {
 public:
  ReadVisitor(const Node& mapping, DiagnosticSink& sink, std::vector<ConstantNote>* notes,
              std::string relative_path)
      : mapping_(mapping), sink_(sink), notes_(notes), relative_path_(std::move(relative_path)) {}

  void choice(std::string_view key, int& member, const std::vector<std::string>& names,
              std::string_view doc, bool required) override {
    const Node* node = take(key, required, doc);
    if (node == nullptr) return;
    const auto found = std::find(names.begin(), names.end(), node->scalar);
    if (node->kind == NodeKind::kScalar && found != names.end()) {
      member = static_cast<int>(found - names.begin());
      return;
    }
    const std::string near =
        node->kind == NodeKind::kScalar ? nearest_word(node->scalar, names) : std::string();
    report(*node, found_text(*node) + ", expected one of: " + join(names),
           near.empty() ? "" : "did you mean \"" + near + "\"?");
  }

  void subtree(std::string_view key, NodePtr& member, std::string_view doc,
               bool required) override {
    if (take(key, required, doc) != nullptr) member = find_entry(mapping_, key)->value;
  }

  // Reports the keys that no field named.
  void refuse_unknown_keys() {
    for (const Node::Entry& entry : mapping_.entries) {
      if (std::find(known_.begin(), known_.end(), entry.key) != known_.end()) continue;
      const std::string near = nearest_word(entry.key, known_);
      sink_.add({entry.key_where, entry.value->key_path, "unknown key " + quoted_short(entry.key),
                 near.empty() ? "keys here: " + join(known_) : "did you mean \"" + near + "\"?"});
    }
  }

 protected:
  void visit(const Field& field, std::uint64_t& member) override { read_one(field, member); }
  void visit(const Field& field, std::uint32_t& member) override { read_one(field, member); }
  void visit(const Field& field, std::int64_t& member) override { read_one(field, member); }
  void visit(const Field& field, double& member) override { read_one(field, member); }
  void visit(const Field& field, bool& member) override { read_one(field, member); }
  void visit(const Field& field, std::string& member) override { read_one(field, member); }
  void visit(const Field& field, std::vector<std::int64_t>& member) override {
    read_list(field, member);
  }
  void visit(const Field& field, std::vector<double>& member) override { read_list(field, member); }
  void visit(const Field& field, std::vector<std::string>& member) override {
    read_list(field, member);
  }
  void visit(const Field& field, std::optional<double>& member) override {
    read_optional(field, member);
  }
  void visit(const Field& field, std::optional<std::uint64_t>& member) override {
    read_optional(field, member);
  }

  void nested(std::string_view key, std::string_view doc, bool required,
              const std::function<void(FieldVisitor&)>& describe_it) override {
    const Node* node = take(key, required, doc);
    if (node == nullptr) return;
    if (node->kind != NodeKind::kMapping) {
      report(*node, found_text(*node) + ", expected a mapping", std::string(doc));
      return;
    }
    ReadVisitor inner(*node, sink_, notes_, member_path(relative_path_, key));
    describe_it(inner);
    inner.refuse_unknown_keys();
  }

 private:
  void report(const Node& node, std::string message, std::string hint) {
    sink_.add({node.where, node.key_path, std::move(message), std::move(hint)});
  }

  // The value of a key that is described; nullptr if absent (reported if it is required).
  const Node* take(std::string_view key, bool required, std::string_view doc) {
    known_.emplace_back(key);
    const Node::Entry* entry = find_entry(mapping_, key);
    if (entry != nullptr) return entry->value.get();
    if (required) {
      report(mapping_, "missing key \"" + std::string(key) + "\"", std::string(doc));
    }
    return nullptr;
  }

  // --- scalars ---

  bool parse(const Field& field, const Node& node, double& value) {
    return parse_number(field, node, parse_real(node.scalar, field.unit), field.range,
                        [&](double real) {
                          value = real;
                          return in_range(field.range, real);
                        });
  }
  template <class Integer>
  requires std::is_integral_v<Integer>
  bool parse(const Field& field, const Node& node, Integer& value) {
    return parse_number(field, node, parse_whole(node.scalar, field.unit),
                        range_of<Integer>(field.range),
                        [&](Whole whole) { return store(whole, field.range, value); });
  }
  bool parse(const Field&, const Node& node, bool& value) {
    const bool yes = node.scalar == "true";
    const bool known = node.kind == NodeKind::kScalar && !node.quoted;
    if (known && (yes || node.scalar == "false")) {
      value = yes;
      return true;
    }
    report(node, found_text(node) + ", expected true or false", "");
    return false;
  }
  bool parse(const Field&, const Node& node, std::string& value) {
    if (node.kind == NodeKind::kScalar) {
      value = node.scalar;
      return true;
    }
    report(node, found_text(node) + ", expected text", "");
    return false;
  }

  // Common to whole and real numbers: kind of the node, text, range.
  template <class Parsed, class Store>
  bool parse_number(const Field& field, const Node& node, const Parsed& parsed, const Range& range,
                    const Store& store_it) {
    constexpr bool whole = std::is_same_v<std::variant_alternative_t<0, Parsed>, Whole>;
    const std::string wanted = ", expected " + describe_unit(field.unit, whole);
    if (node.kind != NodeKind::kScalar || node.quoted) {
      report(node, found_text(node) + wanted, node.quoted ? "write it without quotes" : "");
      return false;
    }
    if (const auto* error = std::get_if<QuantityError>(&parsed)) {
      report(node, error->found + wanted, error->hint);
      return false;
    }
    if (store_it(std::get<0>(parsed))) return true;
    report(node, found_text(node) + ", expected " + range_text(range, field.unit),
           std::string(field.doc));
    return false;
  }

  // The range of the field, narrowed to what the member can hold; 64 bits are more than a person
  // needs to be told.
  template <class Integer>
  static Range range_of(Range range) {
    if (std::is_unsigned_v<Integer>) range.low = std::max(range.low, 0.0);
    if (sizeof(Integer) < 8) {
      range.high = std::min(range.high, static_cast<double>(std::numeric_limits<Integer>::max()));
    }
    return range;
  }
  static bool in_range(const Range& range, double value) {
    return value >= range.low && value <= range.high;
  }
  template <class Integer>
  static bool store(Whole whole, const Range& range, Integer& value) {
    const double real = static_cast<double>(whole.magnitude) * (whole.negative ? -1.0 : 1.0);
    if (!in_range(range, real)) return false;
    const auto largest = static_cast<std::uint64_t>(std::numeric_limits<Integer>::max());
    if (whole.magnitude > largest || (whole.negative && std::is_unsigned_v<Integer>)) return false;
    value = static_cast<Integer>(whole.magnitude);
    if (whole.negative) value = static_cast<Integer>(-static_cast<std::int64_t>(value));
    return true;
  }

  // --- fields ---

  template <class T>
  void read_one(const Field& field, T& member) {
    const Node* node = take(field.key, field.required, field.doc);
    if (node == nullptr) return;
    const Node* value = field.constant ? constant_value(*node) : node;
    if (value == nullptr || !parse(field, *value, member)) return;
    if (field.constant) note(field, *node, format_member(member, field.unit));
  }

  template <class T>
  void read_list(const Field& field, std::vector<T>& member) {
    const Node* node = take(field.key, field.required, field.doc);
    if (node == nullptr) return;
    const Node* value = field.constant ? constant_value(*node) : node;
    if (value == nullptr) return;
    if (value->kind != NodeKind::kSequence) {
      report(*value, found_text(*value) + ", expected a list", std::string(field.doc));
      return;
    }
    std::vector<T> items(value->items.size());
    bool good = true;
    for (std::size_t i = 0; i < items.size(); ++i) {
      good = parse(field, *value->items[i], items[i]) && good;
    }
    if (!good) return;
    member = std::move(items);
    if (field.constant) note(field, *node, format_member(member, field.unit));
  }

  template <class T>
  void read_optional(const Field& field, std::optional<T>& member) {
    const Node* node = take(field.key, field.required, field.doc);
    if (node == nullptr) return;
    if (node->kind == NodeKind::kNull && !field.required) {
      member.reset();
      return;
    }
    T value{};
    if (parse(field, *node, value)) member = value;
  }

  // --- constants: `{value: 30cycles, provenance: assumed, source: "..."}` ---

  const Node* constant_value(const Node& node) {
    if (node.kind != NodeKind::kMapping) return &node;
    const Node* value = node.find("value");
    if (value == nullptr) {
      report(node, "missing key \"value\"",
             "write {value: ..., provenance: ..., source: \"...\"} or the bare value");
    }
    for (const Node::Entry& entry : node.entries) {
      if (entry.key == "value" || entry.key == "provenance" || entry.key == "source") continue;
      sink_.add({entry.key_where, entry.value->key_path, "unknown key " + quoted_short(entry.key),
                 "keys here: value, provenance, source"});
    }
    return value;
  }

  void note(const Field& field, const Node& node, std::string value) {
    ConstantNote row{member_path(relative_path_, field.key), std::move(value), Provenance::kUser,
                     ""};
    if (node.kind != NodeKind::kMapping) {
      row.source = place_of(node);
    } else if (!read_provenance(node, row)) {
      return;
    }
    if (notes_ != nullptr) notes_->push_back(std::move(row));
  }

  bool read_provenance(const Node& node, ConstantNote& row) {
    const Node& value = *node.find("value");
    const Node* provenance = node.find("provenance");
    const Node* source = node.find("source");
    // A value laid over another file's constant does not inherit its provenance.
    if (provenance != nullptr && provenance->where.file != value.where.file) {
      row.source = place_of(value);
      return true;
    }
    return read_named_provenance(node, provenance, row) && read_source(node, source, row);
  }

  bool read_named_provenance(const Node& node, const Node* provenance, ConstantNote& row) {
    if (provenance == nullptr) {
      report(node, "missing key \"provenance\"", "one of: " + join(provenance_names()));
      return false;
    }
    const std::vector<std::string>& names = provenance_names();
    const auto found = std::find(names.begin(), names.end(), provenance->scalar);
    if (found == names.end()) {
      const std::string near = nearest_word(provenance->scalar, names);
      report(*provenance, found_text(*provenance) + ", expected one of: " + join(names),
             near.empty() ? "" : "did you mean \"" + near + "\"?");
      return false;
    }
    row.provenance = static_cast<Provenance>(found - names.begin());
    return true;
  }

  bool read_source(const Node& node, const Node* source, ConstantNote& row) {
    if (source == nullptr || source->kind != NodeKind::kScalar || source->scalar.empty()) {
      report(source == nullptr ? node : *source, "a constant needs a \"source\" as text",
             "say where the number comes from");
      return false;
    }
    row.source = source->scalar;
    return true;
  }

  // Without folders, so that a report does not depend on where it was made.
  static std::string place_of(const Node& node) {
    if (node.where.line == 0) return node.where.file;
    const std::string file = std::filesystem::path(node.where.file).filename().string();
    return file + ":" + std::to_string(node.where.line);
  }

  const Node& mapping_;
  DiagnosticSink& sink_;
  std::vector<ConstantNote>* notes_;
  std::string relative_path_;
  std::vector<std::string> known_;
};

}  // namespace

void read_described(const Node& node, DiagnosticSink& sink, const DescribeFn& describe_it,
                    std::vector<ConstantNote>* notes) {
  if (node.kind != NodeKind::kMapping) {
    sink.add({node.where, node.key_path, found_text(node) + ", expected a mapping", ""});
    return;
  }
  ReadVisitor visitor(node, sink, notes, "");
  describe_it(visitor);
  visitor.refuse_unknown_keys();
}

}  // namespace bspike::arch::base
