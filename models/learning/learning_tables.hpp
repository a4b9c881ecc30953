// Owns the tables of surrogate derivatives, losses and optimisers with their reference equations,
// one pair of files a row. Equations follow snnTorch 0.9.4; where a loss averages, it averages over
// the batch.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "models/neurons/neuron_table.hpp"

namespace bspike::models {

struct SurrogateRow {
  std::string_view name;                // "fast_sigmoid", ...
  std::string_view upstream_name = {};  // in reference cases, where it is another
  std::vector<ParameterInfo> arguments;
  double (*derivative)(const SurrogateSpec& spec, double x);  // sigma'(x), x = U - threshold
  float (*derivative_f32)(const SurrogateSpec& spec, float x);
  std::string_view doc;
};
[[nodiscard]] std::span<const SurrogateRow> surrogate_table();

// When a loss looks at the output record: once after the last step, or at every step.
enum class LossTiming : std::uint8_t { kFinal, kEachStep };

// What the output record holds.
enum class LossRecord : std::uint8_t { kSpikes, kMembranes };

// What a loss that looks once makes of the time steps: the sum; the largest value, or the time of
// the first spike (the last step if there is none), whose gradients reach that one step alone.
enum class LossSummary : std::uint8_t { kSum, kHighest, kFirstSpike };

// Output record [T][batch][outputs]; target labels [batch]. Returns the loss, writes
// dL/drecord.
template <class Real>
using LossFn = double (*)(const LossSpec& spec, std::uint32_t time_steps, std::uint32_t batch,
                          std::uint32_t outputs, std::span<const Real> record,
                          std::span<const std::uint32_t> targets, std::span<Real> gradient);

struct LossRow {
  std::string_view name;  // "ce_count", "ce_rate", "mse_count"
  std::vector<ParameterInfo> arguments;
  LossTiming timing;
  LossRecord record = LossRecord::kSpikes;
  LossSummary summary = LossSummary::kSum;  // of kFinal
  bool population_code = false;             // LossSpec::classes may be given
  LossFn<float> f32;
  LossFn<double> f64;
  std::string_view doc;
};
[[nodiscard]] std::span<const LossRow> loss_table();

// One parameter tensor's update. `state` has state_tensors vectors of the tensor's size, zero
// before step 1; step counts from 1.
template <class Real>
using OptimizerFn = void (*)(const OptimizerSpec& spec, std::uint64_t step, std::span<Real> weights,
                             std::span<const Real> gradient, std::vector<std::vector<Real>>& state);

// Numbers that change with the step and not with the element, computed by the host in double and
// sent to the chip as f32.
using StepScalarsFn = std::vector<double> (*)(const OptimizerSpec& spec, std::uint64_t step);

struct OptimizerRow {
  std::string_view name;  // "SGD", "Adam"
  std::vector<ParameterInfo> arguments;
  std::vector<std::string_view> states;  // "exp_avg", "exp_avg_sq", ...
  OptimizerFn<float> f32;
  OptimizerFn<double> f64;
  StepScalarsFn step_scalars;  // same length for every step; each optimiser documents the order
  std::string_view doc;
  // Whether an update reads its states, with these arguments; absent: always.
  bool (*reads_states)(const OptimizerSpec& spec) = nullptr;
};
[[nodiscard]] std::span<const OptimizerRow> optimizer_table();

}  // namespace bspike::models
