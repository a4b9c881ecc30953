// Owns the count of gradients in f16 that overflowed: elements that are not finite after a step,
// which the update took for 0 (docs/half_precision.md). A series of the report if an image has such
// gradients; read without cost.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sim/run.hpp"

namespace bspike::tools {

class OverflowWatch {
 public:
  explicit OverflowWatch(const arch::Image& image);

  // Counts behind what else is to be done after each step.
  void watch(sim::RunOptions& options);
  // "training.gradient_overflows", one value a step.
  void add_to(sim::RunResult& result) const;

 private:
  [[nodiscard]] double count(const sim::Machinery& machinery) const;

  std::vector<std::uint32_t> gradients_;  // tensors in f16
  std::vector<double> counts_;
};

}  // namespace bspike::tools
