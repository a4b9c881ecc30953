// Owns the unit of simulated time: one device cycle is one nanosecond of SystemC time, so cycles
// stay integers; seconds appear in the report alone.
#pragma once

#include <cstdint>
#include <systemc>

namespace bspike::sim {

[[nodiscard]] inline sc_core::sc_time to_time(std::uint64_t cycles) {
  static const sc_core::sc_time cycle(1, sc_core::SC_NS);
  return sc_core::sc_time::from_value(cycles * cycle.value());
}

// From now to an absolute cycle that is not in the past.
[[nodiscard]] inline sc_core::sc_time until(std::uint64_t cycle) {
  return to_time(cycle) - sc_core::sc_time_stamp();
}

}  // namespace bspike::sim
