// Owns reading tables of measurements.
#include "tools/validate/measured.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <locale>
#include <set>
#include <sstream>

#include "arch/base/diagnostics.hpp"
#include "arch/base/file.hpp"
#include "tools/driver/csv.hpp"

namespace bspike::tools {

using arch::base::FormatError;

namespace {

constexpr std::array<const char*, 12> kColumns{"id",       "source",      "hardware", "clock_hz",
                                               "workload", "parameters",  "metric",   "value",
                                               "unit",     "uncertainty", "kind",     "note"};

std::optional<double> leading_number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return std::nullopt;
  return value;
}

std::optional<double> whole_number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

MeasuredRow row_of(const CsvRecord& record, const std::string& name) {
  if (record.cells.size() != kColumns.size()) {
    arch::base::raise<FormatError>({name, record.line, 0}, "",
                                   std::to_string(record.cells.size()) + " cells, expected " +
                                       std::to_string(kColumns.size()));
  }
  const auto& cell = record.cells;
  MeasuredRow row{cell[0], cell[1], cell[2], cell[3], cell[4],  cell[5],
                  cell[6], 0,       cell[8], cell[9], cell[10], cell[11]};
  const std::optional<double> value = whole_number(cell[7]);
  if (!value || !std::isfinite(*value) || *value <= 0) {
    arch::base::raise<FormatError>({name, record.line, 0}, "value",
                                   "\"" + cell[7] + "\", expected a number above 0");
  }
  row.value = *value;
  return row;
}

void check_header(const std::vector<CsvRecord>& records, const std::string& name) {
  const std::vector<std::string> wanted(kColumns.begin(), kColumns.end());
  if (!records.empty() && records[0].cells == wanted) return;
  std::string text;
  for (const std::string& column : wanted) text += (text.empty() ? "" : ",") + column;
  arch::base::raise<FormatError>({name, 1, 0}, "", "the first line must be " + text);
}

}  // namespace

std::optional<double> MeasuredRow::half_width() const { return leading_number(uncertainty); }

std::vector<MeasuredRow> parse_measured(const std::string& text, const std::string& name) {
  const std::vector<CsvRecord> records = parse_csv(text, name);
  check_header(records, name);
  std::vector<MeasuredRow> rows;
  std::set<std::string> ids;
  for (std::size_t i = 1; i < records.size(); ++i) {
    rows.push_back(row_of(records[i], name));
    if (ids.insert(rows.back().id).second) continue;
    arch::base::raise<FormatError>({name, records[i].line, 0}, "id",
                                   "\"" + rows.back().id + "\" is the id of another row");
  }
  return rows;
}

std::string text_of(std::span<const MeasuredRow> rows) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out.precision(std::numeric_limits<double>::max_digits10);
  for (const MeasuredRow& row : rows) {
    for (const std::string* cell : {&row.id, &row.source, &row.hardware, &row.clock_hz,
                                    &row.workload, &row.parameters, &row.metric})
      out << *cell << '\n';
    out << row.value << '\n';
    for (const std::string* cell : {&row.unit, &row.uncertainty, &row.kind, &row.note})
      out << *cell << '\n';
  }
  return out.str();
}

std::vector<MeasuredRow> read_measured(const std::filesystem::path& file) {
  return parse_measured(arch::base::read_text(file), file.string());
}

}  // namespace bspike::tools
