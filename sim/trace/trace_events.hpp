// Owns the events of a trace as text: what becomes a line of its "traceEvents", and what is left
// out because of the time that was asked for or of the limit.
// Contract: the format is Chrome's JSON, which Perfetto reads. `ts` and `dur` are microseconds of
// the clock named, with exactly three decimals, so whole nanoseconds; spans that touch in cycles
// touch in nanoseconds. Exact cycles are in `args`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sim/trace/trace_file.hpp"
#include "sim/trace/trace_names.hpp"
#include "sim/trace/trace_request.hpp"

namespace bspike::sim {

// A text in quotes, as JSON writes it.
[[nodiscard]] std::string json_text(std::string_view text);

// The members of an event's `args`, gathered without allocating anew.
class EventArguments {
 public:
  EventArguments& clear();
  EventArguments& number(std::string_view key, std::uint64_t value);
  EventArguments& real(std::string_view key, double value);
  EventArguments& quoted(std::string_view key, std::string_view json);  // of json_text
  [[nodiscard]] std::string_view text() const { return text_; }

 private:
  void begin(std::string_view key);
  std::string text_;
};

// Who may still write: tiles first run out of room, then the chip's tracks; the end is never cut.
enum class TraceShare : std::uint8_t { kTiles, kChip };

class TraceEvents {
 public:
  TraceEvents(const TraceRequest& request, double clock_hz);

  void name_process(TraceProcess process, std::string_view name);
  void name_track(TraceProcess process, std::uint32_t track, std::string_view name);
  // Whether a span overlaps the time that was asked for.
  [[nodiscard]] bool is_asked_for(std::uint64_t begin_cycle, std::uint64_t end_cycle) const;
  [[nodiscard]] bool has_room(TraceShare share, std::uint64_t bytes) const;

  // A span in cycles of the device; nothing if it is empty or not asked for.
  void span(TraceProcess process, std::uint32_t track, std::string_view name_json,
            std::uint64_t begin_cycle, std::uint64_t end_cycle, const EventArguments& arguments);
  // The same whatever was asked for.
  void span_always(TraceProcess process, std::uint32_t track, std::string_view name_json,
                   std::uint64_t begin_cycle, std::uint64_t end_cycle,
                   const EventArguments& arguments);
  // A span in nanoseconds of a clock of its own.
  void span_ns(TraceProcess process, std::uint32_t track, std::string_view name_json,
               std::uint64_t begin_ns, std::uint64_t end_ns, const EventArguments& arguments);
  void mark(TraceProcess process, std::uint32_t track, std::string_view name_json,
            std::uint64_t cycle, const EventArguments& arguments);
  void count(const CounterRow& counter, std::uint64_t cycle, std::uint64_t value);

  // Ends the file with one more member of its object and gives it its name.
  void finish(std::string_view key, std::string_view json);

  [[nodiscard]] std::uint64_t spans() const { return spans_; }
  [[nodiscard]] std::uint64_t spans_not_asked_for() const { return not_asked_for_; }
  [[nodiscard]] std::uint64_t limit_bytes() const { return limit_bytes_; }
  [[nodiscard]] std::uint64_t file_bytes() const { return file_.bytes(); }

 private:
  void open_event(char form, TraceProcess process, std::uint32_t track);
  void add_time(std::string_view key, std::uint64_t nanoseconds);
  void close_event(std::string_view name_json, const EventArguments& arguments);
  [[nodiscard]] std::uint64_t nanoseconds(std::uint64_t cycle) const;

  TraceFile file_;
  double clock_hz_;
  std::uint64_t limit_bytes_;
  std::uint64_t begin_cycle_ = 0, end_cycle_ = 0;
  std::string line_;
  bool first_ = true;
  std::uint64_t spans_ = 0, not_asked_for_ = 0;
};

}  // namespace bspike::sim
