// Owns the views that losses share: one sample's row of an output record, sums over time,
// population codes, and the cross entropy of a row.
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

// A population code's class of an output: contiguous blocks, in order.
[[nodiscard]] inline std::uint32_t class_of(std::uint32_t output, std::uint32_t outputs,
                                            std::uint32_t classes) {
  return static_cast<std::uint32_t>(std::uint64_t{output} * classes / outputs);
}

// Counts of each class; without a population code each output is one.
template <class Real>
[[nodiscard]] std::vector<Real> class_counts(const RecordShape& shape, const LossSpec& spec,
                                             std::span<const Real> record, std::uint32_t sample) {
  const auto counts = counts_of(shape, record, sample);
  if (spec.classes == 0) return counts;
  std::vector<Real> sums(spec.classes, Real{0});
  for (std::uint32_t i = 0; i < shape.outputs; ++i)
    sums[class_of(i, shape.outputs, spec.classes)] += counts[i];
  return sums;
}

// The gradient of a function of class counts.
template <class Real>
void spread_over_classes(const RecordShape& shape, const LossSpec& spec, std::span<const Real> row,
                         std::uint32_t sample, std::span<Real> gradient) {
  if (spec.classes == 0) return spread_over_time(shape, row, sample, gradient);
  std::vector<Real> outputs(shape.outputs);
  for (std::uint32_t i = 0; i < shape.outputs; ++i)
    outputs[i] = row[class_of(i, shape.outputs, spec.classes)];
  spread_over_time<Real>(shape, outputs, sample, gradient);
}

// The time step of each output's largest value, the first of equals.
template <class Real>
[[nodiscard]] std::vector<std::uint32_t> highest_steps(const RecordShape& shape,
                                                       std::span<const Real> record,
                                                       std::uint32_t sample) {
  std::vector<std::uint32_t> steps(shape.outputs, 0);
  for (std::uint32_t t = 1; t < shape.time_steps; ++t)
    for (std::uint32_t i = 0; i < shape.outputs; ++i)
      if (record[shape.row(t, sample) + i] > record[shape.row(steps[i], sample) + i]) steps[i] = t;
  return steps;
}

// The time step of each output's first spike; the last one of those that do not spike.
template <class Real>
[[nodiscard]] std::vector<std::uint32_t> first_spikes(const RecordShape& shape,
                                                      std::span<const Real> record,
                                                      std::uint32_t sample) {
  std::vector<std::uint32_t> steps(shape.outputs, shape.time_steps - 1);
  for (std::uint32_t t = shape.time_steps; t-- > 0;)
    for (std::uint32_t i = 0; i < shape.outputs; ++i)
      if (record[shape.row(t, sample) + i] != 0) steps[i] = t;
  return steps;
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

// The loss whose logits are sums over time of the record, by class: the mean over the batch.
template <class Real>
[[nodiscard]] double cross_entropy_of_sums(const LossSpec& spec, std::uint32_t time_steps,
                                           std::uint32_t batch, std::uint32_t outputs,
                                           std::span<const Real> record,
                                           std::span<const std::uint32_t> targets,
                                           std::span<Real> gradient) {
  const RecordShape shape{time_steps, batch, outputs};
  const Real scale = Real{1} / static_cast<Real>(batch);
  std::vector<Real> row(spec.classes == 0 ? outputs : spec.classes);
  double total = 0;
  for (std::uint32_t b = 0; b < batch; ++b) {
    const auto counts = class_counts(shape, spec, record, b);
    total += cross_entropy<Real>(counts, targets[b], scale, row);
    spread_over_classes<Real>(shape, spec, row, b, gradient);
  }
  return total / batch;
}

}  // namespace bspike::models
