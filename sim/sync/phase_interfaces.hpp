// Owns what the modules of a chip tell one another: one call a chip and phase.
// Contract: each is called once a phase, at the simulated time of what it tells.
#pragma once

#include <systemc>

namespace bspike::sim {

// The last active tile has arrived at the barrier (now).
class ArrivalInterface : public virtual sc_core::sc_interface {
 public:
  virtual void all_arrived() = 0;
};

// A phase has ended (now): the barrier has released the first tile, the last word has arrived, or a
// host transfer is over.
class PhaseEndInterface : public virtual sc_core::sc_interface {
 public:
  virtual void phase_ended() = 0;
};

}  // namespace bspike::sim
