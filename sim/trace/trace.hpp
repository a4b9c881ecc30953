// Owns the trace of one run: a timeline for Perfetto or chrome://tracing, written while the run
// goes on.
// Contract: it hears what happened and changes nothing; a file that cannot be written ends the
// trace, not the run, and finish() says why. Equal runs give equal bytes, whatever the engine and
// the number of threads. Memory grows with the tiles chosen, not with the run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arch/machine/machine.hpp"
#include "arch/program/image.hpp"
#include "sim/phase_clock.hpp"
#include "sim/result.hpp"
#include "sim/trace/host_tracks.hpp"
#include "sim/trace/path_tracks.hpp"
#include "sim/trace/tile_tracks.hpp"

namespace bspike::sim {

class Trace {
 public:
  // `steps` as the run is asked to make. Throws ConfigError: a tile that the chip does not have, a
  // place that cannot be written.
  Trace(const TraceRequest& request, const arch::Image& image, const arch::Machine& machine,
        std::uint64_t steps);

  [[nodiscard]] TimelineWatcher& tiles() { return tile_tracks_; }
  void complete(const SuperstepRecord& record) { path_.complete(record); }
  void superstep() { host_.superstep(); }
  void host(const HostTransfer& transfer) { host_.transfer(transfer, tile_tracks_.last_ready()); }
  void end_call(double seconds) { host_.end_call(seconds, tile_tracks_.last_ready()); }

  // Gives the file its name. Returns lines for the console: what it holds, what was left out.
  [[nodiscard]] std::string finish(const RunResult& result);

 private:
  void name_tracks();
  void add_run(const RunResult& result);
  [[nodiscard]] std::string end_json(const RunResult& result) const;
  [[nodiscard]] std::vector<std::string> left_out() const;

  TraceRequest request_;
  const arch::Machine& machine_;
  SuperstepNames names_;
  std::vector<arch::TileId> active_;
  std::vector<arch::TileId> chosen_;  // active ones
  std::uint64_t idle_chosen_ = 0;
  TraceEvents events_;
  PathTracks path_;
  TileTracks tile_tracks_;
  HostTracks host_;
};

// Hands the phases on to another clock and tells a trace what it cannot see elsewhere.
class TracedClock final : public PhaseClock {
 public:
  TracedClock(PhaseClock& clock, Trace& trace) : clock_(clock), trace_(trace) {}
  void repeat_trip(std::span<const arch::TileId> tiles) override { clock_.repeat_trip(tiles); }
  void compute(const ComputePhase& phase) override {
    trace_.superstep();
    clock_.compute(phase);
  }
  void exchange(std::uint32_t plan) override { clock_.exchange(plan); }
  void host(const HostTransfer& transfer) override {
    trace_.host(transfer);
    clock_.host(transfer);
  }
  void end_call(double host_seconds) override {
    trace_.end_call(host_seconds);
    clock_.end_call(host_seconds);
  }

 private:
  PhaseClock& clock_;
  Trace& trace_;
};

// Hands supersteps on to a trace and to another sink.
class TracedSink final : public SuperstepSink {
 public:
  TracedSink(SuperstepSink& sink, Trace& trace) : sink_(sink), trace_(trace) {}
  void complete(const SuperstepRecord& record) override {
    trace_.complete(record);
    sink_.complete(record);
  }

 private:
  SuperstepSink& sink_;
  Trace& trace_;
};

}  // namespace bspike::sim
