// Owns reading a sweep file.
#include "tools/sweep/sweep_file.hpp"

#include <algorithm>
#include <set>

#include "arch/base/fields.hpp"
#include "tools/driver/config_path.hpp"
#include "tools/sweep/axis_values.hpp"
#include "tools/sweep/setting.hpp"
#include "tools/sweep/tables.hpp"

namespace bspike::tools {

using arch::base::ConfigError;
using arch::base::DiagnosticSink;
using arch::base::FieldVisitor;
using arch::base::Node;
using arch::base::NodeKind;
using arch::base::NodePtr;
using arch::base::Unit;

void describe(FieldVisitor& visit, PointLimits& limits) {
  visit.option("time", limits.seconds, Unit::kSeconds, {0.001, 1e7},
               "A point that takes longer is ended and recorded as timed out.");
  visit.option("memory", limits.bytes, Unit::kBytes, {0, 1e15},
               "A point that holds more is ended and recorded as out of memory; 0: an equal share "
               "of the host's memory.");
}

namespace {

// A sweep file as it is written.
struct SweepFields {
  std::string name, description;
  NodePtr base, set, axes, only, points;
  PointLimits limits;
  std::vector<std::string> columns;
  NodePtr tables;
};

void describe(FieldVisitor& visit, SweepFields& fields) {
  visit.text("name", fields.name, "Name of the sweep; its file's name if absent.", false);
  visit.text("description", fields.description, "What it shows.", false);
  visit.subtree("base", fields.base, "Run file that every point starts from.");
  visit.subtree("set", fields.set, "Keys of it that are set for all points.", false);
  visit.subtree("axes", fields.axes, "List of axes; each combination of their values is a point.",
                false);
  visit.subtree("only", fields.only,
                "List of conditions, e.g. network.batch <= 64: combinations that break one are "
                "dropped.",
                false);
  visit.subtree("points", fields.points, "Further points by name, each with the keys that it sets.",
                false);
  visit.section("limits", fields.limits, "Limits of one point.", false);
  visit.texts("columns", fields.columns, "Further numbers of the report, by their path.", false);
  visit.subtree("tables", fields.tables, "List of tables for documents and reports.", false);
}

// Problems of one part do not hide those of the others.
template <class Body>
void gathering(DiagnosticSink& sink, Body body) {
  try {
    body();
  } catch (const ConfigError& error) {
    for (const arch::base::Diagnostic& problem : error.diagnostics()) sink.add(problem);
  }
}

void require(const Node& node, NodeKind kind, const char* wanted) {
  if (node.kind == kind) return;
  arch::base::raise<ConfigError>(node.where, node.key_path, std::string("expected ") + wanted);
}

void read_base(Sweep& sweep, const Node& node) {
  require(node, NodeKind::kScalar, "the name of a run file");
  sweep.base = find_config(node.scalar, "runs", node.where);
  std::error_code ignored;
  if (std::filesystem::exists(sweep.base, ignored)) return;
  arch::base::raise<ConfigError>(node.where, node.key_path, "no such file: " + sweep.base.string(),
                                 "the path is relative to the sweep file");
}

void refuse_repeated_key(const Node& node, const Axis& axis, std::set<std::string>& keys) {
  if (keys.insert(axis.key).second) return;
  arch::base::raise<ConfigError>(node.where, node.key_path,
                                 "another axis has the key " + axis.key + " already",
                                 "put all its values into one axis");
}

void read_axes(Sweep& sweep, const Node& axes, DiagnosticSink& sink) {
  require(axes, NodeKind::kSequence, "a list of axes");
  std::set<std::string> keys;
  for (const NodePtr& entry : axes.items) {
    gathering(sink, [&] {
      AxisGroup group = read_axis_group(*entry, sink);
      for (const Axis& axis : group) refuse_repeated_key(*entry, axis, keys);
      sweep.groups.push_back(std::move(group));
    });
  }
}

void refuse_unknown_key(const Sweep& sweep, const Condition& condition) {
  std::vector<std::string> keys = axis_keys(sweep);
  for (const Setting& setting : sweep.fixed) keys.push_back(setting.key);
  if (std::find(keys.begin(), keys.end(), condition.key) != keys.end()) return;
  const std::string near = arch::base::nearest_word(condition.key, keys);
  arch::base::raise<ConfigError>(
      condition.where, "", "no axis has the key " + condition.key,
      near.empty() ? "a condition is on keys of axes" : "did you mean '" + near + "'?");
}

void read_conditions(Sweep& sweep, const Node& only, DiagnosticSink& sink) {
  require(only, NodeKind::kSequence, "a list of conditions");
  for (const NodePtr& item : only.items) {
    gathering(sink, [&] {
      require(*item, NodeKind::kScalar, "a condition");
      for (Condition& condition : parse_conditions(item->scalar, item->where)) {
        refuse_unknown_key(sweep, condition);
        sweep.conditions.push_back(std::move(condition));
      }
    });
  }
}

void read_named(Sweep& sweep, const Node& points, DiagnosticSink& sink) {
  require(points, NodeKind::kMapping, "a mapping of names to keys");
  for (const Node::Entry& entry : points.entries) {
    gathering(sink, [&] {
      require(*entry.value, NodeKind::kMapping, "a mapping of keys to values");
      sweep.named.push_back({entry.key, settings_of(*entry.value)});
    });
  }
}

// As far as the file tells: the names of its axes and columns.
Results columns_only(const Sweep& sweep) {
  Results results;
  for (const std::string& key : axis_keys(sweep)) results.axes.push_back({key, ""});
  for (const std::string& name : column_names(sweep)) results.columns.push_back({name, ""});
  return results;
}

void read_tables(Sweep& sweep, const Node& tables, DiagnosticSink& sink) {
  require(tables, NodeKind::kSequence, "a list of tables");
  const Results known = columns_only(sweep);
  for (const NodePtr& item : tables.items) {
    gathering(sink, [&] {
      require(*item, NodeKind::kScalar, "a table");
      require_columns(known, parse_table(item->scalar, item->where));
      sweep.tables.push_back(item->scalar);
    });
  }
}

void read_parts(Sweep& sweep, const SweepFields& fields, DiagnosticSink& sink) {
  if (fields.base) gathering(sink, [&] { read_base(sweep, *fields.base); });
  if (fields.set)
    gathering(sink, [&] {
      require(*fields.set, NodeKind::kMapping, "a mapping of keys to values");
      sweep.fixed = settings_of(*fields.set);
    });
  if (fields.axes) gathering(sink, [&] { read_axes(sweep, *fields.axes, sink); });
  if (fields.only && sink.empty())
    gathering(sink, [&] { read_conditions(sweep, *fields.only, sink); });
  if (fields.points) gathering(sink, [&] { read_named(sweep, *fields.points, sink); });
  if (fields.tables) gathering(sink, [&] { read_tables(sweep, *fields.tables, sink); });
}

void refuse_no_points(const Sweep& sweep, const Node& root) {
  if (!sweep.groups.empty() || !sweep.named.empty()) return;
  arch::base::raise<ConfigError>(root.where, "", "the sweep has neither axes nor points",
                                 "see configs/sweeps/");
}

}  // namespace

Sweep read_sweep(const std::filesystem::path& file) {
  const NodePtr root = arch::base::load(file);
  require(*root, NodeKind::kMapping, "a sweep file: a mapping with base and axes");
  DiagnosticSink sink;
  const auto fields = arch::base::read_fields<SweepFields>(*root, sink);
  Sweep sweep;
  sweep.file = file;
  sweep.name = fields.name.empty() ? file.stem().string() : fields.name;
  sweep.description = fields.description;
  sweep.limits = fields.limits;
  sweep.columns = fields.columns;
  read_parts(sweep, fields, sink);
  sink.throw_if_any<ConfigError>();
  refuse_no_points(sweep, *root);
  return sweep;
}

std::vector<std::string> axis_keys(const Sweep& sweep) {
  std::vector<std::string> keys;
  for (const AxisGroup& group : sweep.groups)
    for (const Axis& axis : group) keys.push_back(axis.key);
  for (const NamedPoint& point : sweep.named)
    for (const Setting& setting : point.settings)
      if (std::find(keys.begin(), keys.end(), setting.key) == keys.end())
        keys.push_back(setting.key);
  return keys;
}

std::string document_sweep_file() {
  const std::string head = "| key | type | default | range | meaning |\n|---|---|---|---|---|\n";
  return head + arch::base::document_fields<SweepFields>("") + "\nAn axis:\n\n" + head +
         arch::base::document_fields<AxisEntry>("");
}

}  // namespace bspike::tools
