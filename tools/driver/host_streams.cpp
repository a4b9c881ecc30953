// Owns the bytes of the host streams.
#include "tools/driver/host_streams.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include "arch/base/half.hpp"
#include "models/learning/learning_tables.hpp"

namespace bspike::tools {

namespace {

[[noreturn]] void refuse_stream(const std::string& what) {
  throw std::logic_error("host streams: " + what);
}

template <class T>
void store(std::span<std::byte> bytes, std::size_t index, T value) {
  if ((index + 1) * sizeof(T) > bytes.size()) refuse_stream("more values than the stream holds");
  std::memcpy(bytes.data() + index * sizeof(T), &value, sizeof(T));
}

// Ids a sample and step may have, as the compiler lays lists out.
std::size_t list_capacity(const models::Network& network) {
  return (static_cast<std::size_t>(network.input().size) + 1) / 2 * 2;
}

}  // namespace

std::uint32_t predicted_class(std::span<const float> counts, std::uint32_t classes) {
  if (classes == 0) classes = static_cast<std::uint32_t>(counts.size());
  const std::size_t block = counts.size() / classes;
  std::vector<float> sums(classes, 0.0F);
  for (std::size_t i = 0; i < sums.size() * block; ++i) sums[i / block] += counts[i];
  return static_cast<std::uint32_t>(std::max_element(sums.begin(), sums.end()) - sums.begin());
}

HostStreams::HostStreams(const arch::Image& image, const models::Network& network,
                         BatchSource source, std::uint64_t first_step)
    : network_(network), source_(std::move(source)), first_step_(first_step) {
  static const std::vector<Service> kServices = {
      {"input.ids", &HostStreams::fill_ids, nullptr},
      {"input.counts", &HostStreams::fill_counts, nullptr},
      {"input.dense", &HostStreams::fill_dense, nullptr},
      {"input.constant", &HostStreams::fill_constant, nullptr},
      {"input.sparse_ids", &HostStreams::fill_sparse_ids, nullptr},
      {"input.sparse_counts", &HostStreams::fill_sparse_counts, nullptr},
      {"labels", &HostStreams::fill_labels, nullptr},
      {"optimizer.scalars", &HostStreams::fill_scalars, nullptr},
      {"output.counts", nullptr, &HostStreams::take_counts},
      {"output.spikes", nullptr, &HostStreams::take_spikes},
      {"output.loss", nullptr, &HostStreams::take_nothing}};
  for (const arch::StreamInfo& stream : image.streams) {
    const auto row = std::find_if(kServices.begin(), kServices.end(), [&](const Service& service) {
      return service.stream == stream.name;
    });
    if (row == kServices.end() || (row->fill == nullptr) == stream.to_chip) {
      refuse_stream("unknown stream '" + stream.name + "'");
    }
    services_.push_back(*row);
  }
}

const models::StepInput& HostStreams::batch(std::uint64_t step) {
  if (!has_batch_ || cached_step_ != step) {
    batch_ = source_(first_step_ + step);
    delay_input();
    batch_.ids.resize(static_cast<std::size_t>(network_.time_steps) * network_.batch);
    if (network_.constant_input())
      batch_.values.resize(static_cast<std::size_t>(network_.batch) * network_.input().size);
    cached_step_ = step;
    has_batch_ = true;
  }
  return batch_;
}

// What the first layer hears late is sent late.
void HostStreams::delay_input() {
  const std::uint32_t delay = std::min(network_.projection(0).delay, network_.time_steps);
  batch_.ids.insert(batch_.ids.begin(), std::size_t{delay} * network_.batch, {});
}

void HostStreams::fill(std::uint32_t stream, std::uint64_t step, std::span<std::byte> bytes) {
  const Filler filler = services_.at(stream).fill;
  if (filler == nullptr) refuse_stream("a stream to the host is never filled");
  std::fill(bytes.begin(), bytes.end(), std::byte{0});
  (this->*filler)(step, bytes);
}

void HostStreams::fill_ids(std::uint64_t step, std::span<std::byte> bytes) {
  const std::size_t capacity = list_capacity(network_);
  const models::StepInput& input = batch(step);
  for (std::size_t list = 0; list < input.ids.size(); ++list) {
    std::size_t index = list * capacity;
    for (const std::uint32_t id : input.ids[list])
      store(bytes, index++, static_cast<std::uint16_t>(id));
  }
}

void HostStreams::fill_counts(std::uint64_t step, std::span<std::byte> bytes) {
  const models::StepInput& input = batch(step);
  for (std::size_t list = 0; list < input.ids.size(); ++list) {
    store(bytes, list, static_cast<std::uint32_t>(input.ids[list].size()));
  }
}

// Of the program matrix_unit: blocks of 16 inputs, in each all time steps and samples.
void HostStreams::fill_dense(std::uint64_t step, std::span<std::byte> bytes) {
  constexpr std::size_t kBlock = 16;
  const models::StepInput& input = batch(step);
  for (std::size_t list = 0; list < input.ids.size(); ++list) {
    for (const std::uint32_t id : input.ids[list]) {
      const std::size_t row = id / kBlock * input.ids.size() + list;
      store(bytes, row * kBlock + id % kBlock, 1.0F);
    }
  }
}

// Of the program matrix_unit: blocks of 16 inputs, in each all samples, as f16.
void HostStreams::fill_constant(std::uint64_t step, std::span<std::byte> bytes) {
  constexpr std::size_t kBlock = 16;
  const models::StepInput& input = batch(step);
  const std::size_t inputs = network_.input().size;
  for (std::size_t b = 0; b < network_.batch; ++b) {
    for (std::size_t i = 0; i < inputs; ++i) {
      store(bytes, (i / kBlock * network_.batch + b) * kBlock + i % kBlock,
            arch::base::half_from_float(input.values[b * inputs + i]));
    }
  }
}

// Of the sparse program: sample after sample, as numbers of type f32.
void HostStreams::fill_sparse_ids(std::uint64_t step, std::span<std::byte> bytes) {
  const std::size_t capacity = network_.input().capacity();
  const models::StepInput& input = batch(step);
  for (std::size_t list = 0; list < input.ids.size(); ++list) {
    const std::vector<std::uint32_t>& ids = input.ids[list];
    if (ids.size() > capacity) refuse_stream("more ids than the input's capacity");
    const std::size_t first = sample_major(list) * capacity;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      store(bytes, first + i, static_cast<float>(ids[i]));
    }
  }
}

void HostStreams::fill_sparse_counts(std::uint64_t step, std::span<std::byte> bytes) {
  const models::StepInput& input = batch(step);
  for (std::size_t list = 0; list < input.ids.size(); ++list) {
    store(bytes, sample_major(list), static_cast<float>(input.ids[list].size()));
  }
}

std::size_t HostStreams::sample_major(std::size_t list) const {
  return list % network_.batch * network_.time_steps + list / network_.batch;
}

void HostStreams::fill_labels(std::uint64_t step, std::span<std::byte> bytes) {
  const models::StepInput& input = batch(step);
  for (std::size_t b = 0; b < input.targets.size(); ++b) store(bytes, b, input.targets[b]);
}

// Optimisers count their steps from 1.
void HostStreams::fill_scalars(std::uint64_t step, std::span<std::byte> bytes) {
  const models::OptimizerRow& row = models::optimizer_table()[network_.optimizer.row];
  const std::vector<double> scalars = row.step_scalars(network_.optimizer, first_step_ + step + 1);
  for (std::size_t i = 0; i < scalars.size(); ++i) store(bytes, i, static_cast<float>(scalars[i]));
}

void HostStreams::take(std::uint32_t stream, std::uint64_t step, std::span<const std::byte> bytes) {
  const Taker taker = services_.at(stream).take;
  if (taker == nullptr) refuse_stream("a stream to the chip brings nothing");
  (this->*taker)(step, bytes);
}

void HostStreams::take_counts(std::uint64_t step, std::span<const std::byte> bytes) {
  const std::size_t outputs = network_.layer(network_.layers() - 1).size;
  std::vector<float> counts(outputs * network_.batch);
  if (bytes.size() < counts.size() * sizeof(float)) refuse_stream("output counts are cut short");
  std::memcpy(counts.data(), bytes.data(), counts.size() * sizeof(float));
  add_outcome(step, counts);
}

// For t, for b: the outputs.
void HostStreams::take_spikes(std::uint64_t step, std::span<const std::byte> bytes) {
  const std::size_t outputs = network_.layer(network_.layers() - 1).size;
  std::vector<float> counts(outputs * network_.batch, 0.0F);
  const std::size_t values = counts.size() * network_.time_steps;
  if (bytes.size() < values * sizeof(float)) refuse_stream("output spikes are cut short");
  for (std::size_t i = 0; i < values; ++i) {
    float spike = 0;
    std::memcpy(&spike, bytes.data() + i * sizeof(float), sizeof(float));
    counts[i % counts.size()] += spike;
  }
  add_outcome(step, counts);
}

void HostStreams::add_outcome(std::uint64_t step, std::span<const float> counts) {
  const std::size_t outputs = network_.layer(network_.layers() - 1).size;
  StepOutcome outcome;
  outcome.targets = batch(step).targets;
  for (std::size_t b = 0; b < outcome.targets.size(); ++b) {
    outcome.predictions.push_back(
        predicted_class(counts.subspan(b * outputs, outputs), network_.classes()));
  }
  outcomes_.push_back(std::move(outcome));
}

}  // namespace bspike::tools
