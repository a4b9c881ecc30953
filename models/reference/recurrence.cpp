// Owns the sums of recurrence, forward and backward.
#include "models/reference/recurrence.hpp"

#include <numeric>

namespace bspike::models {

template <class Real>
RecurrentRun<Real>::RecurrentRun(const Network& network, std::uint32_t layer,
                                 const std::map<std::string, std::vector<Real>>& parameters)
    : kind_(network.layer(layer).recurrence),
      layer_(layer),
      neurons_(network.layer(layer).size),
      batch_(network.batch) {
  if (kind_ == Recurrence::kNone) return;
  spike_gradient_.assign(batch_ * neurons_, Real{0});
  if (kind_ == Recurrence::kOneToOne) {
    weights_ = parameters.at(number_name(layer, "V"));
  } else {
    const std::vector<Real>& weights = parameters.at(number_name(layer, "recurrent.weight"));
    weights_ = transposed<Real>(weights, neurons_, neurons_);
    bias_ = parameters.at(number_name(layer, "recurrent.bias"));
    bias_gradient_.assign(neurons_, Real{0});
  }
  weight_gradient_.assign(weights_.size(), Real{0});
}

template <class Real>
void RecurrentRun<Real>::add_current(const std::vector<IdSpan>& before,
                                     std::vector<Real>& current) const {
  if (kind_ == Recurrence::kNone) return;
  if (kind_ == Recurrence::kOneToOne) {
    for (std::size_t b = 0; b < batch_; ++b)
      for (const std::uint32_t id : before[b]) current[b * neurons_ + id] += own_weight(id);
    return;
  }
  for (std::size_t i = 0; i < current.size(); ++i) current[i] += bias_[i % neurons_];
  add_listed_rows<Real>(weights_, before, neurons_, current);
}

template <class Real>
void RecurrentRun<Real>::add_spike_gradient(std::vector<Real>& spike_gradient) const {
  for (std::size_t i = 0; i < spike_gradient_.size(); ++i) spike_gradient[i] += spike_gradient_[i];
}

template <class Real>
void RecurrentRun<Real>::backward(const std::vector<Real>& current_gradient,
                                  const std::vector<IdSpan>& before) {
  if (kind_ == Recurrence::kOneToOne) backward_one_to_one(current_gradient, before);
  if (kind_ == Recurrence::kAllToAll) backward_all_to_all(current_gradient, before);
}

template <class Real>
void RecurrentRun<Real>::backward_one_to_one(const std::vector<Real>& current_gradient,
                                             const std::vector<IdSpan>& before) {
  for (std::size_t b = 0; b < batch_; ++b)
    for (const std::uint32_t id : before[b])
      weight_gradient_[weights_.size() == 1 ? 0 : id] += current_gradient[b * neurons_ + id];
  for (std::size_t i = 0; i < current_gradient.size(); ++i)
    spike_gradient_[i] = own_weight(i % neurons_) * current_gradient[i];
}

template <class Real>
void RecurrentRun<Real>::backward_all_to_all(const std::vector<Real>& current_gradient,
                                             const std::vector<IdSpan>& before) {
  for (std::size_t i = 0; i < current_gradient.size(); ++i)
    bias_gradient_[i % neurons_] += current_gradient[i];
  add_to_listed_rows<Real>(current_gradient, before, neurons_, weight_gradient_);
  std::vector<std::uint32_t> all(neurons_);
  std::iota(all.begin(), all.end(), 0u);
  spike_gradient_.assign(spike_gradient_.size(), Real{0});
  listed_row_products<Real>(weights_, current_gradient, std::vector<IdSpan>(batch_, all), neurons_,
                            neurons_, spike_gradient_);
}

template <class Real>
void RecurrentRun<Real>::record(std::map<std::string, std::vector<Real>>& gradients) const {
  if (kind_ == Recurrence::kNone) return;
  if (kind_ == Recurrence::kOneToOne) {
    gradients[number_name(layer_, "V")] = weight_gradient_;
    return;
  }
  gradients[number_name(layer_, "recurrent.weight")] =
      transposed<Real>(weight_gradient_, neurons_, neurons_);
  gradients[number_name(layer_, "recurrent.bias")] = bias_gradient_;
}

template class RecurrentRun<float>;
template class RecurrentRun<double>;

}  // namespace bspike::models
