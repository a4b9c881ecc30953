// Owns the time of host transfers.
// Timing: a host phase is a run of transfers with no superstep between; it costs one rendezvous;
// bytes cross at the host bandwidth, one stream after the other. A multicast crosses once. Nothing
// overlaps, and the device clock stands still meanwhile. Source: one unofficial driver's
// measurements on a C600 [stack]; sc_time is device cycles, so host seconds are kept beside it.
// Where the host awaits each step's results, a step is a call: its transfers make no phase with
// those of the next one, and it costs the host software's own time on top.
#pragma once

#include <cstdint>

#include "arch/machine/machine.hpp"

namespace bspike::sim {

class HostLedger {
 public:
  void transfer(std::uint64_t bytes_to_chip, std::uint64_t bytes_from_chip) {
    if (!in_phase_) ++phases_;
    in_phase_ = true;
    bytes_in_ += bytes_to_chip;
    bytes_out_ += bytes_from_chip;
  }
  void superstep() { in_phase_ = false; }
  void end_call() {
    in_phase_ = false;
    ++calls_;
  }

  [[nodiscard]] std::uint64_t phases() const { return phases_; }
  [[nodiscard]] std::uint64_t bytes_in() const { return bytes_in_; }
  [[nodiscard]] std::uint64_t bytes_out() const { return bytes_out_; }
  [[nodiscard]] std::uint64_t calls() const { return calls_; }
  [[nodiscard]] double seconds(const arch::HostSection& host, double seconds_a_call = 0) const {
    return static_cast<double>(phases_) * host.rendezvous_seconds +
           static_cast<double>(calls_) * seconds_a_call +
           static_cast<double>(bytes_in_ + bytes_out_) / host.bytes_per_second;
  }

 private:
  bool in_phase_ = false;
  std::uint64_t phases_ = 0;
  std::uint64_t calls_ = 0;
  std::uint64_t bytes_in_ = 0;
  std::uint64_t bytes_out_ = 0;
};

}  // namespace bspike::sim
