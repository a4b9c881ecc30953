// Owns the results of a sweep in one SQLite file: what the sweep is, its points, and what became of
// each. Contract: one transaction a point, so a process that is killed loses nothing that was
// recorded; results of points that the sweep no longer has stay in the file.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tools/sweep/database.hpp"
#include "tools/sweep/points.hpp"

namespace bspike::tools {

inline constexpr const char* kResultsFile = "sweep.sqlite";

// What became of a point.
struct PointResult {
  std::string id;
  std::string configuration_hash;
  std::string program;  // that ran it
  std::string status;   // done, does_not_fit, failed, timed_out, out_of_memory
  int exit_code = 0;
  std::string reason;
  double wall_seconds = 0;
  std::uint64_t peak_rss_bytes = 0;
  std::string log;
  std::string report;  // report.json, or the refusal of what does not fit
};

// A point as it stands in the file; `status` is empty where it has no result of this configuration.
struct StoredPoint {
  std::string id;
  std::string settings;                   // JSON: key -> text
  PointResult result;                     // without its log and report
  std::map<std::string, double> numbers;  // by column; absent where there is none
};

class Store {
 public:
  Store(const std::filesystem::path& folder, OpenMode mode);

  // What the sweep is: name, description, ... by name.
  [[nodiscard]] std::map<std::string, std::string> about();
  // Replaces it and the list of points; results stay. `columns` are added where they are missing.
  void plan(const std::map<std::string, std::string>& about, const std::vector<Point>& points,
            const std::vector<std::string>& axes, const std::vector<std::string>& columns);
  void record(const Point& point, const PointResult& result);
  // In the order of the sweep, with these of its columns.
  [[nodiscard]] std::vector<StoredPoint> points(const std::vector<std::string>& columns);

 private:
  bool add_column(const std::string& name, const char* type);
  void fill_column(const std::string& name);
  Database database_;
  std::vector<std::string> axes_;
  std::vector<std::string> columns_;
};

}  // namespace bspike::tools
