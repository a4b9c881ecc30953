// Owns making marks and spans of host transfers.
#include "sim/trace/host_tracks.hpp"

#include <algorithm>
#include <cmath>

namespace bspike::sim {

namespace {

constexpr std::uint64_t kMostBytes = 4096;  // of the events of a transfer

std::uint64_t whole_nanoseconds(double seconds) {
  return static_cast<std::uint64_t>(std::llround(seconds * 1e9));
}

const TrackRow& row_of(TraceTrack track) { return trace_tracks()[static_cast<std::size_t>(track)]; }

}  // namespace

HostTracks::HostTracks(TraceEvents& events, const arch::Image& image, const arch::HostSection& host)
    : events_(events), image_(image), host_(host) {}

void HostTracks::transfer(const HostTransfer& transfer, std::uint64_t device_cycle) {
  const std::uint64_t phases = ledger_.phases();
  ledger_.transfer(transfer.bytes_to_chip, transfer.bytes_from_chip);
  if (!has_room(device_cycle)) return;
  if (ledger_.phases() != phases) {
    arguments_.clear().number("at_cycle", device_cycle);
    add_span("\"rendezvous\"",
             std::min(end_ns(), now_ns_ + whole_nanoseconds(host_.rendezvous_seconds)));
  }
  const std::string name = json_text(image_.streams.at(transfer.stream).name);
  arguments_.clear()
      .number("bytes_to_chip", transfer.bytes_to_chip)
      .number("bytes_from_chip", transfer.bytes_from_chip)
      .number("at_cycle", device_cycle);
  add_span(name, end_ns());
  const TrackRow& marks = row_of(TraceTrack::kHostTransfers);
  events_.mark(marks.process, marks.number, name, device_cycle, arguments_);
}

void HostTracks::end_call(double seconds, std::uint64_t device_cycle) {
  call_seconds_ = seconds;
  ledger_.end_call();
  if (!has_room(device_cycle)) return;
  arguments_.clear().number("at_cycle", device_cycle);
  add_span("\"call overhead\"", end_ns());
}

// If not, the host's clock goes on without a span.
bool HostTracks::has_room(std::uint64_t device_cycle) {
  const bool asked_for = events_.is_asked_for(device_cycle, device_cycle + 1);
  if (asked_for && cut_ == 0 && events_.has_room(TraceShare::kChip, kMostBytes)) return true;
  cut_ += asked_for ? 1 : 0;
  now_ns_ = end_ns();
  return false;
}

std::uint64_t HostTracks::end_ns() const {
  return whole_nanoseconds(ledger_.seconds(host_, call_seconds_));
}

void HostTracks::add_span(std::string_view name, std::uint64_t end_ns) {
  const TrackRow& row = row_of(TraceTrack::kHostTime);
  events_.span_ns(row.process, row.number, name, now_ns_, end_ns, arguments_);
  now_ns_ = end_ns;
}

}  // namespace bspike::sim
