// Owns the labels of an Image's supersteps as JSON texts, made once.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "arch/program/image.hpp"
#include "sim/result.hpp"

namespace bspike::sim {

class SuperstepNames {
 public:
  explicit SuperstepNames(const arch::Image& image);

  [[nodiscard]] const arch::ScheduleNode& node_of(const SuperstepRecord& record) const;
  // In quotes; "" for a label that is absent.
  [[nodiscard]] const std::string& json(std::uint32_t label) const;
  // Labels that the schedules use, in order of the alphabet.
  [[nodiscard]] const std::set<std::string>& phases() const { return phases_; }
  [[nodiscard]] const std::set<std::string>& layers() const { return layers_; }
  [[nodiscard]] const std::set<std::string>& kinds() const { return kinds_; }
  // Supersteps of a run of so many steps, by the schedule.
  [[nodiscard]] double supersteps(std::uint64_t steps) const;
  [[nodiscard]] std::size_t longest_json() const;

 private:
  void gather(const arch::Schedule& schedule);

  const arch::Image& image_;
  std::vector<std::string> json_;  // by label
  std::string none_ = "\"\"";
  std::set<std::string> phases_, layers_, kinds_;
};

}  // namespace bspike::sim
