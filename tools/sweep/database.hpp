// Owns SQLite: a database file, its statements, and its errors as ours. Contract: a file that is no
// database, or damaged, is a FormatError; a full disk or one that cannot be written is a
// ConfigError; both name the file and what to do, and leave it as it is.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

struct sqlite3;
struct sqlite3_stmt;

namespace bspike::tools {

class Database;

// One prepared statement. Places count from 1 for values that go in, from 0 for those that come
// out.
class Statement {
 public:
  Statement(Database& database, const std::string& sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(int place, const std::string& text);
  Statement& bind(int place, std::int64_t value);
  Statement& bind(int place, const std::optional<double>& value);
  // To the next row; false behind the last.
  bool step();

  [[nodiscard]] std::string text(int place) const;
  [[nodiscard]] std::int64_t whole(int place) const;
  [[nodiscard]] std::optional<double> number(int place) const;

 private:
  Database& database_;
  sqlite3_stmt* statement_ = nullptr;
};

enum class OpenMode { kRead, kWrite };

class Database {
 public:
  Database(std::filesystem::path file, OpenMode mode);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  void run(const std::string& sql);
  // All of `body`, or nothing of it.
  void transaction(const std::function<void()>& body);
  // The code of a call into the library; throws unless it is a success.
  void check(int code) const;
  [[nodiscard]] sqlite3* handle() const { return handle_; }

 private:
  [[noreturn]] void fail(int code) const;
  std::filesystem::path file_;
  sqlite3* handle_ = nullptr;
};

// A name as SQL text.
[[nodiscard]] std::string quoted_name(const std::string& name);

}  // namespace bspike::tools
