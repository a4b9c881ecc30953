// Owns what a population hears of itself in the reference: the spikes of the time step before,
// through a matrix with a bias or through one weight a neuron.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "models/network/network.hpp"
#include "models/reference/list_products.hpp"

namespace bspike::models {

template <class Real>
class RecurrentRun {
 public:
  RecurrentRun() = default;
  RecurrentRun(const Network& network, std::uint32_t layer,
               const std::map<std::string, std::vector<Real>>& parameters);

  // current += what the lists of the step before bring.
  void add_current(const std::vector<IdSpan>& before, std::vector<Real>& current) const;
  // spike_gradient += what the step after has left for this one's spikes.
  void add_spike_gradient(std::vector<Real>& spike_gradient) const;
  // From dL/dcurrent of a step: gradients of the weights, and of the spikes of the step before.
  void backward(const std::vector<Real>& current_gradient, const std::vector<IdSpan>& before);
  void record(std::map<std::string, std::vector<Real>>& gradients) const;

 private:
  [[nodiscard]] Real own_weight(std::size_t neuron) const {
    return weights_[weights_.size() == 1 ? 0 : neuron];
  }
  void backward_one_to_one(const std::vector<Real>& current_gradient,
                           const std::vector<IdSpan>& before);
  void backward_all_to_all(const std::vector<Real>& current_gradient,
                           const std::vector<IdSpan>& before);

  Recurrence kind_ = Recurrence::kNone;
  std::uint32_t layer_ = 0;
  std::size_t neurons_ = 0;
  std::size_t batch_ = 0;
  std::vector<Real> weights_;  // [source][neuron], or V
  std::vector<Real> bias_;
  std::vector<Real> weight_gradient_;  // as the weights
  std::vector<Real> bias_gradient_;
  std::vector<Real> spike_gradient_;  // of the step before the last one done
};

}  // namespace bspike::models
