// Owns what must hold for any text given to the document reader; the fuzzer and the replay of its
// corpus share it.
// Contract: returns normally if the reader behaved, throws std::logic_error if not.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "arch/base/document.hpp"
#include "arch/base/fields.hpp"

namespace bspike::tests {

// One member of each kind that fields can have.
struct EveryKind {
  std::uint64_t bytes = 0;
  std::uint32_t cycles = 0;
  std::int64_t number = 0;
  double hertz = 0;
  double seconds = 0;
  bool flag = false;
  std::string text;
  int choice = 0;
  std::vector<std::int64_t> numbers;
  std::vector<double> rates;
  std::vector<std::string> texts;
  std::optional<double> real;
  std::optional<std::uint64_t> count;
};

inline void describe(arch::base::FieldVisitor& visit, EveryKind& all) {
  using arch::base::Unit;
  visit.constant("a", all.bytes, Unit::kBytes, {}, "Bytes.");
  visit.option("b", all.cycles, Unit::kCycles, {}, "Cycles.");
  visit.option("c", all.number, Unit::kNone, {}, "Number.");
  visit.option("d", all.hertz, Unit::kHertz, {}, "Hertz.");
  visit.option("e", all.seconds, Unit::kSeconds, {}, "Seconds.");
  visit.flag("f", all.flag, "Flag.");
  visit.text("g", all.text, "Text.", false);
  visit.choice("h", all.choice, {"one", "two"}, "Choice.", false);
  visit.option("i", all.numbers, Unit::kSlots, {}, "Numbers.");
  visit.option("j", all.rates, Unit::kBytesPerSecond, {}, "Rates.");
  visit.texts("k", all.texts, "Texts.", false);
  visit.option("l", all.real, Unit::kNone, {}, "Real.");
  visit.option("m", all.count, Unit::kBytesPerCycle, {}, "Count.");
}

inline void require(bool holds, const std::string& what) {
  if (!holds) throw std::logic_error(what);
}

// Members that were read must survive being written and read again.
inline void check_fields(const arch::base::Node& root) {
  arch::base::DiagnosticSink sink;
  std::vector<arch::base::ConstantNote> notes;
  const auto value = arch::base::read_fields<EveryKind>(root, sink, &notes);
  if (!sink.empty()) return;
  const std::string text = arch::base::dump_fields(value, 0, &notes);
  arch::base::DiagnosticSink again;
  std::vector<arch::base::ConstantNote> notes_again;
  const auto back =
      arch::base::read_fields<EveryKind>(*arch::base::load_text(text, "dump"), again, &notes_again);
  require(again.empty(), "a dump of fields is refused: " + text);
  require(arch::base::dump_fields(back, 0, &notes_again) == text, "fields change: " + text);
}

inline void check_document(const std::string& text) {
  arch::base::NodePtr root;
  try {
    root = arch::base::load_text(text, "fuzz.yaml");
  } catch (const arch::base::ConfigError& error) {
    require(!error.diagnostics().empty(), "an error without a diagnostic");
    require(!error.diagnostics()[0].message.empty(), "a diagnostic without a message");
    return;
  }
  const std::string once = arch::base::dump(*root);
  const arch::base::NodePtr back = arch::base::load_text(once, "dump.yaml");
  require(arch::base::dump(*back) == once, "a dump reads back as something else: " + once);
  require(arch::base::dump(*arch::base::overlay(root, root)) == once, "overlay on itself changes");
  check_fields(*root);
}

// The same text as a --set.
inline void check_assignment(const std::string& text) {
  const arch::base::NodePtr root = arch::base::load_text("a: {b: [1, {c: 2}]}\n", "fuzz.yaml");
  try {
    static_cast<void>(arch::base::dump(*arch::base::apply_set(root, text)));
  } catch (const arch::base::ConfigError& error) {
    require(!error.diagnostics().empty(), "an error without a diagnostic");
  }
}

}  // namespace bspike::tests
