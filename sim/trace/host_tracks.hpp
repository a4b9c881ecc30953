// Owns the tracks of the host: when it transfers, and how long that takes on its own clock.
// Timing: as sim/host/host_ledger.hpp.
#pragma once

#include <cstdint>

#include "arch/program/image.hpp"
#include "sim/host/host_ledger.hpp"
#include "sim/phase_clock.hpp"
#include "sim/trace/trace_events.hpp"

namespace bspike::sim {

class HostTracks {
 public:
  HostTracks(TraceEvents& events, const arch::Image& image, const arch::HostSection& host);

  void transfer(const HostTransfer& transfer, std::uint64_t device_cycle);
  void end_call(double seconds, std::uint64_t device_cycle);
  void superstep() { ledger_.superstep(); }
  [[nodiscard]] std::uint64_t events_cut() const { return cut_; }

 private:
  [[nodiscard]] bool has_room(std::uint64_t device_cycle);
  [[nodiscard]] std::uint64_t end_ns() const;
  void add_span(std::string_view name, std::uint64_t end_ns);

  TraceEvents& events_;
  const arch::Image& image_;
  const arch::HostSection& host_;
  HostLedger ledger_;
  EventArguments arguments_;
  double call_seconds_ = 0;   // of the host's software, each call
  std::uint64_t now_ns_ = 0;  // of the host's own clock
  std::uint64_t cut_ = 0;     // transfers and calls without a span
};

}  // namespace bspike::sim
