// Owns the rows about supersteps: one a kind, sums by phase and layer, the first records.
// Contract: memory grows with the number of kinds and of distinct lengths, not with the run, apart
// from the records, which are capped.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "sim/phase_clock.hpp"
#include "sim/result.hpp"
#include "sim/stats/plan_shape.hpp"

namespace bspike::sim {

class SuperstepStatistics final : public SuperstepSink {
 public:
  SuperstepStatistics(const arch::Image& image, std::uint64_t record_limit);
  void complete(const SuperstepRecord& record) override;
  void write(RunResult& result) const;

 private:
  struct Kind {
    SuperstepKindRow row;
    std::map<std::uint64_t, std::uint64_t> lengths;           // cycles -> how often
    std::map<arch::TileId, std::uint64_t> critical;           // tile -> how often
    CycleBreakdown *by_phase = nullptr, *by_layer = nullptr;  // stable: nodes of the maps below
  };
  [[nodiscard]] Kind& kind_of(const SuperstepRecord& record);
  void add_shape(const SuperstepRecord& record, SuperstepKindRow& row);
  [[nodiscard]] std::size_t make_kind(const arch::ScheduleNode& node);
  [[nodiscard]] std::string label(std::uint32_t index) const;

  const arch::Image& image_;
  std::uint64_t record_limit_;
  std::vector<std::optional<PlanShape>> shapes_;         // by plan, once it is met
  std::vector<std::uint32_t> setup_kinds_, step_kinds_;  // by schedule node; kNoIndex: not yet met
  std::vector<Kind> kinds_;                              // in order of first execution
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> kind_index_;
  std::map<std::string, CycleBreakdown> by_phase_, by_layer_;
  CycleBreakdown total_;
  std::vector<SuperstepRecord> records_;
  std::uint64_t supersteps_ = 0;
};

}  // namespace bspike::sim
