// Owns the text forms of a network: the resolved YAML section and the reference of all keys.
#include <sstream>

#include "models/learning/learning_tables.hpp"
#include "models/network/network_fields.hpp"
#include "models/nir/nir_section.hpp"

namespace bspike::models {
namespace {

using arch::base::document_described;
using arch::base::dump_described;
using arch::base::FieldVisitor;

std::string dump_layer(LayerSection layer) {
  constexpr int kIndent = 4;
  std::string text =
      dump_described([&layer](FieldVisitor& visit) { describe_layer(visit, layer); }, kIndent);
  text[kIndent - 2] = '-';
  DescribedSection neuron{[&layer](FieldVisitor& visit) {
    describe_neuron(visit, layer.population);
    DescribedSection surrogate{
        [&layer](FieldVisitor& inner) { describe_surrogate(inner, layer.population.surrogate); }};
    visit.section("surrogate", surrogate, "");
  }};
  DescribedSection list{
      [&layer](FieldVisitor& visit) { describe_list(visit, *layer.population.list); }};
  return text + dump_described(
                    [&](FieldVisitor& visit) {
                      visit.section("neuron", neuron, "");
                      if (layer.population.list) visit.section("list", list, "");
                    },
                    kIndent);
}

constexpr const char* kTableHead =
    "| key | value | default | range | meaning |\n|---|---|---|---|---|\n";

// One table of a row's keys below a heading.
template <class Row, class Describe>
void document_rows(std::ostream& out, std::span<const Row> table, const std::string& title,
                   const std::string& prefix, const Describe& describe_row_at) {
  out << "\n## " << title << "\n";
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    out << "\n### " << table[i].name << "\n\n" << table[i].doc << "\n\n" << kTableHead;
    out << document_described([&](FieldVisitor& visit) { describe_row_at(visit, i); }, prefix);
  }
}

template <class Spec>
auto spec_at(void (*describe_spec)(FieldVisitor&, Spec&)) {
  return [describe_spec](FieldVisitor& visit, std::uint32_t row) {
    Spec spec;
    spec.row = row;
    describe_spec(visit, spec);
  };
}

}  // namespace

std::string dump_network(const Network& network) {
  Network copy = network;
  Population input = network.input();
  std::string text = dump_nir(network.nir) + dump_described([&](FieldVisitor& visit) {
                       describe_numbers(visit, copy, input);
                     });
  text += "layers:\n";
  for (std::uint32_t l = 0; l < network.layers(); ++l)
    text += dump_layer({network.layer(l), network.projection(l), {}});
  DescribedSection loss{[&](FieldVisitor& visit) { describe_loss(visit, copy.loss); }};
  DescribedSection optimizer{
      [&](FieldVisitor& visit) { describe_optimizer(visit, copy.optimizer); }};
  text += dump_described([&](FieldVisitor& visit) {
    visit.section("loss", loss, "");
    visit.section("optimizer", optimizer, "");
  });
  return text;
}

std::string document_network() {
  std::ostringstream out;
  Network network;
  Population input;
  LayerSection layer;
  out << "# The network section\n\n" << kTableHead;
  out << document_described([&](FieldVisitor& visit) { describe_numbers(visit, network, input); },
                            "network");
  out << "\n## Layers\n\nA list, from the input to the output; `defaults` may hold keys that every "
         "layer has unless it says otherwise.\n\n"
      << kTableHead;
  out << document_described([&](FieldVisitor& visit) { describe_layer(visit, layer); },
                            "network.layers[i]");
  LayerSection convolution;
  convolution.projection.kind = ProjectionKind::kConv2d;
  convolution.projection.convolution.pool.kind = PoolKind::kMax;
  out << "\n## Convolutions\n\nKeys of a layer whose projection is of kind `conv2d`. Its neurons "
         "are "
         "the map that comes out, channel after channel, row after row; a dense projection above "
         "hears them in that order.\n\n"
      << kTableHead;
  out << document_described(
      [&](FieldVisitor& visit) {
        describe_convolution(visit, convolution.projection.convolution, {});
      },
      "network.layers[i].projection");
  out << "\n## Spike lists\n\n" << kTableHead;
  out << document_described(
      [](FieldVisitor& visit) {
        ListSpec list;
        describe_list(visit, list);
      },
      "network.layers[i].list");
  document_rows(out, neuron_table(), "Neuron models", "network.layers[i].neuron",
                [](FieldVisitor& visit, std::uint32_t row) {
                  Population population;
                  population.model = row;
                  describe_neuron(visit, population);
                });
  document_rows(out, surrogate_table(), "Surrogate derivatives",
                "network.layers[i].neuron.surrogate", spec_at(describe_surrogate));
  document_rows(out, loss_table(), "Losses", "network.loss", spec_at(describe_loss));
  document_rows(out, optimizer_table(), "Optimisers", "network.optimizer",
                spec_at(describe_optimizer));
  return out.str();
}

}  // namespace bspike::models
