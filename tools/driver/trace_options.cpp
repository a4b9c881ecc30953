// Owns the forms of tiles, times and limits on the command line.
#include "tools/driver/trace_options.hpp"

#include <charconv>
#include <string_view>
#include <vector>

#include "arch/base/diagnostics.hpp"
#include "arch/base/quantity.hpp"

namespace bspike::tools {

namespace {

using arch::base::Unit;
namespace base = arch::base;

constexpr double kLongestSeconds = 1e9;

[[noreturn]] void refuse(const char* option, const std::string& message,
                         const std::string& hint = {}) {
  base::raise<base::ConfigError>({option, 0, 0}, "", message, hint);
}

std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

std::optional<arch::TileId> tile_number(std::string_view text) {
  arch::TileId tile = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, tile);
  if (error != std::errc{} || end != last) return std::nullopt;
  return tile;
}

sim::TileRange tile_range(std::string_view text) {
  const std::size_t dash = text.find('-');
  const auto first = tile_number(text.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : tile_number(text.substr(dash + 1));
  const std::string found = "found '" + std::string(text) + "', expected ";
  if (!first || !last)
    refuse("--trace-tiles", found + "a tile or a range of tiles", "e.g. --trace-tiles 0-15,700");
  if (*first > *last) refuse("--trace-tiles", found + "the lower tile first");
  return {*first, *last};
}

sim::TraceMoment moment(const std::string& text) {
  const auto cycles = base::parse_whole(text, Unit::kCycles);
  if (const auto* whole = std::get_if<base::Whole>(&cycles); whole && !whole->negative)
    return {whole->magnitude, std::nullopt};
  const auto seconds = base::parse_real(text, Unit::kSeconds);
  if (const auto* real = std::get_if<double>(&seconds);
      real && *real >= 0 && *real <= kLongestSeconds)
    return {0, *real};
  refuse("--trace-time", "found '" + text + "', expected cycles or seconds of the device",
         "e.g. 5000cycles or 20us");
}

void read_time(const std::string& text, sim::TraceRequest& request) {
  const std::size_t dots = text.find("..");
  if (dots == std::string::npos || text == "..")
    refuse("--trace-time",
           "found '" + text + "', expected BEGIN..END, either of which may be left out",
           "e.g. --trace-time 10us..25us, or 5000cycles..");
  const std::string begin = text.substr(0, dots), end = text.substr(dots + 2);
  if (!begin.empty()) request.begin = moment(begin);
  if (!end.empty()) request.end = moment(end);
}

// Sizes of files are told in multiples of 1000 as well as of 1024, which only rates are elsewhere.
std::uint64_t limit_of(const std::string& text) {
  const auto bytes = base::parse_whole(text + "/s", Unit::kBytesPerSecond);
  const auto* whole = std::get_if<base::Whole>(&bytes);
  if (whole == nullptr)
    refuse("--trace-limit", "found '" + text + "', expected bytes such as 200MB or 64MiB");
  if (whole->negative || whole->magnitude < sim::TraceRequest::kLeastLimitBytes)
    refuse("--trace-limit", "found '" + text + "', expected at least 1MB");
  return whole->magnitude;
}

}  // namespace

std::optional<sim::TraceRequest> read_trace_options(const TraceOptions& options) {
  if (options.file.empty()) return std::nullopt;
  sim::TraceRequest request;
  request.file = options.file;
  if (!options.tiles.empty()) {
    for (const std::string_view part : parts_of(options.tiles, ','))
      request.tiles.push_back(tile_range(part));
  }
  if (!options.time.empty()) read_time(options.time, request);
  if (!options.limit.empty()) request.limit_bytes = limit_of(options.limit);
  return request;
}

}  // namespace bspike::tools
