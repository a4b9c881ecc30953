// Owns the suite file: which measurements are compared with which simulated twins, and how.
// Contract: every id is a row of the suite's table and has one twin or one reason for none; lists
// that belong together are equally long. read_suite throws ConfigError with every problem.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "arch/base/document.hpp"
#include "arch/base/fields.hpp"
#include "tools/validate/measured.hpp"

namespace bspike::tools {

// What the error of a case's rows is taken of.
enum class Compared : int { kValue, kDifference };

// Rows that come from one workload with one parameter varied, or from one run file each.
struct SuiteCase {
  std::string name;
  std::vector<std::string> ids;
  arch::base::NodePtr micro;      // a micro section; or
  std::vector<std::string> runs;  // run files, one an id, from the suite's folder
  std::string vary;               // key of the micro section or run file that differs by row
  std::vector<std::string> values;
  std::vector<std::string> set;  // laid over the micro section or run file of every row
  std::string machine;           // instead of the suite's
  int metric = 0;                // index into metric_table()
  int compare = 0;               // Compared
  std::optional<std::uint64_t> tile_physical;  // of metrics that are one tile's
  std::string less;  // KEY=VALUE: subtract the same twin with this parameter
  double divide_by = 1;
  double reading_step = 0;  // of the instrument: simulated values are read up to its next multiple
  std::uint64_t steps_per_call = 0;  // of the host; 0: it waits for each step as simulated
  std::string abscissa;              // what `points` are; rows are fitted by a line over them
  std::vector<double> points;        // one an id
};
void describe(arch::base::FieldVisitor& visit, SuiteCase& suite_case);

// Two rows whose ratio or difference says more than each alone.
struct RowPair {
  std::string of;
  std::string to;
};
void describe(arch::base::FieldVisitor& visit, RowPair& pair);

// Constants laid over the machine, or keys over the run file.
struct Variation {
  std::string name;
  std::vector<std::string> set;
  std::vector<std::string> kinds;  // of supersteps; none: all
};
void describe(arch::base::FieldVisitor& visit, Variation& variation);

struct NoTwin {
  std::vector<std::string> ids;
  std::string reason;
};
void describe(arch::base::FieldVisitor& visit, NoTwin& none);

struct Suite {
  std::filesystem::path file;
  std::string name;  // of the file, without folder and ending
  std::string title;
  std::string about;
  double expected_seconds = 0;
  std::string data;
  std::string data_hash;  // of its rows: says whether two comparisons are with the same points
  std::string machine;
  std::vector<std::string> assumptions;
  std::vector<std::string> conclusions;  // what the errors and their sensitivity say
  bool breakdown = false;
  std::vector<SuiteCase> cases;
  std::vector<NoTwin> no_twin;
  std::vector<RowPair> ratios, differences;
  std::vector<Variation> sensitivity;  // re-timed
  std::vector<Variation> variants;     // executed again
  std::vector<MeasuredRow> rows;

  [[nodiscard]] const MeasuredRow& row(const std::string& id) const;
};

[[nodiscard]] Suite read_suite(const std::filesystem::path& file);
[[nodiscard]] std::string document_suite();  // Markdown: keys of a suite file

}  // namespace bspike::tools
