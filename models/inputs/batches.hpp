// Owns which samples make up a batch, and their encoding. Contract: a pure function of seed, step
// and data, so that a run can be resumed at any step.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/inputs/dataset.hpp"
#include "models/inputs/encoder.hpp"
#include "models/reference/reference.hpp"

namespace bspike::models {

// The samples of each training step. An epoch has samples / batch whole batches; what is left over
// waits for the next epoch's shuffle.
class BatchSchedule {
 public:
  // Throws ConfigError if there are fewer samples than a batch takes.
  BatchSchedule(std::uint64_t samples, std::uint32_t batch, bool shuffled, std::uint64_t seed);
  [[nodiscard]] std::uint64_t steps_in_epoch() const { return samples_ / batch_; }
  [[nodiscard]] std::vector<std::uint64_t> samples_of(std::uint64_t step);

 private:
  void shuffle(std::uint64_t epoch);

  std::uint64_t samples_;
  std::uint32_t batch_;
  bool shuffled_;
  std::uint64_t seed_;
  std::uint64_t epoch_ = 0;
  std::vector<std::uint64_t> order_;
};

// Batches of an evaluation take the samples in order; the last one may be smaller than a batch.
[[nodiscard]] std::uint64_t evaluation_batches(std::uint64_t samples, std::uint32_t batch);
[[nodiscard]] std::vector<std::uint64_t> evaluation_samples(std::uint64_t samples,
                                                            std::uint32_t batch,
                                                            std::uint64_t index);

// Encodes the samples for a step of `network`. Places without a sample have no spikes and target 0.
// Training draws by step * batch + place, evaluation by the sample's row in its file.
[[nodiscard]] StepInput training_input(const Network& network, const Dataset& dataset,
                                       const EncoderSpec& encoder, std::uint64_t step,
                                       std::span<const std::uint64_t> samples);
[[nodiscard]] StepInput evaluation_input(const Network& network, const Dataset& dataset,
                                         const EncoderSpec& encoder,
                                         std::span<const std::uint64_t> samples);

}  // namespace bspike::models
