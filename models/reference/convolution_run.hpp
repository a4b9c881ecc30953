// Owns a convolution with its pooling in the reference: currents from spikes, and the way back.
// Contract: sums run over the spikes in their order, then over the kernel; the largest of a window
// is the first of those that are equal.
#pragma once

#include <vector>

#include "models/network/network.hpp"
#include "models/reference/list_products.hpp"

namespace bspike::models {

template <class Real>
class ConvolutionRun {
 public:
  // `bias` may be empty.
  ConvolutionRun(const Network& network, std::uint32_t layer, std::span<const Real> weights,
                 std::span<const Real> bias);

  // Of all samples at a time step, from a list of spikes a sample.
  void forward(std::uint32_t step, const std::vector<IdSpan>& lists, std::span<Real> current);
  // From dL/dcurrent of the step, whose forward pass was done: adds to the gradients below.
  void backward(std::uint32_t step, std::span<const Real> current_gradient,
                const std::vector<IdSpan>& lists);
  // dL/dspike of the neurons below, [batch][sources].
  [[nodiscard]] std::vector<Real> input_gradient(std::uint32_t step,
                                                 std::span<const Real> current_gradient) const;

  [[nodiscard]] std::vector<Real> weight_gradient() const;  // as the weights
  [[nodiscard]] const std::vector<Real>& bias_gradient() const { return bias_gradient_; }

 private:
  // Sums of a sample, [position][channel].
  [[nodiscard]] std::vector<Real> sums_of(IdSpan spikes) const;
  [[nodiscard]] std::uint64_t window_place(std::uint64_t pooled, std::uint64_t cell) const;
  void pool(std::span<const Real> sums, std::span<Real> current,
            std::vector<std::uint32_t>& winners) const;
  // dL/dsum of a sample, [position][channel].
  [[nodiscard]] std::vector<Real> unpooled(std::span<const Real> current_gradient,
                                           std::span<const std::uint32_t> winners) const;
  [[nodiscard]] std::vector<Real> sum_gradient(std::uint32_t step, std::size_t sample,
                                               std::span<const Real> current_gradient) const;

  Convolution conv_;
  std::size_t batch_;
  std::size_t neurons_;
  MapShape map_, output_;
  std::vector<Real> weights_;  // [tap][channel]
  std::vector<Real> bias_;     // [channel]
  std::vector<Real> weight_gradient_;
  std::vector<Real> bias_gradient_;
  // A time step: [batch][neurons], the position of the largest sum; of pooling by maxima alone.
  std::vector<std::vector<std::uint32_t>> winners_;
};

}  // namespace bspike::models
