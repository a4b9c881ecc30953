// Owns reading a case's tensors out of the machine.
#include "tools/driver/machine_case.hpp"

#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "models/neurons/neuron_table.hpp"
#include "tools/driver/host_streams.hpp"

namespace bspike::tools {

namespace {

using models::CaseResult;
using models::TensorMap;

std::vector<double> read_floats(const arch::Image& image, const sim::Machinery& machinery,
                                const std::string& name) {
  const std::uint32_t index = image.tensor_index(name);
  if (index == arch::kNoIndex) throw std::runtime_error("the image has no tensor " + name);
  const std::vector<std::byte> bytes = machinery.read_tensor(index);
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
  return {values.begin(), values.end()};
}

// Spikes follow from the membrane, as the neurons decide them: above the threshold, in float.
std::vector<double> spikes_of(const std::vector<double>& membranes,
                              const models::Population& layer) {
  const auto threshold = static_cast<float>(layer.parameters.at("threshold"));
  std::vector<double> spikes;
  spikes.reserve(membranes.size());
  for (const double membrane : membranes) {
    spikes.push_back(static_cast<float>(membrane) > threshold ? 1 : 0);
  }
  return spikes;
}

std::uint64_t count_spikes(const std::vector<double>& spikes) {
  std::uint64_t total = 0;
  for (const double spike : spikes) total += spike != 0 ? 1 : 0;
  return total;
}

// The machine with a case in it, one optimiser at a time.
class CaseRunner {
 public:
  CaseRunner(const models::ReferenceCase& the_case, const arch::Machine& machine,
             const MachineCaseOptions& options)
      : case_(the_case), machine_(machine), options_(options) {}

  using AfterStep = std::function<void(const arch::Image&, const sim::Machinery&)>;

  // Returns the loss before each step.
  std::vector<double> run(const models::OptimizerSpec& optimizer, std::uint64_t steps,
                          const AfterStep& after_step) {
    const models::Network network = models::with_optimizer(case_.network, optimizer);
    const arch::Image image =
        kernels::compile(network, case_.parameters, machine_, options_.mapping);
    HostStreams host(image, network, [this](std::uint64_t) { return case_.input; });
    sim::RunOptions run;
    run.steps = steps;
    run.timed = false;
    run.profile_lines = false;
    run.check_races = options_.check_races;
    run.engine = options_.engine;
    run.shuffle_seed = options_.shuffle_seed;
    run.after_step = [&](std::uint64_t, sim::Machinery& machinery) {
      after_step(image, machinery);
    };
    const sim::RunResult result = sim::run(image, machine_, host, run);
    if (!result.fault.kind.empty()) throw std::runtime_error(result.fault.message);
    return result.series.at("training.loss");
  }

  [[nodiscard]] std::vector<double> membranes(const arch::Image& image,
                                              const sim::Machinery& machinery,
                                              std::uint32_t layer) const {
    return read_floats(image, machinery, "n" + std::to_string(layer) + ".mem");
  }

  [[nodiscard]] TensorMap states(const arch::Image& image, const sim::Machinery& machinery,
                                 std::uint32_t layer) const {
    TensorMap tensors;
    for (const std::string_view state :
         models::neuron_table()[case_.network.layer(layer).model].states) {
      const std::string name(state);
      tensors[name] = read_floats(image, machinery, models::number_name(layer, name));
    }
    return tensors;
  }

  // What a layer sends: with a list, less than what its membranes say.
  [[nodiscard]] std::vector<double> spikes(const arch::Image& image,
                                           const sim::Machinery& machinery,
                                           std::uint32_t layer) const {
    const models::Population& population = case_.network.layer(layer);
    const std::string sent = models::number_name(layer, "sent");
    if (image.tensor_index(sent) != arch::kNoIndex) return read_floats(image, machinery, sent);
    return spikes_of(membranes(image, machinery, layer), population);
  }

  [[nodiscard]] TensorMap parameters(const arch::Image& image, const sim::Machinery& machinery,
                                     const std::string& suffix) const {
    TensorMap tensors;
    for (const auto& [name, values] : case_.parameters) {
      tensors[name] = read_floats(image, machinery, name + suffix);
    }
    return tensors;
  }

  void read_step(const arch::Image& image, const sim::Machinery& machinery,
                 CaseResult& result) const {
    for (std::uint32_t l = 0; l < case_.network.layers(); ++l) {
      result.spikes.push_back(spikes(image, machinery, l));
      result.states.push_back(states(image, machinery, l));
    }
    result.output =
        models::case_output(case_, result.spikes.back(), result.states.back().at("mem"));
    result.gradients = parameters(image, machinery, ".grad");
    result.after_sgd = parameters(image, machinery, "");
  }

  void read_totals(const arch::Image& image, const sim::Machinery& machinery,
                   CaseResult& result) const {
    std::vector<std::uint64_t> totals;
    for (std::uint32_t l = 0; l < case_.network.layers(); ++l) {
      totals.push_back(count_spikes(spikes(image, machinery, l)));
    }
    result.step_spike_totals.push_back(std::move(totals));
    result.step_parameters = parameters(image, machinery, "");
  }

 private:
  const models::ReferenceCase& case_;
  const arch::Machine& machine_;
  const MachineCaseOptions& options_;
};

}  // namespace

models::CaseResult run_case_on_machine(const models::ReferenceCase& the_case,
                                       const arch::Machine& machine,
                                       const MachineCaseOptions& options) {
  CaseRunner runner(the_case, machine, options);
  CaseResult result;
  const auto losses =
      runner.run(the_case.sgd, 1, [&](const arch::Image& image, const sim::Machinery& machinery) {
        runner.read_step(image, machinery, result);
      });
  result.loss = losses.at(0);
  runner.run(the_case.adam, 1, [&](const arch::Image& image, const sim::Machinery& machinery) {
    result.after_adam = runner.parameters(image, machinery, "");
  });
  if (the_case.expected.multi_step) {
    const models::MultiStep& steps = *the_case.expected.multi_step;
    result.step_losses = runner.run(steps.optimizer, steps.steps,
                                    [&](const arch::Image& image, const sim::Machinery& machinery) {
                                      runner.read_totals(image, machinery, result);
                                    });
  }
  return result;
}

}  // namespace bspike::tools
