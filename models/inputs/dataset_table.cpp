// Owns the list of data set kinds, and whether a data set and a network fit together.
#include <array>
#include <utility>

#include "models/inputs/dataset.hpp"
#include "models/inputs/digits_csv.hpp"
#include "models/inputs/dvs_gesture.hpp"
#include "models/inputs/event_csv.hpp"
#include "models/inputs/event_datasets.hpp"
#include "models/inputs/idx_dataset.hpp"
#include "models/inputs/shd.hpp"

namespace bspike::models {

std::span<const DatasetRow> dataset_table() {
  static const std::array kRows{
      idx_row(),         digits_csv_row(), nmnist_row(),    generated_events_row(),
      dvs_gesture_row(), shd_row(),        csv_events_row()};
  return kRows;
}

std::unique_ptr<Dataset> open_dataset(const DatasetSpec& spec, Split split) {
  return dataset_table()[spec.row].open(spec, split);
}

void check_fits(const Dataset& dataset, const EncoderSpec& encoder, const Network& network) {
  arch::base::DiagnosticSink sink;
  const auto refuse = [&sink](const char* key, std::string message) {
    arch::base::Diagnostic problem;
    problem.key_path = key;
    problem.message = std::move(message);
    sink.add(std::move(problem));
  };
  const EncoderRow& row = encoder_table()[encoder.row];
  const std::uint32_t places = dataset.input_size();
  const std::uint32_t inputs =
      row.inputs == nullptr ? places : row.inputs(encoder, places, network.time_steps);
  if (network.input().size != inputs)
    refuse("network.input.size",
           "the network has " + std::to_string(network.input().size) +
               " inputs, but the data set's " +
               (dataset.frame() ? "sensor has " + std::to_string(places) + " pixels and polarities"
                                : "images have " + std::to_string(places) + " pixels") +
               (inputs == places
                    ? ""
                    : ", which the encoding turns into " + std::to_string(inputs) + " inputs"));
  if (network.constant_input() != (row.values != nullptr))
    refuse("network.input.signal", "the encoding \"" + std::string(row.name) + "\" gives " +
                                       (row.values == nullptr ? "spikes" : "constant inputs") +
                                       ", but the network takes " +
                                       (row.values == nullptr ? "constant inputs" : "spikes"));
  if (network.classes() < dataset.classes())
    refuse("network.layers",
           (network.loss.classes == 0
                ? "the last layer has " + std::to_string(network.classes()) + " neurons"
                : "the population code has " + std::to_string(network.classes()) + " classes") +
               ", fewer than the data set's " + std::to_string(dataset.classes()) + " classes");
  sink.throw_if_any<arch::base::ConfigError>();
}

}  // namespace bspike::models
