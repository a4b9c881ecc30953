// Owns the splitting of CSV text into records.
#include "tools/driver/csv.hpp"

#include <algorithm>
#include <utility>

#include "arch/base/diagnostics.hpp"

namespace bspike::tools {

namespace {

class CsvScanner {
 public:
  CsvScanner(const std::string& text, std::string name) : text_(text), name_(std::move(name)) {}

  std::vector<CsvRecord> scan() {
    while (at_ < text_.size()) {
      CsvRecord record{line_, {}};
      do record.cells.push_back(cell());
      while (take(','));
      if (!take('\n') && at_ < text_.size()) fail("text behind a closing quote");
      if (record.cells.size() > 1 || !record.cells[0].empty())
        records_.push_back(std::move(record));
    }
    return std::move(records_);
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
    arch::base::raise<arch::base::FormatError>({name_, line_, 0}, "", message);
  }

  const std::string& text_;
  std::string name_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::vector<CsvRecord> records_;
};

}  // namespace

std::vector<CsvRecord> parse_csv(const std::string& text, const std::string& name) {
  return CsvScanner(text, name).scan();
}

}  // namespace bspike::tools
