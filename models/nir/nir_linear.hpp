// Owns the nodes between neurons, folded into one linear map with a delay.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/nir/nir_neurons.hpp"

namespace bspike::models {

class NirLinear {
 public:
  explicit NirLinear(std::vector<std::uint64_t> shape) : shape_(std::move(shape)) {}

  [[nodiscard]] std::uint64_t size() const;
  // Whether nothing was appended but shapes.
  [[nodiscard]] bool is_plain() const {
    return matrix_.empty() && scale_.empty() && bias_.empty() && delay_ == 0;
  }
  // Appends an Affine, Linear, Scale, Flatten or Delay. Throws NirRefusal.
  void append(const NirNode& node, std::optional<double> dt_seconds);
  // The map with each row multiplied by `gain`, then `drive` added to the bias.
  void finish(const NirNeurons& neurons, NirLayer& layer) const;

 private:
  void multiply(const NirTensor& weight);
  void add_bias(const NirTensor& bias);
  void scale(const NirTensor& scale);
  void flatten(const NirNode& node);
  void delay(const NirNode& node, std::optional<double> dt_seconds);
  void require_vector() const;
  // The weights, where no matrix has come yet: those of the identity, scaled.
  [[nodiscard]] std::vector<double> weights() const;

  std::vector<std::uint64_t> shape_;
  std::uint64_t inputs_ = 0;    // of the matrix
  std::vector<double> matrix_;  // [size][inputs]; empty: none yet
  std::vector<double> scale_;   // before any matrix; empty: ones
  std::vector<double> bias_;    // empty: none
  std::uint32_t delay_ = 0;
};

}  // namespace bspike::models
