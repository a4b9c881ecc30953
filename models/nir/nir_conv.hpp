// Owns the nodes between neurons that work on maps, Conv1d, Conv2d, SumPool2d and AvgPool2d, folded
// into one convolution with a pooling behind it. A pooling before the kernel becomes part of a
// larger kernel, groups and dilation become zeros in it: the sums are the same, but training
// changes each weight of what came out by itself.
#pragma once

#include <cstdint>
#include <vector>

#include "models/nir/nir_neurons.hpp"

namespace bspike::models {

class NirConv {
 public:
  // Of all channels by themselves, until a kernel comes.
  explicit NirConv(const MapShape& input, double factor);

  [[nodiscard]] static bool takes(const NirNode& node);
  // Throws NirRefusal.
  void append(const NirNode& node);
  void scale(double factor);
  [[nodiscard]] MapShape output() const;
  [[nodiscard]] bool has_bias() const { return !bias_.empty(); }
  // The same as dense weights, [outputs][inputs], and biases (none: empty).
  [[nodiscard]] std::vector<double> matrix() const;
  [[nodiscard]] std::vector<double> output_bias() const;
  // The kernel with each channel multiplied by its gain, then its drive added.
  void finish(const NirNeurons& neurons, NirLayer& layer) const;

 private:
  void convolve(const NirNode& node);
  void pool(const NirNode& node);
  void pool_before(const Pool& pool, const Extent& stride, const Extent& padding);
  void take_kernel(const Convolution& kernel, const std::vector<double>& weight);
  // With the kernel, or that of the channels by themselves.
  [[nodiscard]] NirConv complete() const;
  [[nodiscard]] MapShape pooled() const;

  MapShape input_;
  // Before the kernel.
  Extent window_, step_, border_{0, 0};
  double factor_;
  bool has_kernel_ = false;
  Convolution conv_;
  std::vector<double> weight_;  // [channels][input channels][rows][columns]
  std::vector<double> bias_;    // [channels]; empty: none
};

}  // namespace bspike::models
