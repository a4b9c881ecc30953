// Owns running a suite's twins and holding them against the table.
#include "tools/validate/comparison.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "sim/retime.hpp"
#include "tools/validate/metrics.hpp"

namespace bspike::tools {

namespace {

constexpr double kRatioTolerance = 0.05;  // the least that two measured points' ratio is held to

// One twin's value under the suite's own constants and under each variation.
std::vector<double> values_of(const Suite& suite, const SuiteCase& one, const Twin& twin) {
  const Metric& metric = metric_of(one);
  std::vector<double> values{metric.value(twin.result, twin.machine, one)};
  for (const Variation& variation : suite.sensitivity) {
    const arch::Machine machine = varied_machine(twin, variation.set);
    const sim::RunResult retimed =
        sim::retime(twin.image, twin.machine, machine, twin.result, variation.kinds);
    values.push_back(metric.value(retimed, machine, one));
  }
  return values;
}

double reading(double value, double step) {
  return step == 0 ? value : std::ceil(value / step) * step;
}

void subtract(std::vector<double>& values, const std::vector<double>& others) {
  for (std::size_t i = 0; i < values.size(); ++i) values[i] -= others[i];
}

std::vector<KindCycles> kinds_of(const sim::RunResult& result) {
  const auto active =
      static_cast<double>(std::count_if(result.tiles.begin(), result.tiles.end(),
                                        [](const sim::TileTimes& tile) { return tile.active; }));
  std::vector<KindCycles> kinds;
  const auto steps = static_cast<double>(result.steps);
  for (const sim::SuperstepKindRow& row : result.kinds) {
    KindCycles kind;
    kind.kind = row.phase + (row.layer.empty() ? "" : "/" + row.layer) + "/" + row.kind;
    kind.count = static_cast<double>(row.count) / steps;
    kind.compute = static_cast<double>(row.cycles.compute_cycles) / steps;
    kind.launch = static_cast<double>(row.cycles.launch_cycles) / steps;
    kind.sync = static_cast<double>(row.cycles.sync_cycles) / steps;
    kind.exchange = static_cast<double>(row.cycles.exchange_cycles) / steps;
    kind.wait = static_cast<double>(row.wait_cycles) / active / steps;
    kind.pieces = static_cast<double>(row.exchange_pieces) / static_cast<double>(row.count);
    kind.source_changes = static_cast<double>(row.source_changes);
    kinds.push_back(std::move(kind));
  }
  return kinds;
}

std::vector<std::string> with_last(std::vector<std::string> sets, const std::string& set) {
  sets.push_back(set);
  return sets;
}

class Comparer {
 public:
  Comparer(const Suite& suite, const Watcher& watcher) : suite_(suite), watcher_(watcher) {
    comparison_.suite = &suite;
  }

  Comparison run() {
    const auto begin = std::chrono::steady_clock::now();
    for (const SuiteCase& one : suite_.cases) add_case(one);
    if (comparison_.cut) return std::move(comparison_);
    for (const RowPair& pair : suite_.ratios) comparison_.ratios.push_back(ratio(pair));
    for (const RowPair& pair : suite_.differences)
      comparison_.differences.push_back(difference(pair));
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    comparison_.wall_seconds = wall.count();
    return std::move(comparison_);
  }

 private:
  void add_case(const SuiteCase& one) {
    const std::size_t first = comparison_.rows.size();
    for (std::size_t row = 0; row < one.ids.size(); ++row) {
      comparison_.rows.push_back(compare_row(one, row));
      if (comparison_.cut) return;
      if (one.ids.size() > 1) set_differences(comparison_.rows[first], comparison_.rows.back());
    }
    if (!one.points.empty()) add_line(one, first);
  }

  // Asked before a twin is run.
  bool is_cut() {
    comparison_.cut = comparison_.cut || (watcher_.stop != nullptr && watcher_.stop->load());
    return comparison_.cut;
  }

  ComparedRow compare_row(const SuiteCase& one, std::size_t row) {
    if (is_cut()) return {};
    const Twin twin = run_twin(suite_, one, row, {}, watcher_);
    comparison_.machines.emplace(twin.machine.name, twin.machine);
    std::vector<double> values = values_of(suite_, one, twin);
    if (!one.less.empty())
      subtract(values, values_of(suite_, one, run_twin(suite_, one, row, {one.less}, watcher_)));
    add_variants(one, row, values);
    for (double& value : values) value /= one.divide_by;
    const double unrounded = values[0];
    for (double& value : values) value = reading(value, one.reading_step);
    ComparedRow result;
    result.measured = &suite_.row(one.ids[row]);
    result.case_name = one.name;
    result.metric = metric_of(one).name;
    if (!one.vary.empty()) result.parameter = one.vary + "=" + one.values[row];
    if (!one.runs.empty()) result.parameter = one.runs[row];
    result.machine = twin.machine.name;
    result.clock_hz = twin.machine.clock_hz;
    result.simulated = values[0];
    result.unrounded = unrounded;
    result.by_difference = one.compare == static_cast<int>(Compared::kDifference);
    result.sensitivity.assign(values.begin() + 1, values.end());
    if (suite_.breakdown) result.kinds = kinds_of(twin.result);
    return result;
  }

  void add_variants(const SuiteCase& one, std::size_t row, std::vector<double>& values) {
    for (const Variation& variant : suite_.variants) {
      if (is_cut()) return;
      double value = value_of(one, row, variant.set);
      if (!one.less.empty()) value -= value_of(one, row, with_last(variant.set, one.less));
      values.push_back(value);
    }
  }

  [[nodiscard]] double value_of(const SuiteCase& one, std::size_t row,
                                const std::vector<std::string>& set) const {
    const Twin twin = run_twin(suite_, one, row, set, watcher_);
    return metric_of(one).value(twin.result, twin.machine, one);
  }

  static void set_differences(const ComparedRow& first, ComparedRow& row) {
    row.measured_difference = row.measured->value - first.measured->value;
    row.simulated_difference = row.simulated - first.simulated;
  }

  void add_line(const SuiteCase& one, std::size_t first) {
    std::vector<double> measured, simulated;
    for (std::size_t i = first; i < comparison_.rows.size(); ++i) {
      measured.push_back(comparison_.rows[i].measured->value);
      simulated.push_back(comparison_.rows[i].unrounded);
    }
    comparison_.lines.push_back({one.name, one.abscissa, metric_of(one).unit,
                                 fit_line(one.points, measured), fit_line(one.points, simulated)});
  }

  [[nodiscard]] const ComparedRow& found(const std::string& id) const {
    return *std::find_if(comparison_.rows.begin(), comparison_.rows.end(),
                         [&](const ComparedRow& row) { return row.measured->id == id; });
  }

  [[nodiscard]] ComparedPair ratio(const RowPair& pair) const {
    const ComparedRow& of = found(pair.of);
    const ComparedRow& to = found(pair.to);
    ComparedPair result{pair.of, pair.to, of.measured->value / to.measured->value,
                        of.simulated / to.simulated, std::nullopt};
    const auto a = of.measured->half_width(), b = to.measured->half_width();
    const double share_a = a.value_or(0) / of.measured->value;
    const double share_b = b.value_or(0) / to.measured->value;
    const double both = std::sqrt(share_a * share_a + share_b * share_b);
    result.allowed = std::max(both, kRatioTolerance);
    return result;
  }

  [[nodiscard]] ComparedPair difference(const RowPair& pair) const {
    const ComparedRow& of = found(pair.of);
    const ComparedRow& to = found(pair.to);
    return {pair.of, pair.to, of.measured->value - to.measured->value, of.simulated - to.simulated,
            std::nullopt};
  }

  const Suite& suite_;
  const Watcher& watcher_;
  Comparison comparison_;
};

}  // namespace

std::optional<double> ComparedRow::headline_error() const {
  if (!by_difference) return error();
  if (!measured_difference || measured_difference == 0.0) return std::nullopt;
  return *simulated_difference - *measured_difference;
}

double Comparison::mean_absolute_relative_error() const {
  double sum = 0;
  for (const ComparedRow& row : rows) sum += std::abs(row.relative_error());
  return rows.empty() ? 0 : sum / static_cast<double>(rows.size());
}

Line fit_line(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<double>(x.size());
  double mean_x = 0, mean_y = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    mean_x += x[i] / n;
    mean_y += y[i] / n;
  }
  double along = 0, across = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    along += (x[i] - mean_x) * (x[i] - mean_x);
    across += (x[i] - mean_x) * (y[i] - mean_y);
  }
  const double slope = along == 0 ? 0 : across / along;
  return {slope, mean_y - slope * mean_x};
}

Comparison compare(const Suite& suite, const Watcher& watcher) {
  return Comparer(suite, watcher).run();
}

}  // namespace bspike::tools
