// Owns the Markdown form of a comparison.
#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include "tools/validate/comparison_text.hpp"
#include "tools/validate/metrics.hpp"

namespace bspike::tools {

namespace {

constexpr double kGiga = 1e9;

std::string signed_number(double value) { return (value < 0 ? "" : "+") + short_number(value); }

std::string percent(double share) { return signed_number(std::round(share * 1000) / 10) + " %"; }

std::string optional_number(const std::optional<double>& value) {
  return value ? signed_number(*value) : "";
}

void write_head(std::ostringstream& out, const Comparison& comparison) {
  const Suite& suite = *comparison.suite;
  out << "## " << suite.title << "\n\n";
  if (!suite.about.empty()) out << suite.about << "\n\n";
  out << "Suite `" << suite.name << "`, table `" << suite.data << "` (" << suite.rows.size()
      << " rows, hash " << suite.data_hash << ").";
  const char* separator = " Machines: ";
  for (const auto& [name, machine] : comparison.machines) {
    out << separator << name << " at " << short_number(machine.clock_hz / kGiga) << " GHz";
    separator = ", ";
  }
  out << (comparison.machines.empty() ? "\n" : ".\n");
  if (!suite.assumptions.empty()) out << "\nAssumed:\n\n";
  for (const std::string& assumption : suite.assumptions) out << "* " << assumption << "\n";
}

void write_summary(std::ostringstream& out, const Comparison& comparison) {
  double worst = 0, worst_difference = 0;
  for (const ComparedRow& row : comparison.rows) {
    worst = std::max(worst, std::abs(row.relative_error()));
    if (row.by_difference)
      worst_difference = std::max(worst_difference, std::abs(row.headline_error().value_or(0)));
  }
  out << "\n"
      << comparison.rows.size() << " rows; mean absolute error "
      << percent(comparison.mean_absolute_relative_error()).substr(1) << ", largest "
      << percent(worst).substr(1);
  if (worst_difference > 0)
    out << "; largest error of a difference " << short_number(worst_difference) << " cycles";
  out << ".\n";
}

// Differences to the first row, where a case asks for them.
void write_difference_cells(std::ostringstream& out, const ComparedRow& row) {
  std::optional<double> error;
  if (row.measured_difference) error = *row.simulated_difference - *row.measured_difference;
  out << " " << optional_number(row.measured_difference) << " | "
      << optional_number(row.simulated_difference) << " | " << optional_number(error) << " |";
}

void write_rows(std::ostringstream& out, const Comparison& comparison) {
  const bool differences = std::any_of(comparison.rows.begin(), comparison.rows.end(),
                                       [](const ComparedRow& row) { return row.by_difference; });
  out << "\n| row | case | parameter | unit | measured | simulated | error | error, relative | "
         "uncertainty of the measurement |"
      << (differences ? " difference measured | difference simulated | its error |" : "")
      << "\n|---|---|---|---|---|---|---|---|---|" << (differences ? "---|---|---|" : "") << "\n";
  for (const ComparedRow& row : comparison.rows) {
    out << "| " << row.measured->id << " | " << row.case_name << " | " << row.parameter << " | "
        << row.measured->unit << " | " << short_number(row.measured->value) << " | "
        << short_number(row.simulated) << " | " << signed_number(row.error()) << " | "
        << percent(row.relative_error()) << " | " << row.measured->uncertainty << " |";
    if (differences) write_difference_cells(out, row);
    out << "\n";
  }
}

void write_metrics(std::ostringstream& out, const Comparison& comparison) {
  std::set<std::string> told;
  out << "\nWhat is taken from the simulated run:\n\n";
  for (const ComparedRow& row : comparison.rows) {
    if (!told.insert(row.metric).second) continue;
    for (const Metric& metric : metric_table()) {
      if (metric.name == row.metric)
        out << "* `" << metric.name << "` (" << metric.unit << "): " << metric.sentence << "\n";
    }
  }
}

void write_lines(std::ostringstream& out, const Comparison& comparison) {
  if (comparison.lines.empty()) return;
  out << "\nLines through the rows of a case (least squares):\n\n"
         "| case | over | slope measured | slope simulated | intercept measured | intercept "
         "simulated |\n|---|---|---|---|---|---|\n";
  for (const LineFit& line : comparison.lines) {
    out << "| " << line.case_name << " | " << line.abscissa << " | "
        << short_number(line.measured.slope) << " | " << short_number(line.simulated.slope) << " | "
        << short_number(line.measured.intercept) << " | " << short_number(line.simulated.intercept)
        << " |\n";
  }
}

void write_pairs(std::ostringstream& out, const Comparison& comparison) {
  if (!comparison.ratios.empty())
    out << "\nRatios of rows:\n\n| ratio | measured | simulated | error | allowed |\n"
           "|---|---|---|---|---|\n";
  for (const ComparedPair& pair : comparison.ratios) {
    out << "| " << pair.of << " / " << pair.to << " | " << short_number(pair.measured) << " | "
        << short_number(pair.simulated) << " | " << percent(pair.simulated / pair.measured - 1)
        << " | " << percent(pair.allowed.value_or(0)).substr(1) << " |\n";
  }
  if (!comparison.differences.empty())
    out << "\nDifferences between rows:\n\n| difference | measured | simulated | error |\n"
           "|---|---|---|---|\n";
  for (const ComparedPair& pair : comparison.differences) {
    out << "| " << pair.of << " - " << pair.to << " | " << short_number(pair.measured) << " | "
        << short_number(pair.simulated) << " | " << signed_number(pair.simulated - pair.measured)
        << " |\n";
  }
}

std::vector<Variation> all_variations(const Suite& suite) {
  std::vector<Variation> all = suite.sensitivity;
  all.insert(all.end(), suite.variants.begin(), suite.variants.end());
  return all;
}

// Of a pair of rows, under the default and under each variation.
void write_ratio_sensitivity(std::ostringstream& out, const Comparison& comparison,
                             const ComparedPair& pair) {
  const auto found = [&](const std::string& id) -> const ComparedRow& {
    return *std::find_if(comparison.rows.begin(), comparison.rows.end(),
                         [&](const ComparedRow& row) { return row.measured->id == id; });
  };
  const ComparedRow& of = found(pair.of);
  const ComparedRow& to = found(pair.to);
  out << "| " << pair.of << " / " << pair.to << " | " << short_number(pair.measured) << " | "
      << short_number(pair.simulated) << " |";
  for (std::size_t i = 0; i < of.sensitivity.size(); ++i)
    out << " " << short_number(of.sensitivity[i] / to.sensitivity[i]) << " |";
  out << "\n";
}

void write_sensitivity(std::ostringstream& out, const Comparison& comparison) {
  const std::vector<Variation> variations = all_variations(*comparison.suite);
  if (variations.empty()) return;
  out << "\nSensitivity: recorded work laid on other constants, "
      << "without executing again";
  if (!comparison.suite->variants.empty()) out << "; the last ones executed again";
  out << ". The headline is the column `default`.\n\n| row | measured | default |";
  for (const Variation& variation : variations) out << " " << variation.name << " |";
  out << "\n|---|---|---|";
  for (std::size_t i = 0; i < variations.size(); ++i) out << "---|";
  out << "\n";
  std::vector<double> mean(variations.size() + 1, 0);
  for (const ComparedRow& row : comparison.rows) {
    out << "| " << row.measured->id << " | " << short_number(row.measured->value) << " | "
        << short_number(row.simulated) << " |";
    mean[0] += std::abs(row.relative_error());
    for (std::size_t i = 0; i < row.sensitivity.size(); ++i) {
      out << " " << short_number(row.sensitivity[i]) << " |";
      mean[i + 1] += std::abs(row.sensitivity[i] / row.measured->value - 1);
    }
    out << "\n";
  }
  for (const ComparedPair& pair : comparison.ratios) write_ratio_sensitivity(out, comparison, pair);
  out << "| mean absolute error | |";
  for (const double sum : mean)
    out << " " << percent(sum / static_cast<double>(comparison.rows.size())).substr(1) << " |";
  out << "\n";
}

constexpr double kSmallShare = 0.01;  // kinds below it share a row

void add(KindCycles& sum, const KindCycles& kind) {
  sum.count += kind.count;
  sum.compute += kind.compute;
  sum.launch += kind.launch;
  sum.sync += kind.sync;
  sum.exchange += kind.exchange;
  sum.wait += kind.wait;
}

double cycles_of(const KindCycles& kind) { return kind.compute + kind.sync + kind.exchange; }

void write_kind(std::ostringstream& out, const KindCycles& kind, double total) {
  const auto whole = [](double value) { return short_number(std::round(value)); };
  out << "| " << kind.kind << " | " << whole(kind.count) << " | " << whole(kind.compute) << " | "
      << whole(kind.launch) << " | " << whole(kind.sync) << " | " << whole(kind.exchange) << " | "
      << percent(cycles_of(kind) / total).substr(1) << " | " << whole(kind.wait) << " |";
  if (kind.pieces > 0)
    out << " " << whole(kind.pieces) << " | " << whole(kind.source_changes) << " |\n";
  else
    out << " | |\n";
}

void write_breakdown(std::ostringstream& out, const ComparedRow& row) {
  KindCycles all, small;
  for (const KindCycles& kind : row.kinds) add(all, kind);
  std::size_t kinds_below = 0;
  out << "\n"
      << row.measured->id << ", cycles a step along the critical path (launch is part of compute), "
      << "beside it what a tile waits for the last one on average, and of one superstep's exchange "
      << "the pieces sent and the most changes of the source at one receiver.\n\n"
         "| superstep kind | times | compute | launch | sync | exchange | share | wait | pieces | "
         "source changes |\n|---|---|---|---|---|---|---|---|---|---|\n";
  for (const KindCycles& kind : row.kinds) {
    if (cycles_of(kind) < kSmallShare * cycles_of(all)) {
      add(small, kind);
      ++kinds_below;
    } else {
      write_kind(out, kind, cycles_of(all));
    }
  }
  small.kind = std::to_string(kinds_below) + " kinds below 1 %";
  all.kind = "all";
  if (kinds_below > 0) write_kind(out, small, cycles_of(all));
  write_kind(out, all, cycles_of(all));
}

void write_conclusions(std::ostringstream& out, const Suite& suite) {
  if (!suite.conclusions.empty()) out << "\nWhat this says:\n\n";
  for (const std::string& sentence : suite.conclusions) out << "* " << sentence << "\n";
}

// What is assumed or derived stands with its source, the rest by name.
void write_constants(std::ostringstream& out, const arch::Machine& machine) {
  using arch::base::Provenance;
  out << "\nConstants of " << machine.name << ", all with their sources in the JSON file:\n\n";
  for (const Provenance provenance :
       {Provenance::kMeasured, Provenance::kDocumented, Provenance::kDerived, Provenance::kAssumed,
        Provenance::kUser}) {
    const bool explained = provenance == Provenance::kDerived || provenance == Provenance::kAssumed;
    std::string list;
    for (const arch::base::ConstantNote& note : machine.constants) {
      if (note.provenance != provenance) continue;
      list += list.empty() ? "" : "; ";
      list += "`" + note.key_path + "` " + note.value;
      if (explained) list += " (" + note.source + ")";
    }
    if (!list.empty()) out << "* " << arch::base::name(provenance) << ": " << list << "\n";
  }
}

void write_foot(std::ostringstream& out, const Comparison& comparison) {
  for (const NoTwin& none : comparison.suite->no_twin) {
    out << "\nNo twin: ";
    for (std::size_t i = 0; i < none.ids.size(); ++i) out << (i == 0 ? "" : ", ") << none.ids[i];
    out << ". " << none.reason << "\n";
  }
  for (const auto& [name, machine] : comparison.machines) write_constants(out, machine);
  std::set<std::string> sentences;
  for (const auto& [name, machine] : comparison.machines)
    sentences.insert(machine.not_modelled.begin(), machine.not_modelled.end());
  if (!sentences.empty()) out << "\nNot modelled:\n\n";
  for (const std::string& sentence : sentences) out << "* " << sentence << "\n";
}

}  // namespace

std::string comparison_markdown(const Comparison& comparison) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  write_head(out, comparison);
  if (!comparison.rows.empty()) {
    write_summary(out, comparison);
    write_rows(out, comparison);
    write_metrics(out, comparison);
  }
  write_lines(out, comparison);
  write_pairs(out, comparison);
  if (!comparison.rows.empty()) write_sensitivity(out, comparison);
  if (comparison.suite->breakdown)
    for (const ComparedRow& row : comparison.rows) write_breakdown(out, row);
  write_conclusions(out, *comparison.suite);
  write_foot(out, comparison);
  return out.str();
}

}  // namespace bspike::tools
