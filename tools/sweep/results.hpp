// Owns the results of a sweep as one table: what exports, tables and the report page read, so that
// they can't disagree.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "arch/base/diagnostics.hpp"
#include "tools/sweep/condition.hpp"
#include "tools/sweep/store.hpp"

namespace bspike::tools {

struct ResultColumn {
  std::string name;
  std::string unit;
};

struct ResultRow {
  std::string id;
  std::string status;  // "missing" where the point has not run
  std::string reason;
  int exit_code = 0;
  double wall_seconds = 0;
  std::string configuration_hash;
  std::string program;
  std::map<std::string, nlohmann::ordered_json> values;  // by column; absent where there is none
};

struct Results {
  std::string name;
  std::string description;
  std::vector<ResultColumn> axes;
  std::vector<std::vector<std::string>> groups;  // axes that advance together
  std::vector<ResultColumn> columns;
  std::vector<std::string> tables;
  std::vector<ResultRow> rows;
};

// What Store::plan is given for a sweep.
[[nodiscard]] std::map<std::string, std::string> about_of(const Sweep& sweep,
                                                          const std::string& program);
// Names of the columns that a sweep keeps beside its axes.
[[nodiscard]] std::vector<std::string> column_names(const Sweep& sweep);

[[nodiscard]] Results read_results(Store& store);

// Values of one row, for conditions.
[[nodiscard]] Lookup lookup_in(const ResultRow& row);
// Leaves the rows that fulfil all.
[[nodiscard]] Results where(Results results, const std::vector<Condition>& conditions);
// Throws ConfigError unless an axis or a column has that name.
void require_column(const Results& results, const std::string& name,
                    const arch::base::SourceLocation& where);

}  // namespace bspike::tools
