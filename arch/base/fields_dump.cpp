// Owns writing described members as YAML, and as rows of the reference.
#include <cmath>
#include <type_traits>

#include "arch/base/fields.hpp"
#include "arch/base/fields_text.hpp"
#include "arch/base/quantity.hpp"

namespace bspike::arch::base {
namespace {

// Routes every kind of member to one template of the derived visitor.
template <class Derived>
class UniformVisitor : public FieldVisitor {
 protected:
  void visit(const Field& field, std::uint64_t& member) override { one(field, member); }
  void visit(const Field& field, std::uint32_t& member) override { one(field, member); }
  void visit(const Field& field, std::int64_t& member) override { one(field, member); }
  void visit(const Field& field, double& member) override { one(field, member); }
  void visit(const Field& field, bool& member) override { one(field, member); }
  void visit(const Field& field, std::string& member) override { one(field, member); }
  void visit(const Field& field, std::vector<std::int64_t>& member) override { one(field, member); }
  void visit(const Field& field, std::vector<double>& member) override { one(field, member); }
  void visit(const Field& field, std::vector<std::string>& member) override { one(field, member); }
  void visit(const Field& field, std::optional<double>& member) override { one(field, member); }
  void visit(const Field& field, std::optional<std::uint64_t>& member) override {
    one(field, member);
  }

 private:
  template <class T>
  void one(const Field& field, const T& member) {
    static_cast<Derived*>(this)->member(field, member);
  }
};

class DumpVisitor final : public UniformVisitor<DumpVisitor> {
 public:
  DumpVisitor(std::string& text, std::size_t indent, const std::vector<ConstantNote>* notes,
              std::string path)
      : text_(text), indent_(indent), notes_(notes), path_(std::move(path)) {}

  void choice(std::string_view key, int& member, const std::vector<std::string>& names,
              std::string_view, bool) override {
    line(key, names.at(static_cast<std::size_t>(member)));
  }
  void subtree(std::string_view key, NodePtr& member, std::string_view, bool) override {
    if (!member) return;
    const std::string block = dump(*member);
    const bool nests = (member->kind == NodeKind::kMapping && !member->entries.empty()) ||
                       (member->kind == NodeKind::kSequence && !member->items.empty());
    if (!nests) {
      line(key, block.substr(0, block.size() - 1));
      return;
    }
    line(key, "");
    append_indented(block);
  }

  template <class T>
  void member(const Field& field, const T& value) {
    const std::string plain = format_member(value, field.unit);
    const ConstantNote* note = field.constant ? find_note(field.key) : nullptr;
    line(field.key, note == nullptr ? plain
                                    : "{value: " + plain +
                                          ", provenance: " + std::string(name(note->provenance)) +
                                          ", source: " + quoted_yaml(note->source) + "}");
  }

 protected:
  void nested(std::string_view key, std::string_view, bool,
              const std::function<void(FieldVisitor&)>& describe_it) override {
    line(key, "");
    DumpVisitor inner(text_, indent_ + 2, notes_, member_path(path_, key));
    describe_it(inner);
  }

 private:
  void line(std::string_view key, const std::string& value) {
    text_ += std::string(indent_, ' ') + std::string(key) + ":" + (value.empty() ? "" : " ") +
             value + "\n";
  }
  void append_indented(const std::string& block) {
    const std::string spaces(indent_ + 2, ' ');
    for (std::size_t begin = 0; begin < block.size();) {
      const std::size_t end = block.find('\n', begin) + 1;
      text_ += spaces + block.substr(begin, end - begin);
      begin = end;
    }
  }
  [[nodiscard]] const ConstantNote* find_note(std::string_view key) const {
    if (notes_ == nullptr) return nullptr;
    const std::string wanted = member_path(path_, key);
    for (const ConstantNote& note : *notes_) {
      if (note.key_path == wanted) return &note;
    }
    return nullptr;
  }

  std::string& text_;
  std::size_t indent_;
  const std::vector<ConstantNote>* notes_;
  std::string path_;
};

// --- reference ---

template <class T>
std::string type_title(Unit unit) {
  if constexpr (std::is_same_v<T, bool>) return "true or false";
  if constexpr (std::is_same_v<T, std::string>) return "text";
  if constexpr (std::is_same_v<T, std::vector<std::string>>) return "list of texts";
  if constexpr (std::is_same_v<T, std::vector<double>> ||
                std::is_same_v<T, std::vector<std::int64_t>>) {
    return "list of " + unit_title(unit) + (unit == Unit::kNone ? "s" : "");
  }
  if constexpr (std::is_integral_v<T> || std::is_same_v<T, std::optional<std::uint64_t>>) {
    return unit == Unit::kNone ? "whole number" : unit_title(unit);
  }
  return unit_title(unit);
}

class DocumentVisitor final : public UniformVisitor<DocumentVisitor> {
 public:
  DocumentVisitor(std::string& text, std::string prefix)
      : text_(text), prefix_(std::move(prefix)) {}

  void choice(std::string_view key, int& member, const std::vector<std::string>& names,
              std::string_view doc, bool required) override {
    std::string type;
    for (const std::string& choice_name : names) {
      type += (type.empty() ? "" : ", ") + ("`" + choice_name + "`");
    }
    const auto index = static_cast<std::size_t>(member);
    row(key, type, required ? "required" : "`" + names.at(index) + "`", "", doc);
  }
  void subtree(std::string_view key, NodePtr&, std::string_view doc, bool required) override {
    row(key, "section", required ? "required" : "none", "", doc);
  }

  template <class T>
  void member(const Field& field, const T& value) {
    const std::string fallback = "`" + format_member(value, field.unit) + "`";
    const bool limited = !std::isinf(field.range.low) || !std::isinf(field.range.high);
    row(field.key, type_title<T>(field.unit) + (field.constant ? ", constant" : ""),
        field.required ? "required" : fallback, limited ? range_text(field.range, field.unit) : "",
        field.doc);
  }

 protected:
  void nested(std::string_view key, std::string_view doc, bool required,
              const std::function<void(FieldVisitor&)>& describe_it) override {
    row(key, "section", required ? "required" : "optional", "", doc);
    DocumentVisitor inner(text_, member_path(prefix_, key));
    describe_it(inner);
  }

 private:
  void row(std::string_view key, const std::string& type, const std::string& fallback,
           const std::string& range, std::string_view doc) {
    text_ += "| `" + member_path(prefix_, key) + "` | " + type + " | " + fallback + " | " + range +
             " | " + std::string(doc) + " |\n";
  }

  std::string& text_;
  std::string prefix_;
};

}  // namespace

std::string dump_described(const DescribeFn& describe_it, int indent,
                           const std::vector<ConstantNote>* notes) {
  std::string text;
  DumpVisitor visitor(text, static_cast<std::size_t>(indent), notes, "");
  describe_it(visitor);
  return text;
}

std::string document_described(const DescribeFn& describe_it, const std::string& prefix) {
  std::string text;
  DocumentVisitor visitor(text, prefix);
  describe_it(visitor);
  return text;
}

}  // namespace bspike::arch::base
