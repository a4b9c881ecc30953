// Owns strict reading of JSON.
#include "models/reference/json_cursor.hpp"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "models/format_error.hpp"

namespace bspike::models {
namespace {

using nlohmann::json;

[[noreturn]] void fail_at(std::string_view text, std::size_t byte, const std::string& name,
                          std::string message) {
  const std::string_view before = text.substr(0, std::min(byte == 0 ? 0 : byte - 1, text.size()));
  const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0: the first line
  fail_format({name, line, before.size() - line_start + 1}, std::move(message));
}

// The parser keeps the last of equal keys silently; this notices them.
class DuplicateKeys {
 public:
  bool operator()(int /*depth*/, json::parse_event_t event, json& parsed) {
    if (event == json::parse_event_t::object_start) open_.emplace_back();
    if (event == json::parse_event_t::object_end) open_.pop_back();
    if (event == json::parse_event_t::key && !open_.back().insert(parsed.get<std::string>()).second)
      found_.push_back(parsed.get<std::string>());
    return true;
  }
  [[nodiscard]] const std::vector<std::string>& found() const { return found_; }

 private:
  std::vector<std::set<std::string>> open_;
  std::vector<std::string> found_;
};

}  // namespace

json parse_json(std::string_view text, const std::string& name) {
  DuplicateKeys duplicates;
  json document;
  try {
    document = json::parse(text, std::ref(duplicates));
  } catch (const json::parse_error& error) {
    fail_at(text, error.byte, name, "this is not JSON");
  } catch (const json::out_of_range&) {
    fail_format({name, 0, 0}, "a number is too large for a double");
  }
  if (!duplicates.found().empty())
    fail_format({name, 0, 0}, "an object has the key \"" + duplicates.found()[0] + "\" twice");
  return document;
}

bool JsonCursor::has(const char* key) const {
  return value_ != nullptr && value_->is_object() && value_->contains(key);
}

JsonCursor JsonCursor::at(const char* key) const {
  if (value_ == nullptr) return *this;
  if (!value_->is_object()) {
    fail_type("an object");
    return empty();
  }
  const std::string path = path_.empty() ? key : path_ + "." + key;
  const auto found = value_->find(key);
  const JsonCursor member{found == value_->end() ? nullptr : &*found, path, *file_, *sink_};
  if (!member.exists()) member.fail("missing");
  return member;
}

std::vector<JsonCursor> JsonCursor::items() const {
  std::vector<JsonCursor> cursors;
  if (value_ == nullptr) return cursors;
  if (!value_->is_array()) {
    fail_type("an array");
    return cursors;
  }
  cursors.reserve(value_->size());
  for (std::size_t i = 0; i < value_->size(); ++i)
    cursors.emplace_back(&(*value_)[i], path_ + "[" + std::to_string(i) + "]", *file_, *sink_);
  return cursors;
}

std::vector<std::string> JsonCursor::keys() const {
  std::vector<std::string> keys;
  if (value_ == nullptr) return keys;
  if (!value_->is_object()) {
    fail_type("an object");
    return keys;
  }
  for (const auto& item : value_->items()) keys.push_back(item.key());
  return keys;
}

double JsonCursor::number() const {
  if (value_ == nullptr) return 0;
  if (value_->is_number()) return value_->get<double>();
  fail_type("a number");
  return 0;
}

std::uint32_t JsonCursor::count(std::uint32_t low, std::uint32_t high) const {
  if (value_ == nullptr) return low;
  if (value_->is_number_unsigned()) {
    const auto value = value_->get<std::uint64_t>();
    if (value >= low && value <= high) return static_cast<std::uint32_t>(value);
  }
  fail("expected a whole number from " + std::to_string(low) + " to " + std::to_string(high) +
       ", found " + (value_->is_number() ? value_->dump() : value_->type_name()));
  return low;
}

bool JsonCursor::flag() const {
  if (value_ == nullptr) return false;
  if (value_->is_boolean()) return value_->get<bool>();
  fail_type("true or false");
  return false;
}

std::string JsonCursor::text() const {
  if (value_ == nullptr) return {};
  if (value_->is_string()) return value_->get<std::string>();
  fail_type("a string");
  return {};
}

void JsonCursor::fail(std::string message, std::string hint) const {
  sink_->add({{*file_, 0, 0}, path_, std::move(message), std::move(hint)});
}

void JsonCursor::fail_type(const char* wanted) const {
  fail(std::string("expected ") + wanted + ", found " + value_->type_name());
}

}  // namespace bspike::models
