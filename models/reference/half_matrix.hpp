// Owns a matrix of weights with its bias in the golden of half_step.hpp: sums in the order of the
// machine, with a rounding wherever it stores or adds f16. Contract: the order is that of one tile
// with one replica of the gradient.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/reference/half_step.hpp"

namespace bspike::models {

// `value`, or the nearest f16.
[[nodiscard]] float half_rounded(float value, bool half);
void round_all_to_half(std::vector<float>& values, bool half);

class HalfMatrix {
 public:
  struct Size {
    std::size_t neurons = 0, fan_in = 0, batch = 0;
  };

  HalfMatrix() = default;
  // weights [neuron][source]; bias empty: none.
  HalfMatrix(const HalfRules& rules, const Size& size, std::vector<float> weights,
             std::vector<float> bias);

  // current[b][n] of listed sources, ids[b], or of spikes[b][source].
  [[nodiscard]] std::vector<float> listed_currents(
      std::span<const std::vector<std::uint32_t>> ids) const;
  [[nodiscard]] std::vector<float> dense_currents(std::span<const float> spikes) const;

  // From dL/dcurrent[b][n] of a step: adds to the gradients.
  void add_listed_gradients(const std::vector<float>& current_gradient,
                            std::span<const std::vector<std::uint32_t>> ids);
  void add_dense_gradients(const std::vector<float>& current_gradient,
                           std::span<const float> spikes);
  // dL/dspike[b][source], as it is received.
  [[nodiscard]] std::vector<float> input_gradient(const std::vector<float>& current_gradient) const;

  // Unscaled.
  [[nodiscard]] std::vector<float> weight_gradient() const { return unscaled(weight_gradient_); }
  [[nodiscard]] std::vector<float> bias_gradient() const { return unscaled(bias_gradient_); }

 private:
  [[nodiscard]] float dense_sum(std::size_t neuron, const float* spikes) const;
  [[nodiscard]] float factor(float gradient) const;
  void add_to_weight(std::size_t neuron, std::size_t source, float factor);
  void add_bias_gradient(const std::vector<float>& current_gradient, bool by_sample);
  [[nodiscard]] std::vector<float> unscaled(std::vector<float> values) const;

  HalfRules rules_;
  Size size_;
  std::vector<float> weights_, bias_;
  std::vector<float> weight_gradient_, bias_gradient_;
};

}  // namespace bspike::models
