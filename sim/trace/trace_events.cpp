// Owns the text of a trace's events.
#include "sim/trace/trace_events.hpp"

#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace bspike::sim {

namespace {

// What the end of the file takes at most, beside the room that the tiles' share leaves.
constexpr std::uint64_t kEndBytes = 400'000;
constexpr std::uint64_t kNoEnd = std::numeric_limits<std::uint64_t>::max();

void add_number(std::string& text, std::uint64_t value) {
  char digits[24];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

std::uint64_t whole_cycle(double cycle) {
  return cycle >= 1e18 ? kNoEnd : static_cast<std::uint64_t>(cycle);
}

}  // namespace

std::string json_text(std::string_view text) {
  using nlohmann::json;
  return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

EventArguments& EventArguments::clear() {
  text_.clear();
  return *this;
}

void EventArguments::begin(std::string_view key) {
  if (!text_.empty()) text_ += ',';
  text_ += '"';
  text_ += key;
  text_ += "\":";
}

EventArguments& EventArguments::number(std::string_view key, std::uint64_t value) {
  begin(key);
  add_number(text_, value);
  return *this;
}

EventArguments& EventArguments::real(std::string_view key, double value) {
  begin(key);
  char digits[32];
  text_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
  return *this;
}

EventArguments& EventArguments::quoted(std::string_view key, std::string_view json) {
  begin(key);
  text_ += json;
  return *this;
}

TraceEvents::TraceEvents(const TraceRequest& request, double clock_hz)
    : file_(request.file),
      clock_hz_(clock_hz),
      limit_bytes_(request.limit_bytes),
      end_cycle_(kNoEnd) {
  if (request.begin) begin_cycle_ = whole_cycle(std::floor(request.begin->cycle_on(clock_hz)));
  if (request.end) end_cycle_ = whole_cycle(std::ceil(request.end->cycle_on(clock_hz)));
  file_.append("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
}

bool TraceEvents::is_asked_for(std::uint64_t begin_cycle, std::uint64_t end_cycle) const {
  return begin_cycle < end_cycle_ && end_cycle > begin_cycle_;
}

bool TraceEvents::has_room(TraceShare share, std::uint64_t bytes) const {
  const std::uint64_t kept_back = kEndBytes + (share == TraceShare::kTiles ? limit_bytes_ / 8 : 0);
  return file_.bytes() + bytes + kept_back <= limit_bytes_;
}

// Scaling and rounding keep the order of cycles, so spans that do not overlap never will.
std::uint64_t TraceEvents::nanoseconds(std::uint64_t cycle) const {
  return static_cast<std::uint64_t>(std::llround(static_cast<double>(cycle) * 1e9 / clock_hz_));
}

void TraceEvents::open_event(char form, TraceProcess process, std::uint32_t track) {
  line_ = first_ ? "\n{\"ph\":\"" : ",\n{\"ph\":\"";
  first_ = false;
  line_ += form;
  line_ += "\",\"pid\":";
  add_number(line_, static_cast<std::uint64_t>(process));
  line_ += ",\"tid\":";
  add_number(line_, track);
}

void TraceEvents::add_time(std::string_view key, std::uint64_t nanoseconds) {
  line_ += ",\"";
  line_ += key;
  line_ += "\":";
  add_number(line_, nanoseconds / 1000);
  const auto rest = static_cast<unsigned>(nanoseconds % 1000);
  line_ += '.';
  for (const unsigned place : {100u, 10u, 1u}) line_ += static_cast<char>('0' + rest / place % 10);
}

void TraceEvents::close_event(std::string_view name_json, const EventArguments& arguments) {
  line_ += ",\"name\":";
  line_ += name_json;
  line_ += ",\"args\":{";
  line_ += arguments.text();
  line_ += "}}";
  file_.append(line_);
}

void TraceEvents::name_process(TraceProcess process, std::string_view name) {
  open_event('M', process, 0);
  close_event("\"process_name\"", EventArguments().quoted("name", json_text(name)));
  open_event('M', process, 0);
  close_event("\"process_sort_index\"",
              EventArguments().number("sort_index", static_cast<std::uint64_t>(process)));
}

void TraceEvents::name_track(TraceProcess process, std::uint32_t track, std::string_view name) {
  open_event('M', process, track);
  close_event("\"thread_name\"", EventArguments().quoted("name", json_text(name)));
  open_event('M', process, track);
  close_event("\"thread_sort_index\"", EventArguments().number("sort_index", track));
}

void TraceEvents::span(TraceProcess process, std::uint32_t track, std::string_view name_json,
                       std::uint64_t begin_cycle, std::uint64_t end_cycle,
                       const EventArguments& arguments) {
  if (begin_cycle == end_cycle) return;
  if (!is_asked_for(begin_cycle, end_cycle)) {
    ++not_asked_for_;
    return;
  }
  span_always(process, track, name_json, begin_cycle, end_cycle, arguments);
}

void TraceEvents::span_always(TraceProcess process, std::uint32_t track, std::string_view name_json,
                              std::uint64_t begin_cycle, std::uint64_t end_cycle,
                              const EventArguments& arguments) {
  span_ns(process, track, name_json, nanoseconds(begin_cycle), nanoseconds(end_cycle), arguments);
}

void TraceEvents::span_ns(TraceProcess process, std::uint32_t track, std::string_view name_json,
                          std::uint64_t begin_ns, std::uint64_t end_ns,
                          const EventArguments& arguments) {
  open_event('X', process, track);
  add_time("ts", begin_ns);
  add_time("dur", end_ns - begin_ns);
  close_event(name_json, arguments);
  ++spans_;
}

void TraceEvents::mark(TraceProcess process, std::uint32_t track, std::string_view name_json,
                       std::uint64_t cycle, const EventArguments& arguments) {
  open_event('i', process, track);
  add_time("ts", nanoseconds(cycle));
  line_ += ",\"s\":\"t\"";
  close_event(name_json, arguments);
}

void TraceEvents::count(const CounterRow& counter, std::uint64_t cycle, std::uint64_t value) {
  open_event('C', TraceProcess::kChip, 0);
  add_time("ts", nanoseconds(cycle));
  close_event(json_text(counter.name.name), EventArguments().number(counter.unit, value));
}

void TraceEvents::finish(std::string_view key, std::string_view json) {
  file_.append("\n],\n" + json_text(key) + ":");
  file_.append(json);
  file_.append("}\n");
  file_.commit();
}

}  // namespace bspike::sim
