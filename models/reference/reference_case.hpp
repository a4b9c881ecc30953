// Owns a reference case in memory: a training step with everything it must come to, and what an
// implementation came to. See tests/data/reference/snntorch/README.md for the format.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/reference/reference.hpp"

namespace bspike::models {

// Values by name, row-major. Float values are held exactly.
using TensorMap = std::map<std::string, std::vector<double>>;

// Several steps on the same batch.
struct MultiStep {
  OptimizerSpec optimizer;
  std::uint32_t steps = 0;
  std::vector<double> losses;                            // before each step
  std::vector<std::vector<std::uint64_t>> spike_totals;  // [step][layer]
  TensorMap parameters;                                  // after the last step
};

// What the output of a case is, a value for each sample and output (or class).
enum class OutputKind : std::uint8_t {
  kSpikeCount,
  kSpikeCountPerClass,
  kMaxMembrane,
  kMeanMembrane
};
[[nodiscard]] const std::vector<std::string>& output_kind_names();  // indexed by OutputKind

struct ExpectedStep {
  std::vector<std::vector<double>> spikes;  // a layer: [T][batch][neurons], 0 or 1
  // A layer: state name -> [T][samples][neurons], samples as below. Large cases trace the first
  // samples only.
  std::vector<TensorMap> states;
  std::vector<std::uint32_t> traced_samples;  // a layer
  OutputKind output_kind = OutputKind::kSpikeCount;
  std::vector<double> output;  // [batch][outputs]
  double loss = 0;
  std::optional<double> loss_f64;
  TensorMap gradients;
  TensorMap gradients_f64;  // empty if the case has none
  TensorMap after_sgd, after_adam;
  std::map<std::string, std::vector<std::uint32_t>> adam_sensitive;  // flat indices left out
  std::optional<MultiStep> multi_step;
};

struct ReferenceCase {
  std::string name;
  std::string description;
  Network network;  // with the SGD of the case
  OptimizerSpec sgd, adam;
  ParameterSet parameters;
  StepInput input;
  ExpectedStep expected;
};

// What an implementation came to; same layout as ExpectedStep, all samples traced.
struct CaseResult {
  std::vector<std::vector<double>> spikes;  // a layer: [T][batch][neurons]
  std::vector<TensorMap> states;            // a layer: state name -> [T][batch][neurons]
  std::vector<double> output;               // [batch][outputs], as case_output makes it
  double loss = 0;
  TensorMap gradients;
  TensorMap after_sgd, after_adam;
  // Only where the case has several steps.
  std::vector<double> step_losses;
  std::vector<std::vector<std::uint64_t>> step_spike_totals;
  TensorMap step_parameters;
};

// The output from spikes and membranes of the last layer, [T][batch][N] both.
[[nodiscard]] std::vector<double> case_output(const ReferenceCase& the_case,
                                              const std::vector<double>& spikes,
                                              const std::vector<double>& membranes);

// The network of a case with another optimiser.
[[nodiscard]] Network with_optimizer(const Network& network, const OptimizerSpec& optimizer);

}  // namespace bspike::models
