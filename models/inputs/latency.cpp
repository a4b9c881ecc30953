// Owns the time of the spike. With x the brightness, V the threshold and f first_spike_time:
//   logarithmic  x' = max(x, V + epsilon);  t = tau ln(x' / (x' - V)) + f: a leaky neuron that is
//                charged by x until it reaches V. normalize: t = (t - f) (T - 1 - f) / max(t - f) +
//                f
//   linear       t = min(tau (1 - x), tau (1 - V)) + f. normalize: tau = T - 1 - f
// The spike is at the nearest step, halves going to the even one.
#include "models/inputs/latency.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "arch/base/fp_math.hpp"

namespace bspike::models {
namespace {

using arch::base::FieldVisitor;
using arch::base::Unit;

[[noreturn]] void refuse(const char* key, std::string message, std::string hint) {
  arch::base::raise<arch::base::ConfigError>({}, std::string("dataset.encoding.") + key,
                                             std::move(message), std::move(hint));
}

std::vector<float> logarithmic_times(std::vector<float> data, const LatencyCoding& coding,
                                     std::uint32_t time_steps) {
  const auto threshold = static_cast<float>(coding.threshold);
  const auto lowest = static_cast<float>(coding.threshold + coding.epsilon);
  const auto first = static_cast<float>(coding.first_spike_time);
  for (float& value : data) {
    value = std::max(value, lowest);
    value = static_cast<float>(coding.tau) * arch::base::ln_f32(value / (value - threshold));
    if (coding.first_spike_time > 0) value += first;
  }
  if (!coding.normalize || data.empty()) return data;
  const auto room = static_cast<float>(time_steps - coding.first_spike_time - 1);
  const float latest = *std::max_element(data.begin(), data.end()) - first;
  for (float& value : data) value = (value - first) * room / latest + first;
  return data;
}

std::vector<float> linear_times(std::vector<float> data, const LatencyCoding& coding,
                                std::uint32_t time_steps) {
  const double tau = coding.normalize ? time_steps - 1.0 - coding.first_spike_time : coding.tau;
  const auto latest = static_cast<float>(-tau * (coding.threshold - 1));
  for (float& value : data)
    value = std::min(static_cast<float>(-tau) * (value - 1), latest) +
            static_cast<float>(coding.first_spike_time);
  return data;
}

void check_last(float latest, const EncodeRequest& request) {
  if (request.latency.bypass || latest <= static_cast<float>(request.time_steps - 1)) return;
  refuse("bypass",
         "the last spike would be at time step " +
             std::to_string(static_cast<std::uint64_t>(latest)) + ", but there are only " +
             std::to_string(request.time_steps),
         "set normalize to true or a smaller tau, or bypass to true to drop such spikes");
}

SpikeTrain encode(const EncodeRequest& request) {
  const LatencyCoding& coding = request.latency;
  if (coding.first_spike_time >= request.time_steps)
    refuse("first_spike_time",
           "found \"" + std::to_string(coding.first_spike_time) + "\", but there are only " +
               std::to_string(request.time_steps) + " time steps",
           "");
  std::vector<float> data;
  for (const std::uint8_t value : request.picture)
    data.push_back(brightness(value, request.level_bits));
  const std::vector<float> times = coding.linear
                                       ? linear_times(data, coding, request.time_steps)
                                       : logarithmic_times(data, coding, request.time_steps);
  SpikeTrain train(request.time_steps);
  float latest = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const float step = std::nearbyint(times[i]);
    latest = std::max(latest, step);
    const bool clipped = coding.clip && data[i] < static_cast<float>(coding.threshold);
    if (step < static_cast<float>(request.time_steps) && !clipped)
      train[static_cast<std::size_t>(step)].push_back(static_cast<std::uint32_t>(i));
  }
  check_last(latest, request);
  return train;
}

void describe_latency(FieldVisitor& visit, EncoderSpec& spec) {
  LatencyCoding& coding = spec.latency;
  visit.option("threshold", coding.threshold, Unit::kNone, {1e-6, 0.999999},
               "Darker pixels spike as late as one of this brightness.");
  visit.option("tau", coding.tau, Unit::kNone, {1e-6, 1e6},
               "Time constant in time steps; unused by a normalized linear code.");
  visit.option("first_spike_time", coding.first_spike_time, Unit::kNone, {0, 1 << 20},
               "Time steps added to every spike.");
  visit.option("epsilon", coding.epsilon, Unit::kNone, {1e-12, 1},
               "How far above the threshold the darkest pixels are taken to be.");
  visit.flag("normalize", coding.normalize, "Whether the darkest pixels spike in the last step.");
  visit.flag("linear", coding.linear, "Whether the time falls linearly with brightness.");
  visit.flag("clip", coding.clip, "Whether pixels below the threshold do not spike at all.");
  visit.flag("bypass", coding.bypass,
             "Whether spikes after the last time step are dropped, instead of an error.");
}

}  // namespace

EncoderRow latency_row() {
  return {.name = "latency",
          .wants = SampleKind::kPicture,
          .encode = encode,
          .describe = describe_latency,
          .doc =
              "Each pixel spikes once, the earlier the brighter, as snnTorch's spikegen.latency "
              "has it."};
}

}  // namespace bspike::models
