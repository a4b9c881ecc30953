// Owns reading tables of measurements: CSV with quotes (RFC 4180).
#include "tools/validate/measured.hpp"

#include <array>
#include <charconv>
#include <set>

#include "arch/base/diagnostics.hpp"
#include "arch/base/file.hpp"

namespace bspike::tools {

using arch::base::FormatError;

namespace {

constexpr std::array<const char*, 12> kColumns{"id",       "source",      "hardware", "clock_hz",
                                               "workload", "parameters",  "metric",   "value",
                                               "unit",     "uncertainty", "kind",     "note"};

struct Record {
  std::size_t line = 1;
  std::vector<std::string> cells;
};

// Splits text into records; a quoted cell may hold commas, quotes (doubled) and line ends.
class CsvScanner {
 public:
  CsvScanner(const std::string& text, std::string name) : text_(text), name_(std::move(name)) {}

  std::vector<Record> scan() {
    while (at_ < text_.size()) {
      Record record{line_, {}};
      do record.cells.push_back(cell());
      while (take(','));
      if (!take('\n') && at_ < text_.size()) fail("text behind a closing quote");
      if (record.cells.size() > 1 || !record.cells[0].empty()) records_.push_back(record);
    }
    return records_;
  }

 private:
  bool take(char wanted) {
    if (wanted == '\n' && at_ < text_.size() && text_[at_] == '\r') ++at_;
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    if (wanted == '\n') ++line_;
    ++at_;
    return true;
  }

  std::string cell() {
    if (!take('"')) return plain();
    std::string value;
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '"') {
        ++at_;
        if (at_ >= text_.size() || text_[at_] != '"') return value;
      }
      if (text_[at_] == '\n') ++line_;
      value += text_[at_];
    }
    fail("a quote is never closed");
  }

  std::string plain() {
    const std::size_t end = std::min(text_.find_first_of(",\r\n", at_), text_.size());
    std::string value = text_.substr(at_, end - at_);
    at_ = end;
    return value;
  }

  [[noreturn]] void fail(const std::string& message) const {
    arch::base::raise<FormatError>({name_, line_, 0}, "", message);
  }

  const std::string& text_;
  std::string name_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::vector<Record> records_;
};

std::optional<double> leading_number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return std::nullopt;
  return value;
}

MeasuredRow row_of(const Record& record, const std::string& name) {
  if (record.cells.size() != kColumns.size()) {
    arch::base::raise<FormatError>({name, record.line, 0}, "",
                                   std::to_string(record.cells.size()) + " cells, expected " +
                                       std::to_string(kColumns.size()));
  }
  const auto& cell = record.cells;
  MeasuredRow row{cell[0], cell[1], cell[2], cell[3], cell[4],  cell[5],
                  cell[6], 0,       cell[8], cell[9], cell[10], cell[11]};
  const std::optional<double> value = leading_number(cell[7]);
  if (!value) {
    arch::base::raise<FormatError>({name, record.line, 0}, "value",
                                   "\"" + cell[7] + "\", expected a number");
  }
  row.value = *value;
  return row;
}

void check_header(const std::vector<Record>& records, const std::string& name) {
  const std::vector<std::string> wanted(kColumns.begin(), kColumns.end());
  if (!records.empty() && records[0].cells == wanted) return;
  std::string text;
  for (const std::string& column : wanted) text += (text.empty() ? "" : ",") + column;
  arch::base::raise<FormatError>({name, 1, 0}, "", "the first line must be " + text);
}

}  // namespace

std::optional<double> MeasuredRow::half_width() const { return leading_number(uncertainty); }

std::vector<MeasuredRow> parse_measured(const std::string& text, const std::string& name) {
  const std::vector<Record> records = CsvScanner(text, name).scan();
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

std::vector<MeasuredRow> read_measured(const std::filesystem::path& file) {
  return parse_measured(arch::base::read_text(file), file.string());
}

}  // namespace bspike::tools
