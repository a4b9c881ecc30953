// Owns the filling of the page.
#include "tools/report/page.hpp"

#include <nlohmann/json.hpp>

#include "arch/base/diagnostics.hpp"
#include "arch/base/file.hpp"

namespace bspike::tools {

namespace {

constexpr std::string_view kMarker = "@BSPIKE_DATA@";
constexpr std::string_view kFirstWords = "<!doctype html>";

// JSON that no HTML parser takes for markup: it is ASCII, and has neither <, > nor &.
std::string inert(const nlohmann::json& data) {
  const std::string text = data.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  std::string result;
  result.reserve(text.size() + text.size() / 16);
  for (const char c : text) {
    switch (c) {
      case '<':
        result += "\\u003c";
        break;
      case '>':
        result += "\\u003e";
        break;
      case '&':
        result += "\\u0026";
        break;
      default:
        result += c;
    }
  }
  return result;
}

[[noreturn]] void refuse_without_page(std::string_view reason) {
  arch::base::raise<arch::base::ConfigError>(
      {}, "", "this build of bspike has no report page: " + std::string(reason),
      "install the packages nodejs and npm, delete the build folder and build again with network");
}

}  // namespace

std::string filled_page(const nlohmann::json& data) {
  const std::string_view page = embedded_page();
  const std::size_t marker = page.find(kMarker);
  if (page.substr(0, kFirstWords.size()) != kFirstWords || marker == std::string_view::npos)
    refuse_without_page(page);
  std::string text(page.substr(0, marker));
  text += inert(data);
  text += page.substr(marker + kMarker.size());
  return text;
}

void write_page(const nlohmann::json& data, const std::filesystem::path& file) {
  arch::base::write_atomically(file, filled_page(data));
}

}  // namespace bspike::tools
