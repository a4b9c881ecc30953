// Owns the order of a case's runs: one step with each optimiser, then the several steps if it has
// them.
#include "models/reference/run_case.hpp"

namespace bspike::models {
namespace {

template <class Real>
TensorMap to_tensors(const Parameters<Real>& parameters) {
  TensorMap tensors;
  for (const auto& [name, values] : parameters) tensors[name].assign(values.begin(), values.end());
  return tensors;
}

template <class Real>
Parameters<Real> widen(const ParameterSet& parameters) {
  Parameters<Real> wide;
  for (const auto& [name, values] : parameters) wide[name].assign(values.begin(), values.end());
  return wide;
}

template <class Real>
TensorMap updated_once(const ReferenceCase& the_case, const OptimizerSpec& optimizer,
                       const Parameters<Real>& gradients) {
  auto parameters = widen<Real>(the_case.parameters);
  std::map<std::string, std::vector<std::vector<Real>>> state;
  reference_update(with_optimizer(the_case.network, optimizer), 1, parameters, gradients, state);
  return to_tensors(parameters);
}

template <class Real>
std::vector<std::uint64_t> spike_totals(const StepResult<Real>& step) {
  std::vector<std::uint64_t> totals;
  for (const auto& spikes : step.spikes) {
    std::uint64_t total = 0;
    for (const Real spike : spikes) total += spike != 0 ? 1 : 0;
    totals.push_back(total);
  }
  return totals;
}

template <class Real>
void run_steps(const ReferenceCase& the_case, const MultiStep& steps, CaseResult& result) {
  const Network network = with_optimizer(the_case.network, steps.optimizer);
  auto parameters = widen<Real>(the_case.parameters);
  std::map<std::string, std::vector<std::vector<Real>>> state;
  for (std::uint32_t step = 1; step <= steps.steps; ++step) {
    const auto outcome = reference_step<Real>(network, the_case.input, parameters);
    result.step_losses.push_back(outcome.loss);
    result.step_spike_totals.push_back(spike_totals(outcome));
    reference_update(network, step, parameters, outcome.gradients, state);
  }
  result.step_parameters = to_tensors(parameters);
}

}  // namespace

template <class Real>
CaseResult run_case(const ReferenceCase& the_case) {
  const auto step =
      reference_step<Real>(the_case.network, the_case.input, widen<Real>(the_case.parameters));
  CaseResult result;
  for (const auto& spikes : step.spikes) result.spikes.emplace_back(spikes.begin(), spikes.end());
  for (const auto& states : step.states) result.states.push_back(to_tensors(states));
  result.output = case_output(the_case, result.spikes.back(), result.states.back().at("mem"));
  result.loss = step.loss;
  result.gradients = to_tensors(step.gradients);
  result.after_sgd = updated_once(the_case, the_case.sgd, step.gradients);
  result.after_adam = updated_once(the_case, the_case.adam, step.gradients);
  if (the_case.expected.multi_step)
    run_steps<Real>(the_case, *the_case.expected.multi_step, result);
  return result;
}

template CaseResult run_case<float>(const ReferenceCase&);
template CaseResult run_case<double>(const ReferenceCase&);

}  // namespace bspike::models
