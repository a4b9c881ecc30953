// Owns reading JSON strictly: a place in a document that knows its path, and gathers what is
// missing or of another type. Contract: after a problem a cursor is empty and reads as zero or
// nothing, so that reading goes on and all problems are reported together.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "arch/base/diagnostics.hpp"

namespace bspike::models {

class JsonCursor {
 public:
  JsonCursor(const nlohmann::json* value, std::string path, const std::string& file,
             arch::base::DiagnosticSink& sink)
      : value_(value), path_(std::move(path)), file_(&file), sink_(&sink) {}

  [[nodiscard]] bool exists() const { return value_ != nullptr; }
  [[nodiscard]] bool has(const char* key) const;
  [[nodiscard]] const std::string& path() const { return path_; }
  // A member that must be there; of an object.
  [[nodiscard]] JsonCursor at(const char* key) const;
  // The elements of an array.
  [[nodiscard]] std::vector<JsonCursor> items() const;
  // The keys of an object, sorted.
  [[nodiscard]] std::vector<std::string> keys() const;

  [[nodiscard]] double number() const;
  // A whole number within the limits; the lower one after a problem.
  [[nodiscard]] std::uint32_t count(std::uint32_t low = 0, std::uint32_t high = 4294967295) const;
  [[nodiscard]] bool flag() const;
  [[nodiscard]] std::string text() const;

  void fail(std::string message, std::string hint = {}) const;

 private:
  [[nodiscard]] JsonCursor empty() const { return {nullptr, path_, *file_, *sink_}; }
  void fail_type(const char* wanted) const;

  const nlohmann::json* value_;
  std::string path_;
  const std::string* file_;
  arch::base::DiagnosticSink* sink_;
};

// Parses text; throws FormatError with line and column for what is not JSON, and for an object with
// the same key twice. `name` stands for the file.
[[nodiscard]] nlohmann::json parse_json(std::string_view text, const std::string& name);

}  // namespace bspike::models
