// Owns reading one entry of a sweep's axes.
#include "tools/sweep/axis_values.hpp"

#include <charconv>
#include <cmath>

#include "arch/base/fp_math.hpp"
#include "tools/sweep/setting.hpp"

namespace bspike::tools {

using arch::base::ConfigError;
using arch::base::DiagnosticSink;
using arch::base::FieldVisitor;
using arch::base::Node;
using arch::base::NodeKind;
using arch::base::NodePtr;
using arch::base::SourceLocation;
using arch::base::Unit;

namespace {

struct Number {
  double value = 0;
  std::string unit;
};

[[noreturn]] void refuse(const Node& node, const std::string& message, const std::string& hint) {
  arch::base::raise<ConfigError>(node.where, node.key_path, message, hint);
}

Number number_of(const Node& node) {
  Number number;
  const char* last = node.scalar.data() + node.scalar.size();
  const auto [end, error] = std::from_chars(node.scalar.data(), last, number.value);
  if (node.kind != NodeKind::kScalar || error != std::errc{} || !std::isfinite(number.value))
    refuse(node, "expected a number, with its unit if it has one", "e.g. 64, 30cycles, 400KiB");
  number.unit = std::string(end, last);
  return number;
}

std::string text_of(double value) {
  char text[64];
  const bool whole = value == std::floor(value) && std::abs(value) < 1e15;
  const auto end = whole ? std::to_chars(text, text + 64, static_cast<long long>(value)).ptr
                         : std::to_chars(text, text + 64, value).ptr;
  return {text, end};
}

// A range with its ends read.
struct RangeOf {
  const Node& node;  // the entry, for messages
  double from, to;
  std::string unit;
  Spacing spacing;
  double step;          // of a linear range; 0: `count` decides
  std::uint64_t count;  // 0: the step, or the base of the logarithm, decides
};

bool is_log(const RangeOf& range) { return range.spacing != Spacing::kLinear; }

double base_of(const RangeOf& range) { return range.spacing == Spacing::kLog2 ? 2 : 10; }

std::uint64_t count_by_factor(const RangeOf& range) {
  std::uint64_t count = 0;
  for (double value = range.from; value <= range.to; value *= base_of(range)) ++count;
  return count;
}

std::uint64_t count_of(const RangeOf& range) {
  if (range.count != 0) return range.count;
  if (is_log(range)) return count_by_factor(range);
  const double steps = std::floor((range.to - range.from) / range.step * (1 + 1e-12));
  return steps < 1e18 ? static_cast<std::uint64_t>(steps) + 1 : UINT64_MAX;
}

double value_at(const RangeOf& range, std::uint64_t index, std::uint64_t count) {
  const auto at = static_cast<double>(index);
  if (range.count == 0 && !is_log(range)) return range.from + at * range.step;
  if (range.count == 0) {
    double value = range.from;
    for (std::uint64_t i = 0; i < index; ++i) value *= base_of(range);
    return value;
  }
  if (index + 1 == count) return range.to;
  const double share = count > 1 ? at / static_cast<double>(count - 1) : 0;
  if (!is_log(range)) return range.from + share * (range.to - range.from);
  return range.from * arch::base::exp_f64(share * arch::base::ln_f64(range.to / range.from));
}

void check_range(const RangeOf& range) {
  if (range.to < range.from)
    refuse(range.node, "the range ends before it begins", "write the smaller number as `from`");
  if (is_log(range) && range.from <= 0)
    refuse(range.node, "a logarithmic range begins above 0", "or use spacing: linear");
  if (!is_log(range) && range.count == 0 && range.step <= 0)
    refuse(range.node, "a linear range needs a `step` above 0, or a `count`", "");
  const std::uint64_t count = count_of(range);
  if (count > kMostPoints)
    refuse(range.node,
           "the axis has " + std::to_string(count) + " values, expected at most " +
               std::to_string(kMostPoints),
           "give a larger step or a smaller count");
}

// Whole ends make whole values; those that rounding makes equal are one.
std::vector<std::string> values_of(const RangeOf& range) {
  const bool whole = range.from == std::floor(range.from) && range.to == std::floor(range.to) &&
                     range.step == std::floor(range.step);
  const std::uint64_t count = count_of(range);
  std::vector<std::string> texts;
  for (std::uint64_t i = 0; i < count; ++i) {
    const double value = value_at(range, i, count);
    std::string text = text_of(whole ? std::round(value) : value) + range.unit;
    if (texts.empty() || texts.back() != text) texts.push_back(std::move(text));
  }
  return texts;
}

RangeOf range_of(const Node& node, const AxisEntry& entry) {
  const Number from = number_of(*entry.from);
  const Number to = number_of(*entry.to);
  const Number step = entry.step ? number_of(*entry.step) : Number{0, from.unit};
  if (from.unit != to.unit || from.unit != step.unit)
    refuse(*entry.to,
           "the numbers of a range have one unit, found \"" + from.unit + "\" and \"" +
               (from.unit != to.unit ? to.unit : step.unit) + "\"",
           "write both with the same unit");
  return {node,       from.value, to.value, from.unit, static_cast<Spacing>(entry.spacing),
          step.value, entry.count};
}

Axis axis_of_range(const Node& node, const AxisEntry& entry) {
  const RangeOf range = range_of(node, entry);
  check_range(range);
  Axis axis{entry.key, {}};
  for (const std::string& text : values_of(range))
    axis.values.push_back({entry.key, text, text, entry.from->where});
  return axis;
}

Axis axis_of_list(const AxisEntry& entry) {
  const Node& list = *entry.values;
  if (list.kind != NodeKind::kSequence)
    refuse(list, "expected a list of values", "e.g. values: [8, 16, 32]");
  if (list.items.empty())
    refuse(list, "the axis " + entry.key + " has no values",
           "list at least one, or leave the axis out");
  Axis axis{entry.key, {}};
  for (const NodePtr& item : list.items) axis.values.push_back(setting_of(entry.key, *item));
  return axis;
}

Axis read_axis(const Node& node, const AxisEntry& entry) {
  if (entry.key.empty()) refuse(node, "an axis needs a `key`, or `zip` with axes", "");
  const bool range = entry.from || entry.to;
  if (range == static_cast<bool>(entry.values))
    refuse(node, "the axis " + entry.key + " needs either `values` or `from` and `to`",
           "e.g. values: [8, 16], or from: 8, to: 64, spacing: log2");
  if (!range) return axis_of_list(entry);
  if (!entry.from || !entry.to) refuse(node, "a range needs both `from` and `to`", "");
  return axis_of_range(node, entry);
}

void refuse_uneven(const Node& node, const AxisGroup& group) {
  for (const Axis& axis : group) {
    if (axis.values.size() == group.front().values.size()) continue;
    refuse(node,
           "zipped axes have equally many values, found " +
               std::to_string(group.front().values.size()) + " of " + group.front().key + " and " +
               std::to_string(axis.values.size()) + " of " + axis.key,
           "");
  }
}

AxisEntry entry_of(const Node& node, DiagnosticSink& sink) {
  if (node.kind != NodeKind::kMapping)
    refuse(node, "an axis is a mapping", "e.g. - {key: network.batch, values: [8, 16, 32]}");
  return arch::base::read_fields<AxisEntry>(node, sink);
}

}  // namespace

void describe(FieldVisitor& visit, AxisEntry& entry) {
  visit.text("key", entry.key, "Dotted key of the run file that the axis sets.", false);
  visit.subtree("values", entry.values, "List of its values.", false);
  visit.subtree("from", entry.from, "First number of a range, with its unit.", false);
  visit.subtree("to", entry.to, "Last number of it.", false);
  visit.choice(
      "spacing", entry.spacing, {"linear", "log2", "log10"},
      "How the range is divided; logarithmic ones without a count double, or grow tenfold.", false);
  visit.subtree("step", entry.step, "Distance of the numbers of a linear range.", false);
  visit.option("count", entry.count, Unit::kNone, {0, 1e18}, "How many numbers the range has.");
  visit.subtree("zip", entry.zip, "List of axes whose values advance together.", false);
}

AxisGroup read_axis_group(const Node& node, DiagnosticSink& sink) {
  const AxisEntry entry = entry_of(node, sink);
  if (!entry.zip) return {read_axis(node, entry)};
  if (entry.zip->kind != NodeKind::kSequence || entry.zip->items.empty())
    refuse(*entry.zip, "expected a list of axes", "");
  AxisGroup group;
  for (const NodePtr& item : entry.zip->items)
    group.push_back(read_axis(*item, entry_of(*item, sink)));
  refuse_uneven(node, group);
  return group;
}

}  // namespace bspike::tools
