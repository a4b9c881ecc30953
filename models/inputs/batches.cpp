// Owns shuffling, slicing and encoding of batches.
#include "models/inputs/batches.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "arch/base/random.hpp"

namespace bspike::models {
namespace {

void place_sample(const Network& network, const Dataset& dataset, const EncoderSpec& encoder,
                  std::uint64_t stream, std::uint64_t counter, std::uint64_t sample,
                  std::uint32_t place, StepInput& input) {
  const std::vector<Event> recording = dataset.recording(sample);
  const EncodeRequest request{.stream = stream,
                              .counter = counter,
                              .picture = dataset.image(sample),
                              .level_bits = dataset.level_bits(),
                              .recording = recording,
                              .frame = dataset.frame().value_or(EventFrame{}),
                              .time_steps = network.time_steps,
                              .capacity = network.input().capacity(),
                              .events = encoder.events,
                              .latency = encoder.latency,
                              .delta = encoder.delta};
  input.targets[place] = dataset.label(sample);
  const EncoderRow& row = encoder_table()[encoder.row];
  if (row.values != nullptr) {
    const std::vector<float> values = row.values(request);
    std::copy(values.begin(), values.end(),
              input.values.begin() + static_cast<std::ptrdiff_t>(place * values.size()));
    return;
  }
  SpikeTrain train = row.encode(request);
  for (std::uint32_t t = 0; t < network.time_steps; ++t)
    input.ids[t * network.batch + place] = std::move(train[t]);
}

StepInput empty_input(const Network& network) {
  StepInput input;
  input.targets.resize(network.batch);
  if (network.constant_input())
    input.values.resize(static_cast<std::size_t>(network.batch) * network.input().size);
  else
    input.ids.resize(static_cast<std::size_t>(network.time_steps) * network.batch);
  return input;
}

}  // namespace

BatchSchedule::BatchSchedule(std::uint64_t samples, std::uint32_t batch, bool shuffled,
                             std::uint64_t seed)
    : samples_(samples), batch_(batch), shuffled_(shuffled), seed_(seed), order_(samples) {
  if (samples < batch)
    throw arch::base::ConfigError(
        {{{},
          "network.batch",
          "a batch of " + std::to_string(batch) + " is more than the data set's " +
              std::to_string(samples) + " samples",
          {}}});
  shuffle(0);
}

// Fisher and Yates, from the identity in each epoch, so that epochs need no history.
void BatchSchedule::shuffle(std::uint64_t epoch) {
  epoch_ = epoch;
  std::iota(order_.begin(), order_.end(), std::uint64_t{0});
  if (!shuffled_) return;
  for (std::uint64_t i = samples_; i-- > 1;)
    std::swap(order_[i], order_[arch::base::random_bits(seed_, epoch, i) % (i + 1)]);
}

std::vector<std::uint64_t> BatchSchedule::samples_of(std::uint64_t step) {
  const std::uint64_t epoch = step / steps_in_epoch();
  if (epoch != epoch_) shuffle(epoch);
  const auto first = order_.begin() + static_cast<std::ptrdiff_t>(step % steps_in_epoch() * batch_);
  return {first, first + batch_};
}

std::uint64_t evaluation_batches(std::uint64_t samples, std::uint32_t batch) {
  return (samples + batch - 1) / batch;
}

std::vector<std::uint64_t> evaluation_samples(std::uint64_t samples, std::uint32_t batch,
                                              std::uint64_t index) {
  const std::uint64_t first = index * batch;
  std::vector<std::uint64_t> chosen(std::min<std::uint64_t>(batch, samples - first));
  std::iota(chosen.begin(), chosen.end(), first);
  return chosen;
}

StepInput training_input(const Network& network, const Dataset& dataset, const EncoderSpec& encoder,
                         std::uint64_t step, std::span<const std::uint64_t> samples) {
  StepInput input = empty_input(network);
  for (std::uint32_t b = 0; b < samples.size(); ++b)
    place_sample(network, dataset, encoder, encoder.train_stream, step * network.batch + b,
                 samples[b], b, input);
  return input;
}

StepInput evaluation_input(const Network& network, const Dataset& dataset,
                           const EncoderSpec& encoder, std::span<const std::uint64_t> samples) {
  StepInput input = empty_input(network);
  for (std::uint32_t b = 0; b < samples.size(); ++b)
    place_sample(network, dataset, encoder, encoder.test_stream, dataset.source_row(samples[b]),
                 samples[b], b, input);
  return input;
}

}  // namespace bspike::models
