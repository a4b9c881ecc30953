// Owns the calls into SQLite.
#include "tools/sweep/database.hpp"

#include <sqlite3.h>

#include "arch/base/atomic_file.hpp"
#include "arch/base/diagnostics.hpp"

namespace bspike::tools {

using arch::base::ConfigError;
using arch::base::FormatError;

namespace {

constexpr int kPatienceMilliseconds = 20000;  // for a reader that holds the file

}  // namespace

Statement::Statement(Database& database, const std::string& sql) : database_(database) {
  database.check(sqlite3_prepare_v2(database.handle(), sql.c_str(), -1, &statement_, nullptr));
}

Statement::~Statement() { sqlite3_finalize(statement_); }

Statement& Statement::bind(int place, const std::string& text) {
  database_.check(sqlite3_bind_text64(statement_, place, text.data(), text.size(), SQLITE_TRANSIENT,
                                      SQLITE_UTF8));
  return *this;
}

Statement& Statement::bind(int place, std::int64_t value) {
  database_.check(sqlite3_bind_int64(statement_, place, value));
  return *this;
}

Statement& Statement::bind(int place, const std::optional<double>& value) {
  database_.check(value ? sqlite3_bind_double(statement_, place, *value)
                        : sqlite3_bind_null(statement_, place));
  return *this;
}

bool Statement::step() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) database_.check(code);
  return false;
}

std::string Statement::text(int place) const {
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, place));
  if (bytes == nullptr) return {};
  return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, place))};
}

std::int64_t Statement::whole(int place) const { return sqlite3_column_int64(statement_, place); }

std::optional<double> Statement::number(int place) const {
  if (sqlite3_column_type(statement_, place) == SQLITE_NULL) return std::nullopt;
  return sqlite3_column_double(statement_, place);
}

Database::Database(std::filesystem::path file, OpenMode mode) : file_(std::move(file)) {
  // Readers may have to roll back what a killed writer began; a file that may not be written is
  // opened for reading all the same.
  const int flags = SQLITE_OPEN_READWRITE | (mode == OpenMode::kWrite ? SQLITE_OPEN_CREATE : 0);
  const int code = sqlite3_open_v2(file_.c_str(), &handle_, flags, nullptr);
  try {
    check(code);
    check(sqlite3_busy_timeout(handle_, kPatienceMilliseconds));
    Statement whole(*this, "PRAGMA quick_check(1)");
    if (!whole.step() || whole.text(0) != "ok") fail(SQLITE_CORRUPT);
  } catch (...) {
    sqlite3_close_v2(handle_);
    throw;
  }
}

Database::~Database() { sqlite3_close_v2(handle_); }

void Database::run(const std::string& sql) {
  check(sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr));
}

void Database::transaction(const std::function<void()>& body) {
  run("BEGIN IMMEDIATE");
  try {
    body();
    run("COMMIT");
  } catch (...) {
    sqlite3_exec(handle_, "ROLLBACK", nullptr, nullptr, nullptr);
    throw;
  }
}

void Database::check(int code) const {
  if (code != SQLITE_OK) fail(code);
}

void Database::fail(int code) const {
  const std::string said = handle_ != nullptr ? sqlite3_errmsg(handle_) : sqlite3_errstr(code);
  switch (code & 0xff) {
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
      arch::base::raise<FormatError>(
          {file_.string(), 0, 0}, "", "the results are damaged or no SQLite database",
          "nothing was changed; move the file away and run the sweep again, or restore a copy");
    case SQLITE_FULL:
    case SQLITE_IOERR:
      arch::base::raise<arch::base::OutputError>(
          {file_.string(), 0, 0}, "", "could not be written in full: " + said,
          "is the disk full? free some of it and start the sweep again: it goes on where it was");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      arch::base::raise<ConfigError>({file_.string(), 0, 0}, "",
                                     "another program holds the results: " + said,
                                     "end it, and start the sweep again");
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
      arch::base::raise<ConfigError>({file_.string(), 0, 0}, "", "cannot be opened: " + said,
                                     "does it exist, and may you read and write it?");
    default:
      arch::base::raise<FormatError>({file_.string(), 0, 0}, "",
                                     "holds no results of this version: " + said,
                                     "move the file away and run the sweep again");
  }
}

std::string quoted_name(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + "\"";
}

}  // namespace bspike::tools
