// Owns the nodes between neurons, folded into one linear map with a delay.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/nir/nir_conv.hpp"
#include "models/nir/nir_neurons.hpp"

namespace bspike::models {

class NirLinear {
 public:
  // `is_map`: what comes may be heard through a convolution.
  NirLinear(std::vector<std::uint64_t> shape, bool is_map)
      : shape_(std::move(shape)), is_map_(is_map) {}

  [[nodiscard]] std::uint64_t size() const;
  // Whether nothing was appended but shapes.
  [[nodiscard]] bool is_plain() const {
    return matrix_.empty() && scale_.empty() && bias_.empty() && delay_ == 0 && !conv_;
  }
  [[nodiscard]] const std::vector<std::uint64_t>& shape() const { return shape_; }
  // What comes from the same neurons on another way is added. Throws NirRefusal.
  void add(NirLinear other);
  // Appends an Affine, Linear, Scale, Flatten, Delay, convolution or pooling. Throws NirRefusal.
  void append(const NirNode& node, std::optional<double> dt_seconds);
  // The map with each row multiplied by `gain`, then `drive` added to the bias.
  void finish(const NirNeurons& neurons, NirLayer& layer) const;

 private:
  void append_to_map(const NirNode& node);
  [[nodiscard]] MapShape map_shape() const;
  void make_dense();
  void multiply(const NirTensor& weight);
  void add_bias(const NirTensor& bias);
  void scale(const NirTensor& scale);
  void flatten(const NirNode& node);
  void delay(const NirNode& node, std::optional<double> dt_seconds);
  void become_matrix();
  void require_vector() const;
  // The weights, where no matrix has come yet: those of the identity, scaled.
  [[nodiscard]] std::vector<double> weights() const;

  std::vector<std::uint64_t> shape_;
  bool is_map_;
  std::optional<NirConv> conv_;  // in the place of a matrix
  std::uint64_t inputs_ = 0;     // of the matrix
  std::vector<double> matrix_;   // [size][inputs]; empty: none yet
  std::vector<double> scale_;    // before any matrix; empty: ones
  std::vector<double> bias_;     // empty: none
  std::uint32_t delay_ = 0;
};

}  // namespace bspike::models
