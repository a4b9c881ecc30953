// Owns the tests of field declarations: reading, every unit, every refusal, dump and reference.
#include "arch/base/fields.hpp"

#include <gtest/gtest.h>

#include <ostream>

namespace bspike::arch::base {
namespace {

struct Inner {
  std::uint32_t count = 0;
  bool on = true;
};
void describe(FieldVisitor& visit, Inner& inner) {
  visit.field("count", inner.count, Unit::kNone, {1, 10}, "How many.");
  visit.flag("on", inner.on, "Whether.");
}

struct Example {
  std::uint64_t memory = 0;
  std::uint32_t wait = 7;
  std::int64_t offset = 0;
  double clock = 0;
  double speed = 1e9;
  double time = 0.5;
  std::uint32_t lane = 4;
  std::uint32_t slots = 1;
  std::string title;
  int kind = 1;
  std::vector<std::int64_t> steps;
  std::vector<double> ratios;
  std::vector<std::string> notes;
  std::optional<double> limit;
  std::optional<std::uint64_t> seed;
  NodePtr rest;
  Inner inner;
};

void describe(FieldVisitor& visit, Example& example) {
  visit.constant("memory", example.memory, Unit::kBytes, {8, 1048576}, "Memory.");
  visit.option("wait", example.wait, Unit::kCycles, {0, 100}, "Wait.");
  visit.option("offset", example.offset, Unit::kNone, {-5, 5}, "Offset.");
  visit.field("clock", example.clock, Unit::kHertz, {1e3, 1e12}, "Clock.");
  visit.option("speed", example.speed, Unit::kBytesPerSecond, {}, "Speed.");
  visit.option("time", example.time, Unit::kSeconds, {}, "Time.");
  visit.option("lane", example.lane, Unit::kBytesPerCycle, {1, 8}, "Lane.");
  visit.option("slots", example.slots, Unit::kSlots, {1, 9}, "Slots.");
  visit.text("title", example.title, "Title.", false);
  visit.choice("kind", example.kind, {"small", "large"}, "Kind.", false);
  visit.option("steps", example.steps, Unit::kCycles, {-9, 9}, "Steps.");
  visit.option("ratios", example.ratios, Unit::kNone, {0, 1}, "Ratios.");
  visit.texts("notes", example.notes, "Notes.", false);
  visit.option("limit", example.limit, Unit::kNone, {0, 1}, "Limit.");
  visit.option("seed", example.seed, Unit::kNone, {}, "Seed.");
  visit.subtree("rest", example.rest, "Rest.", false);
  visit.section("inner", example.inner, "Inner.", false);
}

constexpr const char* kLeast = "memory: 8KiB\nclock: 1GHz\n";

struct Reading {
  Example value;
  std::vector<ConstantNote> notes;
  std::string problems;
};

Reading read(const std::string& text) {
  DiagnosticSink sink;
  Reading reading;
  reading.value = read_fields<Example>(*load_text(text, "e.yaml"), sink, &reading.notes);
  for (const Diagnostic& problem : sink.diagnostics()) {
    reading.problems += (reading.problems.empty() ? "" : "\n") + problem.render();
  }
  return reading;
}

TEST(ReadFields, KeepsDefaultsOfOptions) {
  const Reading reading = read(kLeast);
  EXPECT_EQ(reading.problems, "");
  EXPECT_EQ(reading.value.memory, 8192u);
  EXPECT_EQ(reading.value.clock, 1e9);
  EXPECT_EQ(reading.value.wait, 7u);
  EXPECT_EQ(reading.value.kind, 1);
  EXPECT_EQ(reading.value.limit, std::nullopt);
  EXPECT_EQ(reading.value.rest, nullptr);
  EXPECT_EQ(reading.value.inner.count, 0u);
}

TEST(ReadFields, ReadsEveryKind) {
  const Reading reading = read(
      "memory: 8KiB\nclock: 1GHz\noffset: -5\ntitle: a b\nkind: small\nsteps: [-3cycles, 9cycles]\n"
      "ratios: [0, 0.25, 1]\nnotes: [x, \"y z\"]\nlimit: 0.5\nseed: 18446744073709551615\n"
      "rest: {anything: [1]}\ninner: {count: 10, on: false}\n");
  EXPECT_EQ(reading.problems, "");
  EXPECT_EQ(reading.value.offset, -5);
  EXPECT_EQ(reading.value.title, "a b");
  EXPECT_EQ(reading.value.kind, 0);
  EXPECT_EQ(reading.value.steps, (std::vector<std::int64_t>{-3, 9}));
  EXPECT_EQ(reading.value.ratios, (std::vector<double>{0, 0.25, 1}));
  EXPECT_EQ(reading.value.notes, (std::vector<std::string>{"x", "y z"}));
  EXPECT_EQ(reading.value.limit, 0.5);
  EXPECT_EQ(reading.value.seed, 18446744073709551615ull);
  EXPECT_EQ(reading.value.rest->find("anything")->items.size(), 1u);
  EXPECT_EQ(reading.value.inner.count, 10u);
  EXPECT_FALSE(reading.value.inner.on);
}

TEST(ReadFields, ReadsEveryUnit) {
  const auto memory = [](const std::string& text) {
    return read("memory: " + text + "\nclock: 1GHz\n").value.memory;
  };
  EXPECT_EQ(memory("64B"), 64u);
  EXPECT_EQ(memory("1.5KiB"), 1536u);
  EXPECT_EQ(memory("1 MiB"), 1048576u);
  EXPECT_EQ(memory("1e3B"), 1000u);
  EXPECT_EQ(memory("0.0009765625GiB"), 1048576u);
  const auto clock = [](const std::string& text) {
    return read("memory: 8B\nclock: " + text + "\n").value.clock;
  };
  EXPECT_EQ(clock("1500Hz"), 1500);
  EXPECT_EQ(clock("1.5kHz"), 1500);
  EXPECT_EQ(clock("1325MHz"), 1.325e9);
  EXPECT_EQ(clock("1.85GHz"), 1.85e9);
  const auto more = [](const std::string& text) { return read(kLeast + text).value; };
  EXPECT_EQ(more("speed: 12B/s\n").speed, 12);
  EXPECT_EQ(more("speed: 3.9GB/s\n").speed, 3.9e9);
  EXPECT_EQ(more("speed: 2kB/s\n").speed, 2000);
  EXPECT_EQ(more("speed: 2KiB/s\n").speed, 2048);
  EXPECT_EQ(more("speed: 5MB/s\n").speed, 5e6);
  EXPECT_EQ(more("speed: 1GiB/s\n").speed, 1073741824);
  EXPECT_EQ(more("time: 2s\n").time, 2);
  EXPECT_EQ(more("time: 3ms\n").time, 3e-3);
  EXPECT_EQ(more("time: 157us\n").time, 157e-6);
  EXPECT_EQ(more("time: 15ns\n").time, 15e-9);
  EXPECT_EQ(more("wait: 1cycle\n").wait, 1u);
  EXPECT_EQ(more("wait: 30cycles\n").wait, 30u);
  EXPECT_EQ(more("lane: 8B/cycle\n").lane, 8u);
  EXPECT_EQ(more("slots: 1slot\n").slots, 1u);
  EXPECT_EQ(more("slots: 5slots\n").slots, 5u);
  EXPECT_EQ(more("seed: 0x10\n").seed, 16u);
}

struct BadField {
  std::string name;
  std::string line;  // added behind two good lines
  std::string message;
};
void PrintTo(const BadField& row, std::ostream* out) { *out << row.name; }

class BadFieldTest : public testing::TestWithParam<BadField> {};

TEST_P(BadFieldTest, SaysExactlyWhatIsWrong) {
  EXPECT_EQ(read(kLeast + GetParam().line + "\n").problems, "e.yaml:3:" + GetParam().message);
}

const std::vector<BadField> kBadFields{
    {"no_unit", "wait: 30",
     "7: wait: found 30 without a unit, expected whole cycles such as 30cycles\n"
     "  hint: write 30cycles"},
    {"wrong_dimension", "wait: 30GHz",
     "7: wait: found \"30GHz\", expected whole cycles such as 30cycles\n  hint: units: cycles"},
    {"misspelt_unit", "wait: 30cyles",
     "7: wait: found \"30cyles\", expected whole cycles such as 30cycles\n"
     "  hint: did you mean the unit cycles?"},
    {"unit_of_a_bare_number", "offset: 3cycles",
     "9: offset: found \"3cycles\", expected a whole number\n"
     "  hint: write the number without a unit"},
    {"unit_alone", "wait: cycles",
     "7: wait: found \"cycles\", expected whole cycles such as 30cycles"},
    {"rate_without_unit", "speed: 3.9",
     "8: speed: found 3.9 without a unit, expected bytes a second such as 3.9GB/s\n"
     "  hint: write 3.9B/s, 3.9kB/s, 3.9MB/s or 3.9GB/s"},
    {"below_range", "wait: -1cycles",
     "7: wait: found \"-1cycles\", expected 0cycles to 100cycles\n  hint: Wait."},
    {"above_range", "wait: 101cycles",
     "7: wait: found \"101cycles\", expected 0cycles to 100cycles\n  hint: Wait."},
    {"not_whole", "wait: 1.5cycles",
     "7: wait: found \"1.5cycles\", which is not whole, expected whole cycles such as 30cycles"},
    {"overflow", "seed: 18446744073709551616",
     "7: seed: found \"18446744073709551616\", which is too large, expected a whole number"},
    {"real_overflow", "speed: 1e999B/s",
     "8: speed: found \"1e999B/s\", which is too large or not a number, expected bytes a second "
     "such as 3.9GB/s"},
    {"nan", "limit: nan", "8: limit: found \"nan\", expected a number"},
    {"dot_nan", "limit: .nan", "8: limit: found \".nan\", expected a number"},
    {"infinity", "limit: inf", "8: limit: found \"inf\", expected a number"},
    {"negative_seed", "seed: -1", "7: seed: found \"-1\", expected at least 0\n  hint: Seed."},
    {"plus_sign", "offset: +3",
     "9: offset: found \"+3\", expected a whole number\n  hint: write it without the '+'"},
    {"two_dots", "limit: 1.2.3",
     "8: limit: found \"1.2.3\", which is too large or not a number, expected a number"},
    {"hex_with_unit", "wait: 0x10cycles",
     "7: wait: found \"0x10cycles\", expected whole cycles such as 30cycles\n"
     "  hint: write it as a decimal number"},
    {"quoted_number", "wait: \"30cycles\"",
     "7: wait: found the text \"30cycles\", expected whole cycles such as 30cycles\n"
     "  hint: write it without quotes"},
    {"empty_number", "wait:", "1: wait: found nothing, expected whole cycles such as 30cycles"},
    {"list_for_number", "wait: [1]",
     "7: wait: found a list, expected whole cycles such as 30cycles"},
    {"mapping_for_number", "wait: {value: 30cycles}",
     "7: wait: found a mapping, expected whole cycles such as 30cycles"},
    {"yes_for_true", "inner: {count: 1, on: yes}",
     "23: inner.on: found \"yes\", expected true or false"},
    {"unknown_choice", "kind: smal",
     "7: kind: found \"smal\", expected one of: small, large\n  hint: did you mean \"small\"?"},
    {"far_choice", "kind: gigantic", "7: kind: found \"gigantic\", expected one of: small, large"},
    {"list_for_text", "title: [a]", "8: title: found a list, expected text"},
    {"number_for_list", "ratios: 0.5",
     "9: ratios: found \"0.5\", expected a list\n  hint: Ratios."},
    {"bad_item", "ratios: [0.5, 2, x]",
     "15: ratios[1]: found \"2\", expected 0 to 1\n  hint: Ratios.\n"
     "e.yaml:3:18: ratios[2]: found \"x\", expected a number"},
    {"item_without_unit", "steps: [1]",
     "9: steps[0]: found 1 without a unit, expected whole cycles such as 30cycles\n"
     "  hint: write 1cycles"},
    {"scalar_for_section", "inner: 5", "8: inner: found \"5\", expected a mapping\n  hint: Inner."},
    {"missing_in_section", "inner: {on: true}",
     "8: inner: missing key \"count\"\n  hint: How many."},
    {"unknown_key", "wiat: 3cycles",
     "1: wiat: unknown key \"wiat\"\n  hint: did you mean \"wait\"?"},
    {"unknown_key_in_section", "inner: {count: 1, zzz: 2}",
     "19: inner.zzz: unknown key \"zzz\"\n  hint: keys here: count, on"},
};

INSTANTIATE_TEST_SUITE_P(All, BadFieldTest, testing::ValuesIn(kBadFields),
                         [](const auto& instance) { return instance.param.name; });

struct BadSize {
  std::string text, rest;
};

TEST(ReadFields, TellsDecimalSizesApart) {
  for (const std::string unit : {"KB", "kB", "MB", "GB"}) {
    EXPECT_EQ(read("clock: 1GHz\nmemory: 5" + unit + "\n").problems,
              "e.yaml:2:9: memory: found \"5" + unit +
                  "\", expected bytes such as 624KiB\n"
                  "  hint: write KiB, MiB or GiB: multiples of 1024 bytes");
  }
  EXPECT_EQ(read("clock: 1GHz\nmemory: 5kib\n").problems,
            "e.yaml:2:9: memory: found \"5kib\", expected bytes such as 624KiB\n"
            "  hint: did you mean the unit KiB?");
  EXPECT_EQ(read("clock: 1GHz\nmemory: 0\n").problems,
            "e.yaml:2:9: memory: found 0 without a unit, expected bytes such as 624KiB\n"
            "  hint: write 0B, 0KiB, 0MiB or 0GiB");
  EXPECT_EQ(read("clock: 1GHz\nmemory: 99999999999999GiB\n").problems,
            "e.yaml:2:9: memory: found \"99999999999999GiB\", which is too large, expected bytes "
            "such as 624KiB");
}

TEST(ReadFields, GathersEveryProblem) {
  EXPECT_EQ(read("wait: 3\nclok: 1GHz\ninner: {count: 11}\n").problems,
            "e.yaml:1:1: missing key \"memory\"\n  hint: Memory.\n"
            "e.yaml:1:7: wait: found 3 without a unit, expected whole cycles such as 30cycles\n"
            "  hint: write 3cycles\n"
            "e.yaml:1:1: missing key \"clock\"\n  hint: Clock.\n"
            "e.yaml:3:16: inner.count: found \"11\", expected 1 to 10\n  hint: How many.\n"
            "e.yaml:2:1: clok: unknown key \"clok\"\n  hint: did you mean \"clock\"?");
}

TEST(ReadFields, RefusesWhatIsNoMapping) {
  EXPECT_EQ(read("[1, 2]").problems, "e.yaml:1:1: found a list, expected a mapping");
}

// --- constants ---

TEST(Constants, NoteProvenanceAndSource) {
  const Reading reading =
      read("clock: 1GHz\nmemory: {value: 64KiB, provenance: derived, source: \"[x] page 3\"}\n");
  EXPECT_EQ(reading.problems, "");
  ASSERT_EQ(reading.notes.size(), 1u);
  EXPECT_EQ(reading.notes[0].key_path, "memory");
  EXPECT_EQ(reading.notes[0].value, "64KiB");
  EXPECT_EQ(reading.notes[0].provenance, Provenance::kDerived);
  EXPECT_EQ(reading.notes[0].source, "[x] page 3");
  EXPECT_EQ(name(Provenance::kMeasured), "measured");
  EXPECT_EQ(name(Provenance::kUser), "user");
}

TEST(Constants, TakeBareValuesAsTheUsers) {
  const Reading reading = read(kLeast);
  ASSERT_EQ(reading.notes.size(), 1u);
  EXPECT_EQ(reading.notes[0].provenance, Provenance::kUser);
  EXPECT_EQ(reading.notes[0].source, "e.yaml:1");
}

TEST(Constants, DoNotLendTheirProvenanceToAnotherFilesValue) {
  const NodePtr base = load_text(
      "clock: 1GHz\nmemory: {value: 64KiB, provenance: measured, source: \"[x]\"}\n", "base.yaml");
  DiagnosticSink sink;
  std::vector<ConstantNote> notes;
  const NodePtr changed = apply_set(base, "memory.value=32KiB");
  const auto value = read_fields<Example>(*changed, sink, &notes);
  EXPECT_TRUE(sink.empty());
  EXPECT_EQ(value.memory, 32768u);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].provenance, Provenance::kUser);
  EXPECT_EQ(notes[0].source, "--set memory.value=32KiB");
}

TEST(Constants, AreRefusedWhenIncomplete) {
  const auto problems = [](const std::string& memory) {
    return read("clock: 1GHz\nmemory: " + memory + "\n").problems;
  };
  EXPECT_EQ(problems("{value: 8B, source: x}"),
            "e.yaml:2:9: memory: missing key \"provenance\"\n"
            "  hint: one of: measured, documented, derived, assumed, user");
  EXPECT_EQ(problems("{value: 8B, provenance: measured}"),
            "e.yaml:2:9: memory: a constant needs a \"source\" as text\n"
            "  hint: say where the number comes from");
  EXPECT_EQ(problems("{value: 8B, provenance: guessed, source: x}"),
            "e.yaml:2:33: memory.provenance: found \"guessed\", expected one of: measured, "
            "documented, derived, assumed, user");
  EXPECT_EQ(problems("{provenance: measured, source: x}"),
            "e.yaml:2:9: memory: missing key \"value\"\n"
            "  hint: write {value: ..., provenance: ..., source: \"...\"} or the bare value");
  EXPECT_EQ(problems("{value: 8B, provenance: measured, source: x, sauce: y}"),
            "e.yaml:2:54: memory.sauce: unknown key \"sauce\"\n"
            "  hint: keys here: value, provenance, source");
}

// --- dump and reference ---

TEST(DumpFields, WritesEveryFieldAndReadsBack) {
  const Reading first = read(
      "memory: {value: 1.5KiB, provenance: assumed, source: \"a \\\"guess\\\"\"}\nclock: 1.85GHz\n"
      "time: 157us\nspeed: 3.9GB/s\nsteps: [-3cycles, 1cycle]\nratios: [0.1]\nlimit: 0.5\n"
      "notes: [\"x: y\"]\nrest: {a: [1, {b: 2}]}\ninner: {count: 3}\n");
  ASSERT_EQ(first.problems, "");
  const std::string text = dump_fields(first.value, 0, &first.notes);
  EXPECT_EQ(text,
            "memory: {value: 1536B, provenance: assumed, source: \"a \\\"guess\\\"\"}\n"
            "wait: 7cycles\noffset: 0\nclock: 1.85GHz\nspeed: 3.9GB/s\ntime: 157us\n"
            "lane: 4B/cycle\nslots: 1slot\ntitle: \"\"\nkind: large\n"
            "steps: [-3cycles, 1cycle]\nratios: [0.1]\nnotes: [\"x: y\"]\nlimit: 0.5\nseed: null\n"
            "rest:\n  a:\n    - 1\n    -\n      b: 2\ninner:\n  count: 3\n  on: true\n");
  const Reading second = read(text);
  EXPECT_EQ(second.problems, "");
  EXPECT_EQ(dump_fields(second.value, 0, &second.notes), text);
}

TEST(DumpFields, WritesRealsThatReadBackToTheSameBits) {
  for (const double value : {0.0, 1.0 / 3, 1e9 / 7, 1.85e9, 0.1 + 0.2, 1e-300, 123456789.125}) {
    Example example;
    example.memory = 8;
    example.clock = 1e9;
    example.speed = value;
    example.time = value;
    example.inner.count = 1;
    const Reading back = read(dump_fields(example));
    ASSERT_EQ(back.problems, "");
    EXPECT_EQ(back.value.speed, value);
    EXPECT_EQ(back.value.time, value);
  }
}

TEST(DocumentFields, HasARowForEachKey) {
  const std::string rows = document_fields<Example>("net");
  EXPECT_NE(rows.find("| `net.memory` | bytes, constant | required | 8B to 1MiB | Memory. |\n"),
            std::string::npos);
  EXPECT_NE(rows.find("| `net.wait` | cycles | `7cycles` | 0cycles to 100cycles | Wait. |\n"),
            std::string::npos);
  EXPECT_NE(rows.find("| `net.kind` | `small`, `large` | `large` |  | Kind. |\n"),
            std::string::npos);
  EXPECT_NE(rows.find("| `net.inner.count` | whole number | required | 1 to 10 | How many. |\n"),
            std::string::npos);
  EXPECT_NE(rows.find("| `net.steps` | list of cycles | `[]` | -9cycles to 9cycles | Steps. |\n"),
            std::string::npos);
}

}  // namespace
}  // namespace bspike::arch::base
