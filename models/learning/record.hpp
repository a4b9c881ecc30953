// Owns the views that losses share: one sample's row of an output record, sums over time, and the
// cross entropy of a row.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "models/learning/real.hpp"

namespace bspike::models {

// Shape of an output record [T][batch][outputs].
struct RecordShape {
  std::uint32_t time_steps;
  std::uint32_t batch;
  std::uint32_t outputs;

  [[nodiscard]] std::size_t row(std::uint32_t step, std::uint32_t sample) const {
    return (static_cast<std::size_t>(step) * batch + sample) * outputs;
  }
};

template <class Real>
[[nodiscard]] std::vector<Real> counts_of(const RecordShape& shape, std::span<const Real> record,
                                          std::uint32_t sample) {
  std::vector<Real> counts(shape.outputs, Real{0});
  for (std::uint32_t t = 0; t < shape.time_steps; ++t)
    for (std::uint32_t i = 0; i < shape.outputs; ++i) counts[i] += record[shape.row(t, sample) + i];
  return counts;
}

// Writes one row to every time step of a sample: the gradient of a function of counts.
template <class Real>
void spread_over_time(const RecordShape& shape, std::span<const Real> row, std::uint32_t sample,
                      std::span<Real> gradient) {
  for (std::uint32_t t = 0; t < shape.time_steps; ++t)
    std::copy(row.begin(), row.end(), gradient.begin() + shape.row(t, sample));
}

// -ln softmax(logits)[target]; `gradient` becomes scale * (softmax - one at the target).
template <class Real>
[[nodiscard]] Real cross_entropy(std::span<const Real> logits, std::uint32_t target, Real scale,
                                 std::span<Real> gradient) {
  const Real highest = *std::max_element(logits.begin(), logits.end());
  Real sum = 0;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    gradient[i] = real_exp(logits[i] - highest);
    sum += gradient[i];
  }
  for (std::size_t i = 0; i < logits.size(); ++i)
    gradient[i] = (gradient[i] / sum - (i == target ? Real{1} : Real{0})) * scale;
  return real_ln(sum) + highest - logits[target];
}

}  // namespace bspike::models
