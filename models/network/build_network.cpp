// Owns reading a network section: resolves names to table rows, fills defaults, checks what single
// fields cannot, and gathers every problem.
#include <set>

#include "models/learning/learning_tables.hpp"
#include "models/network/network_fields.hpp"
#include "models/neurons/spike_list.hpp"
#include "models/nir/nir_section.hpp"

namespace bspike::models {
namespace {

using arch::base::DescribeFn;
using arch::base::DiagnosticSink;
using arch::base::FieldVisitor;
using arch::base::Node;
using arch::base::NodeKind;
using arch::base::NodePtr;

// More weights than any chip of this kind holds; a size that is a slip of the pen ends here.
constexpr std::uint64_t kMaxWeights = 1ull << 28;

void add(DiagnosticSink& sink, const Node& at, std::string message, std::string hint = {}) {
  sink.add({at.where, at.key_path, std::move(message), std::move(hint)});
}

template <class Spec, class Row>
void read_spec(const NodePtr& node, DiagnosticSink& sink, std::span<const Row> table, Spec& spec,
               void (*describe_spec)(FieldVisitor&, Spec&)) {
  if (node == nullptr) return;  // already reported as missing
  const auto row = read_row(*node, sink, "name", row_names(table), "Which of them.");
  if (!row) return;
  spec.row = *row;
  arch::base::read_described(*node, sink, [&](FieldVisitor& visit) { describe_spec(visit, spec); });
}

void read_neuron(const NodePtr& node, DiagnosticSink& sink, Population& population) {
  if (node == nullptr) return;
  const auto row = read_row(*node, sink, "model", row_names(neuron_table()), "The neuron model.");
  if (!row) return;
  population.model = *row;
  NodePtr surrogate;
  arch::base::read_described(*node, sink, [&](FieldVisitor& visit) {
    describe_neuron(visit, population);
    visit.subtree("surrogate", surrogate, "The surrogate derivative.");
  });
  read_spec(surrogate, sink, surrogate_table(), population.surrogate, describe_surrogate);
  const NeuronRow& model = neuron_table()[*row];
  if (population.resets_at_once() && !model.resets_at_once)
    add(sink, *node->find("reset_delay"),
        std::string(model.name) +
            " has no reset_delay: false: its resets act one time step after "
            "the spike",
        "set reset_delay to true or leave it out");
}

void read_list(const NodePtr& node, DiagnosticSink& sink, Population& population) {
  if (node == nullptr) return;
  const auto rule = read_row(*node, sink, "rule", list_rule_names(), "Who comes on the list.");
  if (!rule) return;
  ListSpec& list = population.list.emplace();
  list.rule = static_cast<ListRule>(*rule);
  arch::base::read_described(*node, sink, [&](FieldVisitor& visit) { describe_list(visit, list); });
  if (population.resets_at_once() || population.learned.contains("threshold"))
    add(sink, *node, "a population with a list has a fixed threshold and a delayed reset");
  const auto threshold = population.parameters.find("threshold");
  if (list.rule != ListRule::kDense && threshold != population.parameters.end() &&
      list.second_threshold >= threshold->second)
    add(sink, *node, "the second threshold is not below the threshold of the neurons");
}

LayerSection read_layer(const Node& node, DiagnosticSink& sink, std::size_t index) {
  LayerSection layer;
  layer.population.name = "layer" + std::to_string(index);
  foresee_projection(node, layer.projection, layer.lists);
  NodePtr neuron, list;
  arch::base::read_described(node, sink, [&](FieldVisitor& visit) {
    describe_layer(visit, layer);
    visit.subtree("neuron", neuron, "The neuron model with its parameters.");
    visit.subtree("list", list, "At most so many spikes are sent; absent: all are.", false);
  });
  layer.projection.name = projection_name(layer.projection, index);
  read_neuron(neuron, sink, layer.population);
  read_list(list, sink, layer.population);
  return layer;
}

void check_weights(const Node& node, DiagnosticSink& sink, std::uint64_t fan_in,
                   std::uint64_t size) {
  if (fan_in * size > kMaxWeights)
    add(sink, node,
        "a projection of " + std::to_string(fan_in) + " x " + std::to_string(size) +
            " weights is more than the " + std::to_string(kMaxWeights) + " that are supported");
}

void check_constant_input(const Node& node, DiagnosticSink& sink, const Projection& projection) {
  if (projection.delay != 0)
    add(sink, node, "a constant input has no spikes that a delay could hold back");
  if (projection.is_conv()) add(sink, node, "a convolution hears spikes, no constant input");
}

void add_layers(const NodePtr& list, const NodePtr& defaults, DiagnosticSink& sink,
                Network& network) {
  if (list == nullptr) return;
  if (list->kind != NodeKind::kSequence || list->items.empty()) {
    add(sink, *list, "expected a list of at least one layer");
    return;
  }
  if (defaults != nullptr && defaults->kind != NodeKind::kMapping) {
    add(sink, *defaults, "expected a mapping of layer keys");
    return;
  }
  std::set<std::string> names{network.input().name};
  for (const NodePtr& item : list->items) {
    const NodePtr node = defaults == nullptr ? item : arch::base::overlay(defaults, item);
    const auto index = boost::num_vertices(network.graph) - 1;
    LayerSection layer = read_layer(*node, sink, index);
    if (layer.projection.is_conv())
      resolve_convolution(*node, sink, network.graph[index], layer.projection, layer.population);
    else
      check_weights(*item, sink, network.graph[index].size, layer.population.size);
    if (!names.insert(layer.population.name).second)
      add(sink, *item, "two populations are named \"" + layer.population.name + "\"");
    if (index == 0 && network.constant_input()) check_constant_input(*item, sink, layer.projection);
    const auto vertex = boost::add_vertex(layer.population, network.graph);
    boost::add_edge(vertex - 1, vertex, layer.projection, network.graph);
  }
}

void check_classes(const Node& loss, DiagnosticSink& sink, const Network& network) {
  if (network.loss.classes == 0 || network.layers() == 0) return;
  const std::uint32_t outputs = network.layer(network.layers() - 1).size;
  if (outputs % network.loss.classes != 0)
    add(sink, loss,
        std::to_string(outputs) + " outputs are not " + std::to_string(network.loss.classes) +
            " classes of equally many neurons");
}

// The size that a shape has.
void check_shape(const Node& at, DiagnosticSink& sink, Population& input) {
  const std::uint64_t size = input.shape.size();
  if (size == 0 || size > 1 << 20)
    return add(sink, at, "a shape is [channels, rows, columns], of at most 1048576 neurons");
  if (input.size != 0 && input.size != size)
    add(sink, at, "the shape has " + std::to_string(size) + " neurons, the size says otherwise",
        "leave size out");
  input.size = static_cast<std::uint32_t>(size);
}

}  // namespace

Network build_network(const Node& section) {
  if (section.find("nir") != nullptr) {
    NirSource source;
    Network network = build_network(*expanded_nir(section, source));
    network.nir = std::move(source);
    check_readout(section, network);
    return network;
  }
  DiagnosticSink sink;
  Network network;
  Population input;
  input.name = "input";
  input.is_input = true;
  const Node* input_section = section.find("input");
  if (input_section != nullptr && input_section->find("shape") != nullptr)
    input.shape.channels = 1;  // read below
  NodePtr layers, defaults, loss, optimizer;
  arch::base::read_described(section, sink, [&](FieldVisitor& visit) {
    describe_numbers(visit, network, input);
    visit.subtree("defaults", defaults, "Keys that every layer has unless it says otherwise.",
                  false);
    visit.subtree("layers", layers, "The layers, from the input to the output.");
    visit.subtree("loss", loss, "The loss with its arguments.");
    visit.subtree("optimizer", optimizer, "The optimiser with its arguments.");
  });
  if (input.shape.is_map()) check_shape(*input_section, sink, input);
  boost::add_vertex(input, network.graph);
  add_layers(layers, defaults, sink, network);
  read_spec(loss, sink, loss_table(), network.loss, describe_loss);
  if (loss != nullptr) check_classes(*loss, sink, network);
  read_spec(optimizer, sink, optimizer_table(), network.optimizer, describe_optimizer);
  sink.throw_if_any<arch::base::ConfigError>();
  return network;
}

}  // namespace bspike::models
