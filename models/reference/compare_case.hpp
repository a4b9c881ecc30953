// Owns judging a result against a reference case: the largest error of each tensor and what it may
// be. Contract: a tensor that is missing, of another size, or not a number fails.
#pragma once

#include <string>
#include <vector>

#include "models/reference/reference_case.hpp"

namespace bspike::models {

struct ComparisonRow {
  std::string tensor;        // "layer0.spikes", "layer0.mem", "loss", "grads.fc0.weight", ...
  double largest_error = 0;  // absolute; of spikes and counts: how many differ
  double tolerance = 0;
  bool pass = false;
};

// kDouble also holds loss and gradients against the case's double precision values, to 1e-10 of
// the largest.
enum class Precision { kFloat, kDouble };

[[nodiscard]] std::vector<ComparisonRow> compare_case(const ReferenceCase& the_case,
                                                      const CaseResult& result,
                                                      Precision precision = Precision::kFloat);
[[nodiscard]] bool all_pass(const std::vector<ComparisonRow>& rows);

}  // namespace bspike::models
