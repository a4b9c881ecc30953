// Owns the host port in SystemC: a transfer takes no device cycle (host_ledger.hpp has its time).
// Contract: one activation a transfer.
#pragma once

#include <systemc>

#include "sim/sync/phase_interfaces.hpp"

namespace bspike::sim {

class HostModule : public sc_core::sc_module {
 public:
  sc_core::sc_port<PhaseEndInterface> out_end;

  explicit HostModule(const sc_core::sc_module_name& name);
  void start() { ev_transfer_.notify(sc_core::SC_ZERO_TIME); }

 private:
  void finish() { out_end->phase_ended(); }

  sc_core::sc_event ev_transfer_;
};

}  // namespace bspike::sim
