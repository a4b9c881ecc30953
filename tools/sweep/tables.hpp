// Owns the tables that are made of a sweep's results, and the words that ask for one:
//
//   scaling strong of COLUMN over AXIS      speed-up and efficiency, the same work on more
//   scaling weak of COLUMN over AXIS        the work grows with AXIS
//   best min|max COLUMN [where CONDITIONS]  the best point of all
//   pareto min|max COLUMN, min|max COLUMN[, ...] [where CONDITIONS]
//   grid of COLUMN over AXIS by AXIS        one row a value of the first, one column of the second
//
// Contract: only points that are done count; words that are none of these throw ConfigError.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/sweep/condition.hpp"
#include "tools/sweep/results.hpp"

namespace bspike::tools {

enum class TableKind { kStrongScaling, kWeakScaling, kBest, kPareto, kGrid };

struct Goal {
  std::string column;
  bool more = false;  // is better
};

struct TableRequest {
  TableKind kind = TableKind::kBest;
  std::string text;  // as it was asked for
  arch::base::SourceLocation where;
  std::string column;             // scaling, grid
  std::vector<std::string> axes;  // scaling: one; grid: two
  std::vector<Goal> goals;        // best: one; pareto: two or three
  std::vector<Condition> conditions;
};

[[nodiscard]] TableRequest parse_table(const std::string& text,
                                       const arch::base::SourceLocation& where);

// Throws ConfigError unless the results have every column that the table asks for.
void require_columns(const Results& results, const TableRequest& request);

struct Table {
  std::string title;
  std::vector<ResultColumn> columns;
  std::vector<std::vector<nlohmann::ordered_json>> rows;  // null: no value
};

[[nodiscard]] Table make_table(const Results& results, const TableRequest& request);
// All points, every column.
[[nodiscard]] Table points_table(const Results& results);

}  // namespace bspike::tools
