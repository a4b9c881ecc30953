// Owns those sums.
#include "models/reference/half_matrix.hpp"

#include <array>
#include <utility>

#include "arch/base/half.hpp"

namespace bspike::models {

float half_rounded(float value, bool half) {
  return half ? arch::base::float_from_half(arch::base::half_from_float(value)) : value;
}

void round_all_to_half(std::vector<float>& values, bool half) {
  for (float& value : values) value = half_rounded(value, half);
}

HalfMatrix::HalfMatrix(const HalfRules& rules, const Size& size, std::vector<float> weights,
                       std::vector<float> bias)
    : rules_(rules), size_(size), weights_(std::move(weights)), bias_(std::move(bias)) {
  if (bias_.empty()) bias_.assign(size_.neurons, 0.0F);
  round_all_to_half(weights_, rules_.weights);
  round_all_to_half(bias_, rules_.weights);
  weight_gradient_.assign(weights_.size(), 0.0F);
  bias_gradient_.assign(size_.neurons, 0.0F);
}

// The bias first, then the listed rows.
std::vector<float> HalfMatrix::listed_currents(
    std::span<const std::vector<std::uint32_t>> ids) const {
  std::vector<float> current;
  for (std::size_t b = 0; b < size_.batch; ++b)
    for (std::size_t n = 0; n < size_.neurons; ++n) {
      float sum = bias_[n];
      for (const std::uint32_t id : ids[b])
        sum = half_rounded(sum + weights_[n * size_.fan_in + id], rules_.sums);
      current.push_back(sum);
    }
  return current;
}

std::vector<float> HalfMatrix::dense_currents(std::span<const float> spikes) const {
  std::vector<float> current;
  for (std::size_t b = 0; b < size_.batch; ++b)
    for (std::size_t n = 0; n < size_.neurons; ++n)
      current.push_back(dense_sum(n, spikes.data() + b * size_.fan_in));
  return current;
}

// In lanes, four of f16 or two of f32, and the bias last; of states alone, row after row.
float HalfMatrix::dense_sum(std::size_t neuron, const float* spikes) const {
  const float* weights = weights_.data() + neuron * size_.fan_in;
  const bool rows = rules_.weights || rules_.gradients;
  const std::size_t lanes = !rows ? 1 : rules_.weights ? 4 : 2;
  std::array<float, 4> sums{};
  if (!rows) sums[0] = bias_[neuron];
  for (std::size_t i = 0; i < size_.fan_in; ++i) {
    float& sum = sums[i % lanes];
    sum = half_rounded(sum + weights[i] * spikes[i], rules_.sums);
  }
  if (!rows) return sums[0];
  const float total = lanes == 4 ? (sums[0] + sums[2]) + (sums[1] + sums[3]) : sums[0] + sums[1];
  return total + bias_[neuron];
}

// dL/dcurrent as products see it.
float HalfMatrix::factor(float gradient) const {
  return rules_.gradients ? half_rounded(rules_.scale * gradient, true) : gradient;
}

void HalfMatrix::add_to_weight(std::size_t neuron, std::size_t source, float factor) {
  float& sum = weight_gradient_[neuron * size_.fan_in + source];
  sum = half_rounded(sum + factor, rules_.gradients);
}

void HalfMatrix::add_listed_gradients(const std::vector<float>& current_gradient,
                                      std::span<const std::vector<std::uint32_t>> ids) {
  for (std::size_t b = 0; b < size_.batch; ++b)
    for (std::size_t n = 0; n < size_.neurons; ++n)
      for (const std::uint32_t id : ids[b])
        add_to_weight(n, id, factor(current_gradient[b * size_.neurons + n]));
  add_bias_gradient(current_gradient, true);
}

void HalfMatrix::add_dense_gradients(const std::vector<float>& current_gradient,
                                     std::span<const float> spikes) {
  for (std::size_t b = 0; b < size_.batch; ++b)
    for (std::size_t n = 0; n < size_.neurons; ++n)
      for (std::size_t i = 0; i < size_.fan_in; ++i)
        if (spikes[b * size_.fan_in + i] != 0)
          add_to_weight(n, i, factor(current_gradient[b * size_.neurons + n]));
  add_bias_gradient(current_gradient, false);
}

// Sample by sample, or once a step.
void HalfMatrix::add_bias_gradient(const std::vector<float>& current_gradient, bool by_sample) {
  for (std::size_t n = 0; n < size_.neurons; ++n) {
    float& bias = bias_gradient_[n];
    float sum = 0;
    for (std::size_t b = 0; b < size_.batch; ++b) {
      const float gradient = current_gradient[b * size_.neurons + n];
      if (!rules_.gradients)
        bias += gradient;
      else if (by_sample)
        bias = half_rounded(bias + factor(gradient), true);
      else
        sum += gradient;
    }
    if (rules_.gradients && !by_sample) bias = half_rounded(bias + rules_.scale * sum, true);
  }
}

// With weights and gradients both in f16, each product and each sum is f16; else sums are f32 and
// what is sent is rounded if it is f16.
std::vector<float> HalfMatrix::input_gradient(const std::vector<float>& current_gradient) const {
  const bool half = rules_.weights && rules_.gradients;
  std::vector<float> result(size_.batch * size_.fan_in, 0.0F);
  for (std::size_t b = 0; b < size_.batch; ++b)
    for (std::size_t n = 0; n < size_.neurons; ++n) {
      const float gradient = current_gradient[b * size_.neurons + n];
      const float left = half ? factor(gradient) : gradient;
      for (std::size_t i = 0; i < size_.fan_in; ++i) {
        float& sum = result[b * size_.fan_in + i];
        const float product = half_rounded(left * weights_[n * size_.fan_in + i], half);
        sum = half_rounded(sum + product, half);
      }
    }
  if (!half && rules_.gradients)
    for (float& value : result) value = half_rounded(rules_.scale * value, true);
  return unscaled(std::move(result));
}

std::vector<float> HalfMatrix::unscaled(std::vector<float> values) const {
  if (rules_.gradients)
    for (float& value : values) value *= 1 / rules_.scale;
  return values;
}

}  // namespace bspike::models
