// Owns expanding a sweep and resolving its points.
#include "tools/sweep/points.hpp"

#include <algorithm>
#include <set>

#include "tools/driver/content_hash.hpp"
#include "tools/driver/experiment.hpp"
#include "tools/driver/micro_run.hpp"
#include "tools/sweep/setting.hpp"

namespace bspike::tools {

using arch::base::ConfigError;
using arch::base::Diagnostic;
using arch::base::DiagnosticSink;

namespace {

std::uint64_t length_of(const AxisGroup& group) { return group.front().values.size(); }

std::string id_of(const std::vector<Setting>& settings) {
  std::string id;
  for (const Setting& setting : settings)
    id += (id.empty() ? "" : " ") + setting.key + "=" + setting.text;
  return id;
}

// The settings of the axes at one combination; the last axis turns fastest.
std::vector<Setting> combination(const Sweep& sweep, std::uint64_t index) {
  std::vector<Setting> settings;
  for (auto group = sweep.groups.rbegin(); group != sweep.groups.rend(); ++group) {
    const std::uint64_t at = index % length_of(*group);
    index /= length_of(*group);
    for (auto axis = group->rbegin(); axis != group->rend(); ++axis)
      settings.push_back(axis->values[at]);
  }
  std::reverse(settings.begin(), settings.end());
  return settings;
}

Lookup lookup_in(const std::vector<Setting>& settings) {
  return [&settings](const std::string& key) -> std::optional<std::string> {
    for (auto setting = settings.rbegin(); setting != settings.rend(); ++setting)
      if (setting->key == key) return setting->text;
    return std::nullopt;
  };
}

Point point_of(const Sweep& sweep, std::string id, const std::vector<Setting>& own) {
  Point point{std::move(id), sweep.fixed, ""};
  point.settings.insert(point.settings.end(), own.begin(), own.end());
  fill_in_variables(point.settings);
  return point;
}

void refuse_too_many(const Sweep& sweep) {
  const std::uint64_t count = combinations(sweep);
  if (count <= kMostPoints) return;
  const std::string number =
      count == UINT64_MAX ? "more than 18446744073709551615" : std::to_string(count);
  arch::base::raise<ConfigError>(
      {sweep.file.string(), 0, 0}, "axes",
      "the axes have " + number + " combinations, expected at most " + std::to_string(kMostPoints),
      "give fewer values, zip axes, or split the sweep");
}

void add_combinations(const Sweep& sweep, std::vector<Point>& points) {
  if (sweep.groups.empty()) return;
  for (std::uint64_t i = 0; i < combinations(sweep); ++i) {
    const std::vector<Setting> own = combination(sweep, i);
    Point point = point_of(sweep, id_of(own), own);
    if (all_hold(sweep.conditions, lookup_in(point.settings))) points.push_back(std::move(point));
  }
}

void refuse_equal_names(const Sweep& sweep, const std::vector<Point>& points) {
  std::set<std::string> ids;
  for (const Point& point : points) {
    if (ids.insert(point.id).second) continue;
    arch::base::raise<ConfigError>({sweep.file.string(), 0, 0}, "",
                                   "two points are the same: " + point.id,
                                   "an axis names a value twice, or a point has their name");
  }
}

std::string configuration_of(const Sweep& sweep, const Point& point, bool micro) {
  Overrides overrides;
  overrides.sets = set_arguments(point.settings);
  if (micro) return micro_configuration(sweep.base, overrides);
  return read_experiment(sweep.base, overrides).configuration;
}

// A problem of a `--set` is told where the sweep file sets it.
Diagnostic at_setting(Diagnostic problem, const Point& point) {
  for (const Setting& setting : point.settings)
    if (problem.where.file == "--set " + setting.key + "=" + setting.argument)
      problem.where = setting.where;
  return problem;
}

}  // namespace

std::uint64_t combinations(const Sweep& sweep) {
  if (sweep.groups.empty()) return 0;
  std::uint64_t product = 1;
  for (const AxisGroup& group : sweep.groups) {
    if (product > UINT64_MAX / length_of(group)) return UINT64_MAX;
    product *= length_of(group);
  }
  return product;
}

std::vector<Point> expand(const Sweep& sweep) {
  refuse_too_many(sweep);
  std::vector<Point> points;
  add_combinations(sweep, points);
  for (const NamedPoint& named : sweep.named)
    points.push_back(point_of(sweep, named.name, named.settings));
  refuse_equal_names(sweep, points);
  if (!points.empty()) return points;
  arch::base::raise<ConfigError>({sweep.file.string(), 0, 0}, "only",
                                 "the conditions drop every point", "loosen one of them");
}

void resolve(const Sweep& sweep, std::vector<Point>& points) {
  constexpr std::size_t kEnough = 20;  // problems of one sweep
  const bool micro = is_micro_file(sweep.base);
  DiagnosticSink sink;
  for (Point& point : points) {
    try {
      point.configuration_hash = content_hash_text(configuration_of(sweep, point, micro));
    } catch (const ConfigError& error) {
      for (const Diagnostic& problem : error.diagnostics()) sink.add(at_setting(problem, point));
    }
    if (sink.diagnostics().size() >= kEnough) break;
  }
  sink.throw_if_any<ConfigError>();
}

}  // namespace bspike::tools
