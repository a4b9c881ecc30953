// Owns the tracks of the chip: what the report sums up along the critical path, and its counters.
// Contract: supersteps come in order, each one where the one before ends; neighbours with the same
// phase, layer or step are one span.
#pragma once

#include <cstdint>
#include <string>

#include "sim/trace/superstep_names.hpp"
#include "sim/trace/trace_events.hpp"

namespace bspike::sim {

class PathTracks {
 public:
  PathTracks(TraceEvents& events, const SuperstepNames& names);

  void complete(const SuperstepRecord& record);
  // Compute behind the last superstep reaches to `total_cycles`.
  void finish(std::uint64_t total_cycles);

  [[nodiscard]] std::uint64_t supersteps_cut() const { return cut_; }
  [[nodiscard]] std::uint64_t cut_cycle() const { return cut_cycle_; }

 private:
  // Neighbours that share a key.
  struct JoinedSpan {
    TraceTrack track;
    bool open = false;
    std::uint64_t key = 0;
    std::string name{};  // JSON
    std::uint64_t begin = 0, end = 0;
  };
  void join(JoinedSpan& span, std::uint64_t key, const std::string& name, std::uint64_t begin,
            std::uint64_t end);
  void close(JoinedSpan& span);
  void add_superstep(const SuperstepRecord& record, std::uint64_t end);
  void add_parts(const SuperstepRecord& record);
  void add_part(TilePart part, std::uint64_t& begin, std::uint64_t cycles, arch::TileId tile);
  void add_counters(const SuperstepRecord& record);
  void add(TraceTrack track, std::string_view name, std::uint64_t begin, std::uint64_t end);
  [[nodiscard]] bool admits(std::uint64_t begin, std::uint64_t end);

  TraceEvents& events_;
  const SuperstepNames& names_;
  EventArguments arguments_;  // of the event being made
  std::string part_names_[4];
  JoinedSpan step_{TraceTrack::kSteps}, phase_{TraceTrack::kPhases}, layer_{TraceTrack::kLayers};
  std::uint64_t row_ = 0;
  std::uint64_t end_ = 0;
  arch::TileId last_critical_ = 0;
  std::uint64_t cut_ = 0, cut_cycle_ = 0;
};

}  // namespace bspike::sim
