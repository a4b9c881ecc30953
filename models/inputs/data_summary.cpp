// Owns counting.
#include "models/inputs/data_summary.hpp"

#include <algorithm>

namespace bspike::models {
namespace {

double rate_of_recording(const std::vector<Event>& events, DataSummary& summary) {
  if (events.empty()) return 0;
  const auto [first, last] =
      std::minmax_element(events.begin(), events.end(),
                          [](const Event& a, const Event& b) { return a.time_us < b.time_us; });
  const std::uint32_t length = last->time_us - first->time_us;
  summary.longest_us = std::max(summary.longest_us, length);
  summary.events += events.size();
  for (const Event& event : events) {
    summary.brighter += event.brighter ? 1 : 0;
    summary.width = std::max(summary.width, event.x + 1u);
    summary.height = std::max(summary.height, event.y + 1u);
  }
  return static_cast<double>(events.size()) / std::max(1.0, length / 1000.0);
}

double rate_of_picture(std::span<const std::uint8_t> picture, unsigned level_bits) {
  double sum = 0;
  for (const std::uint8_t value : picture) sum += brightness(value, level_bits);
  return picture.empty() ? 0 : sum / static_cast<double>(picture.size());
}

void add_rates(const std::vector<double>& rates, DataSummary& summary) {
  if (rates.empty()) return;
  double sum = 0;
  for (const double rate : rates) sum += rate;
  summary.lowest_rate = *std::min_element(rates.begin(), rates.end());
  summary.highest_rate = *std::max_element(rates.begin(), rates.end());
  summary.mean_rate = sum / static_cast<double>(rates.size());
  for (const double rate : rates) {
    const double share = summary.highest_rate > 0 ? rate / summary.highest_rate : 0;
    ++summary.samples_of_rate[std::min(static_cast<std::size_t>(share * kRateBins), kRateBins - 1)];
  }
}

}  // namespace

DataSummary summarize(const Dataset& dataset, const std::function<bool(std::uint64_t)>& go_on) {
  DataSummary summary;
  summary.inputs = dataset.input_size();
  summary.recordings = dataset.frame().has_value();
  summary.samples_of_class.resize(dataset.classes(), 0);
  std::vector<double> rates;
  for (std::uint64_t i = 0; i < dataset.samples() && go_on(i); ++i) {
    rates.push_back(summary.recordings ? rate_of_recording(dataset.recording(i), summary)
                                       : rate_of_picture(dataset.image(i), dataset.level_bits()));
    ++summary.samples_of_class[dataset.label(i)];
    ++summary.samples;
  }
  add_rates(rates, summary);
  return summary;
}

}  // namespace bspike::models
