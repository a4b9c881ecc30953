// Owns the outside world of a compiled network: fills its input streams from batches of spikes and
// takes its output counts. Contract: the streams are those named in kernels/compile.hpp; a stream
// that is none of them is refused when the object is made.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "arch/program/host_port.hpp"
#include "arch/program/image.hpp"
#include "models/network/network.hpp"
#include "models/reference/reference.hpp"

namespace bspike::tools {

// The samples of a step; a pure function of the step, so that runs can be resumed. Lists of ids
// always cover the whole batch; where targets are fewer, the last samples are padding, silent and
// not counted.
using BatchSource = std::function<models::StepInput(std::uint64_t step)>;

// What came back for one step.
struct StepOutcome {
  std::vector<std::uint32_t> targets;  // of the real samples
  std::vector<std::uint32_t>
      predictions;  // argmax of the classes' spike counts; the lowest class wins a tie
};

class HostStreams final : public arch::HostPort {
 public:
  // Steps of the run are first_step, first_step + 1, ... to the batch source and the optimiser.
  HostStreams(const arch::Image& image, const models::Network& network, BatchSource source,
              std::uint64_t first_step = 0);

  void fill(std::uint32_t stream, std::uint64_t step, std::span<std::byte> bytes) override;
  void take(std::uint32_t stream, std::uint64_t step, std::span<const std::byte> bytes) override;

  // By step of the run, as far as output counts or spikes came back.
  [[nodiscard]] const std::vector<StepOutcome>& outcomes() const { return outcomes_; }

 private:
  using Filler = void (HostStreams::*)(std::uint64_t step, std::span<std::byte> bytes);
  using Taker = void (HostStreams::*)(std::uint64_t step, std::span<const std::byte> bytes);
  // What is done for a stream: one of both.
  struct Service {
    std::string_view stream;
    Filler fill = nullptr;
    Taker take = nullptr;
  };

  const models::StepInput& batch(std::uint64_t step);
  void delay_input();
  void fill_ids(std::uint64_t step, std::span<std::byte> bytes);
  void fill_counts(std::uint64_t step, std::span<std::byte> bytes);
  void fill_dense(std::uint64_t step, std::span<std::byte> bytes);
  void fill_constant(std::uint64_t step, std::span<std::byte> bytes);
  void fill_sparse_ids(std::uint64_t step, std::span<std::byte> bytes);
  void fill_sparse_counts(std::uint64_t step, std::span<std::byte> bytes);
  // Place of a list of the batch, which is in time order, among those in sample order.
  [[nodiscard]] std::size_t sample_major(std::size_t list) const;
  void fill_labels(std::uint64_t step, std::span<std::byte> bytes);
  void fill_scalars(std::uint64_t step, std::span<std::byte> bytes);
  void take_counts(std::uint64_t step, std::span<const std::byte> bytes);
  void take_spikes(std::uint64_t step, std::span<const std::byte> bytes);
  void take_nothing(std::uint64_t /*step*/, std::span<const std::byte> /*bytes*/) {}
  // From the spike counts of each sample's outputs.
  void add_outcome(std::uint64_t step, std::span<const float> counts);

  const models::Network& network_;
  BatchSource source_;
  std::uint64_t first_step_;
  std::vector<Service> services_;  // by stream
  std::uint64_t cached_step_ = 0;
  bool has_batch_ = false;
  models::StepInput batch_;
  std::vector<StepOutcome> outcomes_;
};

// The class with the largest count; the first wins a tie. In a population code a class counts the
// spikes of its contiguous block of outputs; 0 classes: each output is one.
[[nodiscard]] std::uint32_t predicted_class(std::span<const float> counts,
                                            std::uint32_t classes = 0);

}  // namespace bspike::tools
