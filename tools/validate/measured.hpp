// Owns the table of measurements: one row a number that somebody published, with its source.
// Contract: the columns of a file are exactly those of MeasuredRow, in this order; ids are unique
// in a file. read_measured throws FormatError with the line of what is wrong.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bspike::tools {

struct MeasuredRow {
  std::string id;
  std::string source;
  std::string hardware;
  std::string clock_hz;  // as published, e.g. two candidates
  std::string workload;
  std::string parameters;
  std::string metric;
  double value = 0;
  std::string unit;         // cycles, ms, ...
  std::string uncertainty;  // "0.3 ms; n=70; ...": the first number is half a width, in `unit`
  std::string kind;         // measured, modelled, ...
  std::string note;

  [[nodiscard]] std::optional<double> half_width() const;
};

[[nodiscard]] std::vector<MeasuredRow> parse_measured(const std::string& text,
                                                      const std::string& name);
// Every cell of the rows, however the file quotes them and ends its lines: what a hash is taken of.
[[nodiscard]] std::string text_of(std::span<const MeasuredRow> rows);
[[nodiscard]] std::vector<MeasuredRow> read_measured(const std::filesystem::path& file);

}  // namespace bspike::tools
