// Owns the output of a case: counts, or a summary of membranes.
#include <algorithm>
#include <limits>

#include "models/reference/reference_case.hpp"

namespace bspike::models {
namespace {

std::vector<double> sums(const Network& network, const std::vector<double>& record) {
  const std::size_t width = record.size() / network.time_steps;
  std::vector<double> result(width);
  for (std::size_t i = 0; i < record.size(); ++i) result[i % width] += record[i];
  return result;
}

std::vector<double> maxima(const Network& network, const std::vector<double>& record) {
  const std::size_t width = record.size() / network.time_steps;
  std::vector<double> result(width, -std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < record.size(); ++i)
    result[i % width] = std::max(result[i % width], record[i]);
  return result;
}

std::vector<double> by_class(const Network& network, const std::vector<double>& counts) {
  const std::size_t block = counts.size() / (std::size_t{network.batch} * network.classes());
  std::vector<double> result(counts.size() / block);
  for (std::size_t i = 0; i < counts.size(); ++i) result[i / block] += counts[i];
  return result;
}

}  // namespace

const std::vector<std::string>& output_kind_names() {
  static const std::vector<std::string> kNames{"spike_count", "spike_count_per_class",
                                               "max_membrane", "mean_membrane"};
  return kNames;
}

std::vector<double> case_output(const ReferenceCase& the_case, const std::vector<double>& spikes,
                                const std::vector<double>& membranes) {
  const Network& network = the_case.network;
  switch (the_case.expected.output_kind) {
    case OutputKind::kSpikeCount:
      return sums(network, spikes);
    case OutputKind::kSpikeCountPerClass:
      return by_class(network, sums(network, spikes));
    case OutputKind::kMaxMembrane:
      return maxima(network, membranes);
    case OutputKind::kMeanMembrane:
      break;
  }
  std::vector<double> means = sums(network, membranes);
  for (double& value : means) value /= network.time_steps;
  return means;
}

}  // namespace bspike::models
