// Owns what a suite comes to: each row beside its twin, lines, ratios, differences, sensitivities.
// Contract: a value of the twin never depends on the measurement; nothing is fitted to it but the
// lines that are reported.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tools/validate/twin.hpp"

namespace bspike::tools {

// A superstep kind of one twin, a step. All along the critical path but `wait`, the mean over
// active tiles, and what the exchange of one superstep consists of.
struct KindCycles {
  std::string kind;
  double count = 0, compute = 0, launch = 0, sync = 0, exchange = 0, wait = 0;
  double pieces = 0;          // sent, a superstep
  double source_changes = 0;  // the most at one receiver, a superstep
};

struct ComparedRow {
  const MeasuredRow* measured = nullptr;
  std::string case_name;
  std::string metric;
  std::string parameter;  // KEY=VALUE of the row, or its run file
  std::string machine;
  double clock_hz = 0;
  double simulated = 0;
  double unrounded = 0;  // simulated, before it is read with the instrument's step
  std::optional<double> measured_difference, simulated_difference;  // to the case's first row
  bool by_difference = false;
  std::vector<double> sensitivity;  // by variation, then by variant
  std::vector<KindCycles> kinds;

  [[nodiscard]] double error() const { return simulated - measured->value; }
  [[nodiscard]] double relative_error() const { return error() / measured->value; }
  // In the row's unit, as the case compares; absent for the first row of differences.
  [[nodiscard]] std::optional<double> headline_error() const;
};

// Least squares over a case's points.
struct Line {
  double slope = 0;
  double intercept = 0;
};

struct LineFit {
  std::string case_name, abscissa, unit;
  Line measured, simulated;
};

struct ComparedPair {
  std::string of, to;
  double measured = 0, simulated = 0;
  std::optional<double>
      allowed;  // from the uncertainties of both: of a ratio relative, else absolute
};

struct Comparison {
  const Suite* suite = nullptr;
  std::vector<ComparedRow> rows;
  std::vector<LineFit> lines;
  std::vector<ComparedPair> ratios, differences;
  std::map<std::string, arch::Machine> machines;  // that twins ran on
  double wall_seconds = 0;
  bool cut = false;  // interrupted: rows are missing, and what is made of them

  [[nodiscard]] double mean_absolute_relative_error() const;
};

[[nodiscard]] Line fit_line(const std::vector<double>& x, const std::vector<double>& y);
[[nodiscard]] Comparison compare(const Suite& suite, const Watcher& watcher);

}  // namespace bspike::tools
