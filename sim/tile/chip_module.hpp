// Owns a chip in SystemC: its tiles, sync unit, fabric and host port, and the controller that walks
// the schedule.
// Contract: the controller is the one SC_THREAD; each phase wakes each module at most once.
#pragma once

#include <exception>
#include <functional>
#include <systemc>

#include "sim/exchange/fabric_module.hpp"
#include "sim/host/host_module.hpp"
#include "sim/sync/sync_unit.hpp"
#include "sim/tile/tile_module.hpp"
#include "sim/tile/timed_run.hpp"

namespace bspike::sim {

class ChipModule : public sc_core::sc_module, public PhaseClock, public PhaseEndInterface {
 public:
  ChipModule(const sc_core::sc_module_name& name, const TimedInput& input,
             const std::function<void(PhaseClock&)>& walk);

  // After the simulation: throws what left the walk, or says that it never ended.
  [[nodiscard]] TimedResult result() const;

  void repeat_trip(std::span<const arch::TileId> tiles) override;
  void compute(const ComputePhase& phase) override;
  void exchange(std::uint32_t plan) override;
  void host(const HostTransfer& transfer) override;
  void end_call(double) override {}
  void phase_ended() override { ev_phase_end_.notify(); }

 private:
  void control();

  std::uint64_t repeat_cycles_;
  const std::function<void(PhaseClock&)>& walk_;
  Timeline timeline_;
  TileModule tiles_;
  SyncUnit sync_;
  FabricModule fabric_;
  HostModule host_;
  sc_core::sc_export<PhaseEndInterface> in_phase_end_;
  sc_core::sc_event ev_phase_end_;
  std::uint64_t total_cycles_ = 0;
  bool ended_ = false;
  std::exception_ptr error_;
};

}  // namespace bspike::sim
