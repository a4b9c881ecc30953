// Owns the sums of convolutions, forward and backward.
#include "models/reference/convolution_run.hpp"

namespace bspike::models {
namespace {

// Where on one axis the kernel's cell `tap` meets `place` of the map below: the step of the kernel,
// or nothing.
bool step_at(std::uint64_t place, std::uint32_t padding, std::uint32_t tap, std::uint32_t stride,
             std::uint32_t steps, std::uint64_t& step) {
  const std::uint64_t shifted = place + padding;
  if (shifted < tap || (shifted - tap) % stride != 0) return false;
  step = (shifted - tap) / stride;
  return step < steps;
}

// Calls meet(tap, position) for all weights and sums that a neuron below has to do with.
template <class MeetFn>
void for_meetings(const Convolution& conv, const MapShape& map, std::uint64_t neuron,
                  const MeetFn& meet) {
  const std::uint64_t channel = neuron / conv.input.positions();
  const std::uint64_t row = neuron % conv.input.positions() / conv.input.columns;
  const std::uint64_t column = neuron % conv.input.columns;
  std::uint64_t down = 0, across = 0;
  for (std::uint32_t r = 0; r < conv.kernel.rows; ++r) {
    if (!step_at(row, conv.padding.rows, r, conv.stride.rows, map.rows, down)) continue;
    const std::uint64_t taps = (channel * conv.kernel.rows + r) * conv.kernel.columns;
    for (std::uint32_t c = 0; c < conv.kernel.columns; ++c)
      if (step_at(column, conv.padding.columns, c, conv.stride.columns, map.columns, across))
        meet(taps + c, down * map.columns + across);
  }
}

}  // namespace

template <class Real>
ConvolutionRun<Real>::ConvolutionRun(const Network& network, std::uint32_t layer,
                                     std::span<const Real> weights, std::span<const Real> bias)
    : conv_(network.projection(layer).convolution),
      batch_(network.batch),
      neurons_(network.layer(layer).size),
      map_(conv_.map()),
      output_(conv_.output()),
      weights_(transposed<Real>(weights, conv_.channels, conv_.taps())),
      bias_(bias.begin(), bias.end()),
      weight_gradient_(weights.size(), Real{0}),
      bias_gradient_(bias.size(), Real{0}),
      winners_(network.time_steps) {
  if (bias_.empty()) bias_.assign(conv_.channels, Real{0});
}

template <class Real>
std::vector<Real> ConvolutionRun<Real>::sums_of(IdSpan spikes) const {
  const std::size_t channels = conv_.channels;
  std::vector<Real> sums;
  sums.reserve(map_.size());
  for (std::uint64_t p = 0; p < map_.positions(); ++p)
    sums.insert(sums.end(), bias_.begin(), bias_.end());
  for (const std::uint32_t neuron : spikes)
    for_meetings(conv_, map_, neuron, [&](std::uint64_t tap, std::uint64_t position) {
      for (std::size_t c = 0; c < channels; ++c)
        sums[position * channels + c] += weights_[tap * channels + c];
    });
  return sums;
}

template <class Real>
std::uint64_t ConvolutionRun<Real>::window_place(std::uint64_t pooled, std::uint64_t cell) const {
  const Extent& size = conv_.pool.size;
  const std::uint64_t row = pooled / output_.columns * size.rows + cell / size.columns;
  const std::uint64_t column = pooled % output_.columns * size.columns + cell % size.columns;
  return row * map_.columns + column;
}

template <class Real>
void ConvolutionRun<Real>::pool(std::span<const Real> sums, std::span<Real> current,
                                std::vector<std::uint32_t>& winners) const {
  const auto sum_at = [&](std::uint64_t place, std::size_t channel) {
    return sums[place * conv_.channels + channel];
  };
  for (std::size_t channel = 0; channel < conv_.channels; ++channel)
    for (std::uint64_t q = 0; q < output_.positions(); ++q) {
      std::uint64_t winner = window_place(q, 0);
      Real sum = sum_at(winner, channel);
      for (std::uint64_t cell = 1; cell < conv_.pool.size.cells(); ++cell) {
        const std::uint64_t place = window_place(q, cell);
        if (!conv_.pool.is_max()) sum += sum_at(place, channel);
        if (sum_at(place, channel) > sum_at(winner, channel)) winner = place;
      }
      current[channel * output_.positions() + q] =
          conv_.pool.is_max() ? sum_at(winner, channel)
                              : sum * static_cast<Real>(conv_.pool.factor());
      winners.push_back(static_cast<std::uint32_t>(winner));
    }
}

template <class Real>
void ConvolutionRun<Real>::forward(std::uint32_t step, const std::vector<IdSpan>& lists,
                                   std::span<Real> current) {
  winners_[step].clear();
  for (std::size_t b = 0; b < batch_; ++b)
    pool(sums_of(lists[b]), current.subspan(b * neurons_, neurons_), winners_[step]);
}

template <class Real>
std::vector<Real> ConvolutionRun<Real>::unpooled(std::span<const Real> current_gradient,
                                                 std::span<const std::uint32_t> winners) const {
  std::vector<Real> gradient(map_.size(), Real{0});
  const auto factor = static_cast<Real>(conv_.pool.factor());
  for (std::size_t channel = 0; channel < conv_.channels; ++channel)
    for (std::uint64_t q = 0; q < output_.positions(); ++q) {
      const std::uint64_t neuron = channel * output_.positions() + q;
      if (conv_.pool.is_max()) {
        gradient[winners[neuron] * conv_.channels + channel] = current_gradient[neuron];
        continue;
      }
      for (std::uint64_t cell = 0; cell < conv_.pool.size.cells(); ++cell)
        gradient[window_place(q, cell) * conv_.channels + channel] =
            current_gradient[neuron] * factor;
    }
  return gradient;
}

template <class Real>
std::vector<Real> ConvolutionRun<Real>::sum_gradient(std::uint32_t step, std::size_t sample,
                                                     std::span<const Real> current_gradient) const {
  return unpooled(current_gradient.subspan(sample * neurons_, neurons_),
                  std::span(winners_[step]).subspan(sample * neurons_, neurons_));
}

template <class Real>
void ConvolutionRun<Real>::backward(std::uint32_t step, std::span<const Real> current_gradient,
                                    const std::vector<IdSpan>& lists) {
  const std::size_t channels = conv_.channels;
  for (std::size_t b = 0; b < batch_; ++b) {
    const std::vector<Real> gradient = sum_gradient(step, b, current_gradient);
    for (std::size_t i = 0; i < (bias_gradient_.empty() ? 0 : gradient.size()); ++i)
      bias_gradient_[i % channels] += gradient[i];
    for (const std::uint32_t neuron : lists[b])
      for_meetings(conv_, map_, neuron, [&](std::uint64_t tap, std::uint64_t position) {
        for (std::size_t c = 0; c < channels; ++c)
          weight_gradient_[tap * channels + c] += gradient[position * channels + c];
      });
  }
}

template <class Real>
std::vector<Real> ConvolutionRun<Real>::input_gradient(
    std::uint32_t step, std::span<const Real> current_gradient) const {
  const std::size_t channels = conv_.channels;
  const std::uint64_t sources = conv_.input.size();
  std::vector<Real> result(batch_ * sources, Real{0});
  for (std::size_t b = 0; b < batch_; ++b) {
    const std::vector<Real> gradient = sum_gradient(step, b, current_gradient);
    for (std::uint64_t neuron = 0; neuron < sources; ++neuron)
      for_meetings(conv_, map_, neuron, [&](std::uint64_t tap, std::uint64_t position) {
        for (std::size_t c = 0; c < channels; ++c)
          result[b * sources + neuron] +=
              weights_[tap * channels + c] * gradient[position * channels + c];
      });
  }
  return result;
}

template <class Real>
std::vector<Real> ConvolutionRun<Real>::weight_gradient() const {
  return transposed<Real>(weight_gradient_, conv_.taps(), conv_.channels);
}

template class ConvolutionRun<float>;
template class ConvolutionRun<double>;

}  // namespace bspike::models
