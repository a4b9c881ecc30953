// Owns the list of data set kinds, and whether a data set and a network fit together.
#include <array>
#include <utility>

#include "models/inputs/dataset.hpp"
#include "models/inputs/digits_csv.hpp"
#include "models/inputs/event_datasets.hpp"
#include "models/inputs/idx_dataset.hpp"

namespace bspike::models {

std::span<const DatasetRow> dataset_table() {
  static const std::array kRows{idx_row(), digits_csv_row(), nmnist_row(), generated_events_row()};
  return kRows;
}

std::unique_ptr<Dataset> open_dataset(const DatasetSpec& spec, Split split) {
  return dataset_table()[spec.row].open(spec, split);
}

void check_fits(const Dataset& dataset, const Network& network) {
  arch::base::DiagnosticSink sink;
  const auto refuse = [&sink](const char* key, std::string message) {
    arch::base::Diagnostic problem;
    problem.key_path = key;
    problem.message = std::move(message);
    sink.add(std::move(problem));
  };
  if (network.input().size != dataset.input_size())
    refuse("network.input.size",
           "the network has " + std::to_string(network.input().size) +
               " inputs, but the data set's " +
               (dataset.event_window() == 0
                    ? "images have " + std::to_string(dataset.input_size()) + " pixels"
                    : "sensor has " + std::to_string(dataset.input_size()) +
                          " pixels and polarities"));
  const std::uint32_t outputs = network.layer(network.layers() - 1).size;
  if (outputs < dataset.classes())
    refuse("network.layers", "the last layer has " + std::to_string(outputs) +
                                 " neurons, fewer than the data set's " +
                                 std::to_string(dataset.classes()) + " classes");
  sink.throw_if_any<arch::base::ConfigError>();
}

}  // namespace bspike::models
