// Owns a strict reader of traces: it throws at the first thing that the format or the promises of
// docs/trace.md do not allow, and hands over spans by track.
#pragma once

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "arch/base/file.hpp"

namespace bspike::tests {

struct TraceSpan {
  std::string name;
  std::uint64_t begin_ns = 0, end_ns = 0;
  nlohmann::json args;
  [[nodiscard]] std::uint64_t cycles() const { return args.at("cycles").get<std::uint64_t>(); }
};

struct StrictTrace {
  std::map<std::string, std::vector<TraceSpan>> tracks;    // by the name of the track
  std::map<std::string, std::vector<TraceSpan>> marks;     // the same
  std::map<std::string, std::vector<TraceSpan>> counters;  // by name; args hold the value
  nlohmann::json other;

  // Cycles of a track's spans, of one name or of all.
  [[nodiscard]] std::uint64_t cycles(const std::string& track, const std::string& name = "") const {
    std::uint64_t sum = 0;
    for (const TraceSpan& span : tracks.at(track))
      if (name.empty() || span.name == name) sum += span.cycles();
    return sum;
  }
};

class StrictTraceReader {
 public:
  explicit StrictTraceReader(const std::string& text) : document_(nlohmann::json::parse(text)) {}

  StrictTrace read() {
    require_keys(document_, {"displayTimeUnit", "otherData", "traceEvents"});
    require(document_.at("displayTimeUnit") == "ns", "the unit is ns");
    trace_.other = document_.at("otherData");
    for (const auto& event : document_.at("traceEvents")) read_event(event);
    return std::move(trace_);
  }

 private:
  using Json = nlohmann::json;
  using Track = std::pair<int, int>;

  static void require(bool holds, const std::string& what) {
    if (!holds) throw std::runtime_error("trace: not so: " + what);
  }
  static void require_keys(const Json& object, const std::set<std::string>& wanted) {
    std::set<std::string> found;
    for (const auto& [key, value] : object.items()) found.insert(key);
    require(found == wanted, "these keys and no others: " + object.dump().substr(0, 300));
  }
  // Microseconds with three decimals to nanoseconds, as viewers do.
  static std::uint64_t nanoseconds(const Json& value) {
    require(value.is_number(), "a time is a number");
    const double exact = value.get<double>() * 1000;
    require(exact >= 0 && std::fabs(exact - std::round(exact)) < 1e-3, "whole nanoseconds");
    return static_cast<std::uint64_t>(std::llround(exact));
  }

  void read_event(const Json& event) {
    const std::string form = event.at("ph");
    require(event.at("args").is_object(), "args is an object");
    if (form == "M") return read_name(event);
    if (form == "X") return read_span(event);
    if (form == "C") return read_count(event);
    require(form == "i", "the form of an event is M, X, C or i");
    read_mark(event);
  }

  void read_name(const Json& event) {
    require_keys(event, {"ph", "pid", "tid", "name", "args"});
    const std::string what = event.at("name");
    const Track track{event.at("pid"), event.at("tid")};
    if (what == "process_name") {
      require(processes_.insert(track.first).second, "a process is named once");
    } else if (what == "thread_name") {
      require(processes_.count(track.first) == 1, "a track's process is named before it");
      const std::string name = event.at("args").at("name");
      require(track_names_.emplace(track, name).second, "a track is named once");
      require(names_.insert(name).second, "track names differ");
      trace_.tracks[name];
    } else {
      require(what == "process_sort_index" || what == "thread_sort_index", "a known name: " + what);
    }
  }

  const std::string& track_of(const Json& event) const {
    const auto found = track_names_.find({event.at("pid"), event.at("tid")});
    require(found != track_names_.end(), "a track has a name: " + event.dump());
    return found->second;
  }

  void read_span(const Json& event) {
    require_keys(event, {"ph", "pid", "tid", "ts", "dur", "name", "args"});
    const std::uint64_t begin = nanoseconds(event.at("ts"));
    std::vector<TraceSpan>& spans = trace_.tracks[track_of(event)];
    require(spans.empty() || spans.back().end_ns <= begin,
            "spans of a track come in order and do not overlap: " + event.dump());
    spans.push_back(
        {event.at("name"), begin, begin + nanoseconds(event.at("dur")), event.at("args")});
  }

  void read_mark(const Json& event) {
    require_keys(event, {"ph", "pid", "tid", "ts", "s", "name", "args"});
    require(event.at("s") == "t", "a mark belongs to its track");
    add_in_order(trace_.marks[track_of(event)], event);
  }

  void read_count(const Json& event) {
    require_keys(event, {"ph", "pid", "tid", "ts", "name", "args"});
    require(event.at("args").size() == 1, "a counter has one value");
    add_in_order(trace_.counters[event.at("name")], event);
  }

  static void add_in_order(std::vector<TraceSpan>& list, const Json& event) {
    const std::uint64_t at = nanoseconds(event.at("ts"));
    require(list.empty() || list.back().begin_ns <= at, "times do not go back: " + event.dump());
    list.push_back({event.at("name"), at, at, event.at("args")});
  }

  Json document_;
  StrictTrace trace_;
  std::set<int> processes_;
  std::map<Track, std::string> track_names_;
  std::set<std::string> names_;
};

// Of a file that is compressed if its name ends in .gz.
inline StrictTrace read_strict_trace(const std::filesystem::path& file) {
  const std::vector<std::byte> bytes = arch::base::read_bytes(file);
  return StrictTraceReader({reinterpret_cast<const char*>(bytes.data()), bytes.size()}).read();
}

}  // namespace bspike::tests
