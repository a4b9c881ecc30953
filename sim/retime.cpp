// Owns the walk over recorded phases.
#include "sim/retime.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "arch/base/diagnostics.hpp"
#include "sim/exchange/plan_times.hpp"
#include "sim/run_plan.hpp"
#include "sim/stats/accounting_check.hpp"
#include "sim/stats/superstep_statistics.hpp"
#include "sim/stats/timeline.hpp"
#include "sim/sync/sync_cycles.hpp"
#include "sim/work_record.hpp"

namespace bspike::sim {

namespace {

using arch::kNoIndex;

void require_same(arch::base::DiagnosticSink& sink, bool same, const char* key) {
  if (same) return;
  arch::base::Diagnostic diagnostic;
  diagnostic.key_path = key;
  diagnostic.message =
      "recorded counts depend on this constant, so a run cannot be re-timed with "
      "another value";
  diagnostic.hint = "run it again on the other machine";
  sink.add(std::move(diagnostic));
}

void check_retimable(const arch::Machine& a, const arch::Machine& b) {
  arch::base::DiagnosticSink sink;
  require_same(sink,
               a.chip.tiles == b.chip.tiles && a.chip.columns == b.chip.columns &&
                   a.chip.rows == b.chip.rows &&
                   a.chip.tiles_per_supertile == b.chip.tiles_per_supertile,
               "chip");
  require_same(sink, a.worker.contexts == b.worker.contexts, "worker.contexts");
  require_same(sink, a.worker.element_conflict_slots == b.worker.element_conflict_slots,
               "worker.element_conflict");
  require_same(sink, a.unit_slots == b.unit_slots, "unit_slots");
  const auto& left = a.supervisor;
  const auto& right = b.supervisor;
  require_same(sink, left.straight_cycles == right.straight_cycles, "supervisor.straight");
  require_same(sink, left.branch_cycles == right.branch_cycles, "supervisor.branch");
  require_same(sink, left.load_use_cycles == right.load_use_cycles, "supervisor.load_use");
  require_same(sink, left.run_cycles == right.run_cycles, "supervisor.run");
  require_same(sink, left.local_sync_cycles == right.local_sync_cycles, "supervisor.local_sync");
  sink.throw_if_any<arch::base::ConfigError>();
}

// What belongs to no single superstep.
void check_confined(const arch::Machine& a, const arch::Machine& b) {
  arch::base::DiagnosticSink sink;
  const auto require = [&](bool same, const char* key) {
    if (same) return;
    arch::base::Diagnostic diagnostic;
    diagnostic.key_path = key;
    diagnostic.message = "this constant cannot be changed for some superstep kinds alone";
    diagnostic.hint = "leave out the kinds, to change it for all";
    sink.add(std::move(diagnostic));
  };
  require(a.clock_hz == b.clock_hz, "clock");
  require(a.sync == b.sync, "sync");
  require(a.host == b.host, "host");
  require(a.supervisor.repeat_cycles == b.supervisor.repeat_cycles, "supervisor.repeat");
  sink.throw_if_any<arch::base::ConfigError>();
}

// Superstep kinds and exchange plans, by index, on which a change is laid.
class Confinement {
 public:
  Confinement(const arch::Image& image, const std::vector<std::string>& kinds)
      : all_(kinds.empty()),
        kinds_(image.labels.size(), all_),
        plans_(image.exchanges.size(), all_) {
    for (const std::string& kind : kinds) confine_to(image, kind);
  }

  [[nodiscard]] bool has_kind(std::uint32_t label) const {
    return label == kNoIndex ? all_ : kinds_.at(label);
  }
  [[nodiscard]] bool has_plan(std::size_t plan) const { return plans_.at(plan); }

 private:
  void confine_to(const arch::Image& image, const std::string& kind) {
    const auto label = std::find(image.labels.begin(), image.labels.end(), kind);
    if (label == image.labels.end())
      arch::base::raise<arch::base::ConfigError>(
          {}, "kinds", "the program has no superstep kind '" + kind + "'",
          "the table of superstep kinds in a report lists them");
    const auto index = static_cast<std::uint32_t>(label - image.labels.begin());
    kinds_[index] = true;
    for (const arch::Schedule* schedule : {&image.setup, &image.step}) {
      for (const arch::ScheduleNode& node : schedule->nodes) {
        if (node.kind_label == index && node.exchange != kNoIndex) plans_[node.exchange] = true;
      }
    }
  }

  bool all_;
  std::vector<bool> kinds_, plans_;
};

class Retiming {
 public:
  Retiming(const arch::Image& image, const arch::Machine& machine, const arch::Machine& changed,
           const RunResult& result, const std::vector<std::string>& kinds)
      : image_(image),
        machine_(machine),
        changed_(changed),
        result_(result),
        confinement_(image, kinds),
        supersteps_(image, result.supersteps.size()),
        timeline_(image.tiles, make_run_plan(image).active_tiles, sync_cycles(changed),
                  supersteps_),
        exchange_times_(times_of_plans(image, changed)) {
    if (kinds.empty()) return;
    const auto unchanged = times_of_plans(image, machine);
    for (std::size_t plan = 0; plan < unchanged.size(); ++plan) {
      if (!confinement_.has_plan(plan)) exchange_times_[plan] = unchanged[plan];
    }
  }

  RunResult run() {
    for (const RecordedPhase& phase : result_.work->phases) replay(phase);
    RunResult retimed = result_;
    retimed.total_cycles = timeline_.finish();
    retimed.kinds.clear();
    supersteps_.write(retimed);
    retimed.phases.compute_cycles += timeline_.tail_cycles();
    retimed.phases.launch_cycles += timeline_.tail_cycles();
    for (std::size_t tile = 0; tile < retimed.tiles.size(); ++tile)
      set_times(retimed.tiles[tile], timeline_.tiles()[tile]);
    retimed.host_seconds = host_seconds();
    check_accounting(retimed);
    return retimed;
  }

 private:
  void replay(const RecordedPhase& phase) {
    switch (phase.kind) {
      case RecordedPhase::Kind::kRepeatTrip:
        timeline_.charge(result_.work->repeat_tiles[phase.index],
                         changed_.supervisor.repeat_cycles);
        return;
      case RecordedPhase::Kind::kCompute:
        compute(result_.work->computes[phase.index]);
        return;
      case RecordedPhase::Kind::kExchange:
        static const std::vector<ExchangeTime> kNothing;
        timeline_.exchange(phase.index == kNoIndex ? kNothing : exchange_times_.at(phase.index));
    }
  }

  void compute(const RecordedCompute& compute) {
    const arch::Schedule& schedule = compute.record.setup ? image_.setup : image_.step;
    const arch::ScheduleNode& node = schedule.nodes.at(compute.record.node);
    const std::uint32_t set = node.compute_set;
    const arch::Machine& machine = confinement_.has_kind(node.kind_label) ? changed_ : machine_;
    work_.clear();
    for (std::size_t i = 0; i < compute.counts.size(); ++i) {
      const TileCounts& counts = compute.counts[i];
      const std::uint64_t launch = std::uint64_t{counts.launch_cycles} +
                                   machine.supervisor.entry_cycles -
                                   machine_.supervisor.entry_cycles;
      const std::uint64_t slots = counts.critical_slots;
      work_.push_back({image_.compute_sets.at(set).work[i].tile,
                       launch + machine.worker.issue_period_cycles * slots, launch});
    }
    timeline_.arrive(compute.record, work_);
    timeline_.release();
  }

  static void set_times(TileTimes& tile, const TileTimes& times) {
    tile.compute_cycles = times.compute_cycles;
    tile.launch_cycles = times.launch_cycles;
    tile.wait_cycles = times.wait_cycles;
    tile.sync_cycles = times.sync_cycles;
    tile.exchange_cycles = times.exchange_cycles;
  }

  [[nodiscard]] double host_seconds() const {
    return static_cast<double>(result_.host_phases) * changed_.host.rendezvous_seconds +
           static_cast<double>(result_.host_calls) * result_.call_overhead_seconds +
           static_cast<double>(result_.host_bytes_in + result_.host_bytes_out) /
               changed_.host.bytes_per_second;
  }

  const arch::Image& image_;
  const arch::Machine& machine_;
  const arch::Machine& changed_;
  const RunResult& result_;
  Confinement confinement_;
  SuperstepStatistics supersteps_;
  Timeline timeline_;
  std::vector<std::vector<ExchangeTime>> exchange_times_;
  std::vector<TileCompute> work_;
};

}  // namespace

RunResult retime(const arch::Image& image, const arch::Machine& machine,
                 const arch::Machine& changed, const RunResult& result,
                 const std::vector<std::string>& kinds) {
  if (!result.timed || result.work == nullptr)
    throw std::invalid_argument("only a timed run whose work was recorded can be re-timed");
  check_retimable(machine, changed);
  if (!kinds.empty()) check_confined(machine, changed);
  return Retiming(image, machine, changed, result, kinds).run();
}

}  // namespace bspike::sim
