// Owns the tolerances, as the format's README states them for a float32 implementation.
#include "models/reference/compare_case.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace bspike::models {
namespace {

constexpr double kStateTolerance = 1e-5;
constexpr double kLossTolerance = 1e-5;      // relative
constexpr double kGradientTolerance = 2e-4;  // of the tensor's largest gradient
constexpr double kUpdateTolerance = 1e-6;    // beside what the gradient's tolerance allows
constexpr double kAdamTolerance = 0.02;      // of the learning rate
constexpr double kStepLossTolerance = 1e-4;  // relative
constexpr double kStepParameterTolerance = 2e-5;
constexpr double kDoubleTolerance = 1e-10;  // of the largest value
constexpr double kInfinity = std::numeric_limits<double>::infinity();

double largest_magnitude(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

// Not a number counts as infinitely wrong.
double error_of(double found, double wanted) {
  const double error = std::abs(found - wanted);
  return std::isnan(error) ? kInfinity : error;
}

class Comparison {
 public:
  Comparison(const ReferenceCase& the_case, const CaseResult& result, Precision precision)
      : case_(the_case), expected_(the_case.expected), result_(result), precision_(precision) {}

  std::vector<ComparisonRow> run() {
    for (std::uint32_t l = 0; l < case_.network.layers(); ++l) compare_layer(l);
    compare_output();
    compare_loss();
    for (const auto& [name, wanted] : expected_.gradients) compare_gradient(name, wanted);
    compare_updates();
    if (expected_.multi_step) compare_steps(*expected_.multi_step);
    return std::move(rows_);
  }

 private:
  void add(std::string tensor, double error, double tolerance) {
    rows_.push_back({std::move(tensor), error, tolerance, error <= tolerance});
  }

  void add_counts(const std::string& tensor, const std::vector<double>& found,
                  const std::vector<double>& wanted) {
    double different = found.size() == wanted.size() ? 0 : kInfinity;
    for (std::size_t i = 0; i < std::min(found.size(), wanted.size()); ++i)
      different += found[i] == wanted[i] ? 0 : 1;
    add(tensor, different, 0);
  }

  void add_values(const std::string& tensor, const std::vector<double>& found,
                  const std::vector<double>& wanted, double tolerance,
                  const std::set<std::size_t>& left_out = {}) {
    double error = found.size() == wanted.size() ? 0 : kInfinity;
    for (std::size_t i = 0; i < std::min(found.size(), wanted.size()); ++i)
      if (!left_out.contains(i)) error = std::max(error, error_of(found[i], wanted[i]));
    add(tensor, error, tolerance);
  }

  static std::vector<double> find(const TensorMap& tensors, const std::string& name) {
    const auto found = tensors.find(name);
    return found == tensors.end() ? std::vector<double>{} : found->second;
  }

  void compare_layer(std::uint32_t layer) {
    const std::string prefix = "layer" + std::to_string(layer) + ".";
    const bool has_spikes = layer < result_.spikes.size();
    add_counts(prefix + "spikes", has_spikes ? result_.spikes[layer] : std::vector<double>{},
               expected_.spikes[layer]);
    for (const auto& [name, wanted] : expected_.states[layer]) {
      const bool has_states = layer < result_.states.size();
      const auto found = has_states ? find(result_.states[layer], name) : std::vector<double>{};
      add_values(prefix + name, first_samples(found, layer), wanted, kStateTolerance);
    }
  }

  // [T][batch][N] cut to [T][traced][N].
  [[nodiscard]] std::vector<double> first_samples(const std::vector<double>& values,
                                                  std::uint32_t layer) const {
    const std::size_t neurons = case_.network.layer(layer).size;
    const std::size_t whole = case_.network.batch * neurons;
    const std::size_t kept = expected_.traced_samples[layer] * neurons;
    std::vector<double> cut;
    for (std::size_t start = 0; start + whole <= values.size(); start += whole)
      cut.insert(cut.end(), values.begin() + start, values.begin() + start + kept);
    return cut;
  }

  // Counts must be equal; membranes are states.
  void compare_output() {
    if (expected_.output_kind == OutputKind::kSpikeCount ||
        expected_.output_kind == OutputKind::kSpikeCountPerClass)
      add_counts("output", result_.output, expected_.output);
    else
      add_values("output", result_.output, expected_.output, kStateTolerance);
  }

  void compare_loss() {
    add("loss", error_of(result_.loss, expected_.loss), kLossTolerance * std::abs(expected_.loss));
    if (precision_ == Precision::kDouble && expected_.loss_f64)
      add("loss_f64", error_of(result_.loss, *expected_.loss_f64),
          kDoubleTolerance * std::abs(*expected_.loss_f64));
  }

  // Where the double precision gradient is all 0, exactly 0 is asked for.
  [[nodiscard]] double gradient_tolerance(const std::string& name) const {
    const auto wide = expected_.gradients_f64.find(name);
    if (wide != expected_.gradients_f64.end() && largest_magnitude(wide->second) == 0) return 0;
    return kGradientTolerance * largest_magnitude(expected_.gradients.at(name));
  }

  void compare_gradient(const std::string& name, const std::vector<double>& wanted) {
    const auto found = find(result_.gradients, name);
    add_values("grads." + name, found, wanted, gradient_tolerance(name));
    const auto wide = expected_.gradients_f64.find(name);
    if (precision_ == Precision::kDouble && wide != expected_.gradients_f64.end())
      add_values("grads_f64." + name, found, wide->second,
                 kDoubleTolerance * largest_magnitude(wide->second));
  }

  void compare_updates() {
    const double sgd_rate = case_.sgd.arguments.at("lr");
    for (const auto& [name, wanted] : expected_.after_sgd)
      add_values("after_sgd." + name, find(result_.after_sgd, name), wanted,
                 sgd_rate * gradient_tolerance(name) + kUpdateTolerance);
    const double adam_rate = case_.adam.arguments.at("lr");
    for (const auto& [name, wanted] : expected_.after_adam) {
      std::set<std::size_t> left_out;
      if (const auto list = expected_.adam_sensitive.find(name);
          list != expected_.adam_sensitive.end())
        left_out.insert(list->second.begin(), list->second.end());
      add_values("after_adam." + name, find(result_.after_adam, name), wanted,
                 kAdamTolerance * adam_rate + kUpdateTolerance, left_out);
    }
  }

  void compare_steps(const MultiStep& steps) {
    for (std::uint32_t i = 0; i < steps.steps; ++i) {
      const std::string prefix = "multi_step[" + std::to_string(i) + "].";
      const bool has_loss = i < result_.step_losses.size();
      add(prefix + "loss", has_loss ? error_of(result_.step_losses[i], steps.losses[i]) : kInfinity,
          kStepLossTolerance * std::abs(steps.losses[i]));
      const bool has_totals = i < result_.step_spike_totals.size();
      const auto& wanted = steps.spike_totals[i];
      add_counts(prefix + "spike_totals",
                 has_totals ? as_numbers(result_.step_spike_totals[i]) : std::vector<double>{},
                 as_numbers(wanted));
    }
    for (const auto& [name, wanted] : steps.parameters)
      add_values("multi_step.params." + name, find(result_.step_parameters, name), wanted,
                 kStepParameterTolerance);
  }

  static std::vector<double> as_numbers(const std::vector<std::uint64_t>& totals) {
    return {totals.begin(), totals.end()};
  }

  const ReferenceCase& case_;
  const ExpectedStep& expected_;
  const CaseResult& result_;
  Precision precision_;
  std::vector<ComparisonRow> rows_;
};

}  // namespace

std::vector<ComparisonRow> compare_case(const ReferenceCase& the_case, const CaseResult& result,
                                        Precision precision) {
  return Comparison(the_case, result, precision).run();
}

bool all_pass(const std::vector<ComparisonRow>& rows) {
  return std::all_of(rows.begin(), rows.end(), [](const ComparisonRow& row) { return row.pass; });
}

}  // namespace bspike::models
