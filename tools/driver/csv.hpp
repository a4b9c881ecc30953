// Owns reading CSV text (RFC 4180): a quoted cell may hold commas, quotes (doubled) and line ends.
#pragma once

#include <string>
#include <vector>

namespace bspike::tools {

struct CsvRecord {
  std::size_t line = 1;  // where it begins
  std::vector<std::string> cells;
};

// All records but empty lines. Throws FormatError with file `name` and line.
[[nodiscard]] std::vector<CsvRecord> parse_csv(const std::string& text, const std::string& name);

}  // namespace bspike::tools
