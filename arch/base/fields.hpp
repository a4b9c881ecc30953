// Owns field declarations: a struct names its fields once, and reading, dumping, documenting and
// refusing unknown keys all follow.
//
//   struct SyncTiming { std::uint64_t barrier_cycles = 0; ... };
//   void describe(FieldVisitor& visit, SyncTiming& sync) {
//     visit.field("barrier", sync.barrier_cycles, Unit::kCycles, {0, 1e6}, "From the last arrival
//     to the first release.");
//   }
//   auto sync = read_fields<SyncTiming>(node, sink);      // gathers problems in the sink
//   std::string yaml = dump_fields(sync);                 // every field, resolved
//   std::string table = document_fields<SyncTiming>("sync");
//
// Contract: a key that no field names is an error with "did you mean"; a missing required field is
// an error at its mapping; a number of a dimensioned unit must carry its unit; a value out of range
// is refused with the range.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arch/base/document.hpp"

namespace bspike::arch::base {

// What a number is measured in. Written with its unit in YAML (`624KiB`, `1.85GHz`, `4B/cycle`,
// `30cycles`, `5slots`, `1.5us`); held in the base unit (bytes, hertz, bytes a cycle, cycles, issue
// slots, seconds). kNone takes a bare number.
enum class Unit {
  kNone,
  kBytes,
  kHertz,
  kBytesPerCycle,
  kBytesPerSecond,
  kCycles,
  kSlots,
  kSeconds
};

struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

// How sure a machine constant is, and why. Written beside the value: `{value: 30cycles, provenance:
// assumed, source: "..."}`.
enum class Provenance { kMeasured, kDocumented, kDerived, kAssumed, kUser };
[[nodiscard]] std::string_view name(Provenance provenance);

struct ConstantNote {
  std::string key_path;  // e.g. "sync.barrier", from the mapping that was read
  std::string value;     // as resolved, with unit
  Provenance provenance = Provenance::kUser;
  std::string source;
};

// Visits the fields of a struct in declaration order. `field` is required in the file; `option`
// keeps the member's initialiser when absent; `constant` is a required field that must state
// provenance and source (a plain scalar is taken as kUser).
class FieldVisitor {
 public:
  virtual ~FieldVisitor() = default;

  template <class T>
  void field(std::string_view key, T& member, Unit unit, Range range, std::string_view doc) {
    visit({key, doc, unit, range, true, false}, member);
  }
  template <class T>
  void option(std::string_view key, T& member, Unit unit, Range range, std::string_view doc) {
    visit({key, doc, unit, range, false, false}, member);
  }
  template <class T>
  void constant(std::string_view key, T& member, Unit unit, Range range, std::string_view doc) {
    visit({key, doc, unit, range, true, true}, member);
  }
  // Strings and flags.
  void text(std::string_view key, std::string& member, std::string_view doc, bool required = true) {
    visit({key, doc, Unit::kNone, {}, required, false}, member);
  }
  void texts(std::string_view key, std::vector<std::string>& member, std::string_view doc,
             bool required = true) {
    visit({key, doc, Unit::kNone, {}, required, false}, member);
  }
  void flag(std::string_view key, bool& member, std::string_view doc) {
    visit({key, doc, Unit::kNone, {}, false, false}, member);
  }
  // One of a closed list of names; `member` receives the chosen name's index in `names`.
  virtual void choice(std::string_view key, int& member, const std::vector<std::string>& names,
                      std::string_view doc, bool required = true) = 0;
  // A nested mapping. `describe` must be found by argument-dependent lookup.
  template <class T>
  void section(std::string_view key, T& member, std::string_view doc, bool required = true) {
    nested(key, doc, required, [&member](FieldVisitor& inner) { describe(inner, member); });
  }
  // A subtree that its owner reads by itself later (e.g. a layer list). Absent: nullptr.
  virtual void subtree(std::string_view key, NodePtr& member, std::string_view doc,
                       bool required = true) = 0;

 protected:
  struct Field {
    std::string_view key;
    std::string_view doc;
    Unit unit;
    Range range;
    bool required;
    bool constant;
  };
  virtual void visit(const Field& field, std::uint64_t& member) = 0;
  virtual void visit(const Field& field, std::uint32_t& member) = 0;
  virtual void visit(const Field& field, std::int64_t& member) = 0;
  virtual void visit(const Field& field, double& member) = 0;
  virtual void visit(const Field& field, bool& member) = 0;
  virtual void visit(const Field& field, std::string& member) = 0;
  virtual void visit(const Field& field, std::vector<std::int64_t>& member) = 0;
  virtual void visit(const Field& field, std::vector<double>& member) = 0;
  virtual void visit(const Field& field, std::vector<std::string>& member) = 0;
  virtual void visit(const Field& field, std::optional<double>& member) = 0;
  virtual void visit(const Field& field, std::optional<std::uint64_t>& member) = 0;
  virtual void nested(std::string_view key, std::string_view doc, bool required,
                      const std::function<void(FieldVisitor&)>& describe_it) = 0;
};

using DescribeFn = std::function<void(FieldVisitor&)>;

// Fills the described members from a mapping; problems go to the sink. `notes`, if given, receives
// one row a constant.
void read_described(const Node& node, DiagnosticSink& sink, const DescribeFn& describe_it,
                    std::vector<ConstantNote>* notes = nullptr);
// YAML text of all described members, resolved, `indent` spaces deep. Reads back to the same
// members; with `notes`, constants keep their provenance and source.
[[nodiscard]] std::string dump_described(const DescribeFn& describe_it, int indent = 0,
                                         const std::vector<ConstantNote>* notes = nullptr);
// Markdown table rows: key, type and unit, required or default, range, sentence.
[[nodiscard]] std::string document_described(const DescribeFn& describe_it,
                                             const std::string& prefix);

template <class T>
[[nodiscard]] T read_fields(const Node& node, DiagnosticSink& sink,
                            std::vector<ConstantNote>* notes = nullptr) {
  T value{};
  read_described(
      node, sink, [&value](FieldVisitor& visit) { describe(visit, value); }, notes);
  return value;
}

template <class T>
[[nodiscard]] std::string dump_fields(T value, int indent = 0,
                                      const std::vector<ConstantNote>* notes = nullptr) {
  return dump_described([&value](FieldVisitor& visit) { describe(visit, value); }, indent, notes);
}

template <class T>
[[nodiscard]] std::string document_fields(const std::string& prefix) {
  T value{};
  return document_described([&value](FieldVisitor& visit) { describe(visit, value); }, prefix);
}

}  // namespace bspike::arch::base
