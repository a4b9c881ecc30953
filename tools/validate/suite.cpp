// Owns reading a suite file and holding it against its table.
#include "tools/validate/suite.hpp"

#include <algorithm>
#include <map>

#include "arch/base/diagnostics.hpp"
#include "tools/driver/content_hash.hpp"
#include "tools/validate/metrics.hpp"

namespace bspike::tools {

using arch::base::ConfigError;
using arch::base::DiagnosticSink;
using arch::base::FieldVisitor;
using arch::base::Node;
using arch::base::NodeKind;
using arch::base::NodePtr;
using arch::base::Unit;

namespace {

// The keys of a suite's root; lists are read item by item.
struct SuiteRoot {
  Suite& suite;
  NodePtr cases, no_twin, ratios, differences, sensitivity, variants;
};

void describe(FieldVisitor& visit, SuiteRoot& root) {
  Suite& suite = root.suite;
  visit.text("title", suite.title, "One line.");
  visit.text("about", suite.about, "What is compared, what is not; Markdown.", false);
  visit.option("expected_seconds", suite.expected_seconds, Unit::kNone, {0, 1e6},
               "How long the suite takes, told before it runs.");
  visit.text("data", suite.data, "Table of measurements, from the suite's folder.");
  visit.text("machine", suite.machine,
             "Of micro workloads: a machine's name or file. Run files name their own.");
  visit.texts("assumptions", suite.assumptions, "What the twins take for granted.", false);
  visit.texts("conclusions", suite.conclusions, "What the errors and their sensitivity say.",
              false);
  visit.flag("breakdown", suite.breakdown, "Tables of cycles by superstep kind.");
  visit.subtree("cases", root.cases, "Rows and their twins.");
  visit.subtree("no_twin", root.no_twin, "Rows without a twin, and why.", false);
  visit.subtree("ratios", root.ratios, "Pairs of rows whose ratio is compared.", false);
  visit.subtree("differences", root.differences, "Pairs of rows whose difference is compared.",
                false);
  visit.subtree("sensitivity", root.sensitivity,
                "Machine constants laid over recorded work, without executing again.", false);
  visit.subtree("variants", root.variants, "Keys laid over the run files, executed again.", false);
}

template <class T>
std::vector<T> read_list(const NodePtr& list, DiagnosticSink& sink) {
  std::vector<T> items;
  if (list == nullptr) return items;
  if (list->kind != NodeKind::kSequence) {
    sink.add({list->where, list->key_path, "expected a list", ""});
    return items;
  }
  for (const NodePtr& item : list->items) {
    items.push_back(arch::base::read_fields<T>(*item, sink));
  }
  return items;
}

// Holds a suite's ids and lists together.
class SuiteCheck {
 public:
  SuiteCheck(const Suite& suite, DiagnosticSink& sink) : suite_(suite), sink_(sink) {}

  void run() {
    for (const SuiteCase& one : suite_.cases) check_case(one);
    for (const NoTwin& none : suite_.no_twin) use(none.ids, "no_twin");
    for (const MeasuredRow& row : suite_.rows) {
      if (uses_[row.id] == 0)
        problem("row " + row.id + " has neither a twin nor a reason for none");
    }
    check_pairs(suite_.ratios, "ratios");
    check_pairs(suite_.differences, "differences");
  }

 private:
  void problem(const std::string& message) {
    arch::base::Diagnostic diagnostic;
    diagnostic.where.file = suite_.file.string();
    diagnostic.message = message;
    sink_.add(std::move(diagnostic));
  }

  [[nodiscard]] bool is_row(const std::string& id) const {
    return std::any_of(suite_.rows.begin(), suite_.rows.end(),
                       [&](const MeasuredRow& row) { return row.id == id; });
  }

  [[nodiscard]] bool has_twin(const std::string& id) const {
    return std::any_of(suite_.cases.begin(), suite_.cases.end(), [&](const SuiteCase& one) {
      return std::find(one.ids.begin(), one.ids.end(), id) != one.ids.end();
    });
  }

  void use(const std::vector<std::string>& ids, const std::string& where) {
    for (const std::string& id : ids) {
      if (!is_row(id)) problem(where + ": " + suite_.data + " has no row " + id);
      if (++uses_[id] > 1) problem(where + ": row " + id + " is used twice");
    }
  }

  void check_case(const SuiteCase& one) {
    use(one.ids, one.name);
    const auto expect = [&](bool holds, const std::string& what) {
      if (!holds) problem(one.name + ": " + what);
    };
    const std::size_t rows = one.ids.size();
    expect((one.micro == nullptr) != one.runs.empty(), "needs either micro or runs");
    expect(one.runs.empty() || one.runs.size() == rows, "needs as many runs as ids");
    expect(one.values.size() == (one.vary.empty() ? 0 : rows), "needs as many values as ids");
    expect(one.micro == nullptr || !one.vary.empty() || rows == 1,
           "needs vary and values for several ids");
    expect(one.points.empty() || one.points.size() == rows, "needs as many points as ids");
    expect(one.points.empty() == one.abscissa.empty(), "needs points and abscissa together");
    for (const std::string& id : one.ids) {
      const std::string unit = metric_of(one).unit;
      if (is_row(id) && suite_.row(id).unit != unit)
        problem(one.name + ": row " + id + " is in " + suite_.row(id).unit + ", the metric in " +
                unit);
    }
  }

  void check_pairs(const std::vector<RowPair>& pairs, const std::string& where) {
    for (const RowPair& pair : pairs) {
      for (const std::string& id : {pair.of, pair.to}) {
        if (!is_row(id))
          problem(where + ": " + suite_.data + " has no row " + id);
        else if (!has_twin(id))
          problem(where + ": row " + id + " has no twin");
      }
    }
  }

  const Suite& suite_;
  DiagnosticSink& sink_;
  std::map<std::string, int> uses_;
};

std::string document_metrics() {
  std::string text = "\n| metric | unit | meaning |\n|---|---|---|\n";
  for (const Metric& metric : metric_table())
    text +=
        std::string("| `") + metric.name + "` | " + metric.unit + " | " + metric.sentence + " |\n";
  return text;
}

}  // namespace

void describe(FieldVisitor& visit, SuiteCase& one) {
  visit.text("name", one.name, "Of the case, in tables.");
  visit.texts("ids", one.ids, "Rows of the table.");
  visit.subtree("micro", one.micro, "A micro workload (see micro sections).", false);
  visit.texts("runs", one.runs, "Or run files, one an id, from the suite's folder.", false);
  visit.text("vary", one.vary, "Key that differs from row to row.", false);
  visit.texts("values", one.values, "Its values, one an id.", false);
  visit.texts("set", one.set, "KEY=VALUE laid over the twin of every row.", false);
  visit.text("machine", one.machine, "Instead of the suite's or the run file's.", false);
  std::vector<std::string> metrics;
  for (const Metric& metric : metric_table()) metrics.emplace_back(metric.name);
  visit.choice("metric", one.metric, metrics, "What is taken from the simulated run.");
  visit.choice("compare", one.compare, {"value", "difference"},
               "Errors are of the values, or of the differences to the case's first row.", false);
  visit.option("tile_physical", one.tile_physical, Unit::kNone, {0, 1e9},
               "The tile that a tile's metric is taken of.");
  visit.text("less", one.less, "KEY=VALUE: subtract the twin with this parameter.", false);
  visit.option("divide_by", one.divide_by, Unit::kNone, {1, 1e12}, "Divides the result.");
  visit.option("reading_step", one.reading_step, Unit::kNone, {0, 1e9},
               "Step of the measuring counter: a simulated value is read up to its next multiple. "
               "Lines are fitted to what is not rounded.");
  visit.option("steps_per_call", one.steps_per_call, Unit::kNone, {0, 1e9},
               "Steps that share one host rendezvous; 0: as simulated.");
  visit.text("abscissa", one.abscissa, "What the points are.", false);
  visit.option("points", one.points, Unit::kNone, {}, "Where the rows stand; a line is fitted.");
}

void describe(FieldVisitor& visit, RowPair& pair) {
  visit.text("of", pair.of, "First row.");
  visit.text("to", pair.to, "Second row: divides the first, or is subtracted.");
}

void describe(FieldVisitor& visit, Variation& variation) {
  visit.text("name", variation.name, "In tables.");
  visit.texts("set", variation.set, "KEY=VALUE, several.");
  visit.texts("kinds", variation.kinds,
              "Superstep kinds on which alone the constants are laid; sensitivity only.", false);
}

void describe(FieldVisitor& visit, NoTwin& none) {
  visit.texts("ids", none.ids, "Rows of the table.");
  visit.text("reason", none.reason, "Why nothing is compared.");
}

const MeasuredRow& Suite::row(const std::string& id) const {
  return *std::find_if(rows.begin(), rows.end(),
                       [&](const MeasuredRow& candidate) { return candidate.id == id; });
}

Suite read_suite(const std::filesystem::path& file) {
  const NodePtr tree = arch::base::load(file);
  DiagnosticSink sink;
  Suite suite;
  suite.file = file;
  suite.name = file.stem().string();
  SuiteRoot root{suite, {}, {}, {}, {}, {}, {}};
  arch::base::read_described(*tree, sink, [&](FieldVisitor& visit) { describe(visit, root); });
  suite.cases = read_list<SuiteCase>(root.cases, sink);
  suite.no_twin = read_list<NoTwin>(root.no_twin, sink);
  suite.ratios = read_list<RowPair>(root.ratios, sink);
  suite.differences = read_list<RowPair>(root.differences, sink);
  suite.sensitivity = read_list<Variation>(root.sensitivity, sink);
  suite.variants = read_list<Variation>(root.variants, sink);
  sink.throw_if_any<ConfigError>();
  suite.rows = read_measured(file.parent_path() / suite.data);
  suite.data_hash = content_hash_text(text_of(suite.rows));
  SuiteCheck(suite, sink).run();
  sink.throw_if_any<ConfigError>();
  return suite;
}

std::string document_suite() {
  Suite suite;
  SuiteRoot root{suite, {}, {}, {}, {}, {}, {}};
  return "| key | type | default | range | meaning |\n|---|---|---|---|---|\n" +
         arch::base::document_described([&](FieldVisitor& visit) { describe(visit, root); }, "") +
         arch::base::document_fields<SuiteCase>("cases[]") +
         arch::base::document_fields<RowPair>("ratios[], differences[]") +
         arch::base::document_fields<Variation>("sensitivity[], variants[]") +
         arch::base::document_fields<NoTwin>("no_twin[]") + document_metrics();
}

}  // namespace bspike::tools
