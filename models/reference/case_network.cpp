// Owns the model description of a reference case: names become table rows, features that we lack
// are named.
#include "models/reference/case_network.hpp"

#include <algorithm>
#include <set>

#include "models/learning/learning_tables.hpp"
#include "models/network/network_fields.hpp"
#include "models/neurons/spike_list.hpp"
#include "models/reference/case_convolution.hpp"

namespace bspike::models {
namespace {

constexpr std::uint32_t kMaxSize = 1 << 20;  // as in a network section

// Keys of a layer that are not parameters of its model.
const std::vector<std::string> kLayerKeys{
    "model",       "in",         "out",       "bias",   "reset",   "learn", "surrogate",
    "reset_delay", "per_neuron", "recurrent", "sparse", "derived", "conv",  "delay"};

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

template <class Row>
std::string_view upstream_name(const Row& row) {
  if constexpr (requires { row.upstream_name; })
    return row.upstream_name;
  else
    return row.name;
}

// The row of that name, or a problem that lists what there is.
template <class Row>
std::uint32_t find_row(const JsonCursor& node, const std::string& name, std::span<const Row> table,
                       const char* what) {
  std::string known;
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    if (table[i].name == name || upstream_name(table[i]) == name) return i;
    known += (i == 0 ? "" : ", ") + std::string(table[i].name);
  }
  if (node.exists())
    node.fail(std::string("the ") + what + " \"" + name + "\" is not supported",
              "supported: " + known);
  return 0;
}

template <class Spec, class Row>
Spec read_spec(const JsonCursor& node, std::span<const Row> table, const char* what) {
  Spec spec;
  const JsonCursor name = node.at("name");
  const std::string text = name.text();
  spec.row = find_row(name, text, table, what);
  if (text == table[spec.row].name || text == upstream_name(table[spec.row]))
    read_case_arguments(node, table[spec.row].arguments, {"name", "num_classes"}, spec.arguments);
  return spec;
}

bool is_scalar(const JsonCursor& tensor) { return tensor.at("shape").items().empty(); }

void read_recurrence(const JsonCursor& layer, const JsonCursor& parameters, std::uint32_t index,
                     Population& population) {
  const JsonCursor node = layer.at("recurrent");
  const std::string text = node.text();
  if (text == "all_to_all") {
    population.recurrence = Recurrence::kAllToAll;
  } else if (text == "one_to_one") {
    population.recurrence = Recurrence::kOneToOne;
    population.parameters["V"] = 1;
    const JsonCursor own = parameters.at(number_name(index, "V").c_str());
    population.learned["V"] = own.exists() && is_scalar(own) ? Scope::kLayer : Scope::kNeuron;
  } else if (node.exists()) {
    node.fail("expected all_to_all or one_to_one, found \"" + text + "\"");
  }
}

void read_learned(const JsonCursor& layer, const NeuronRow& row, Population& population) {
  std::set<std::string> per_neuron;
  if (layer.has("per_neuron"))
    for (const JsonCursor& item : layer.at("per_neuron").items()) per_neuron.insert(item.text());
  if (!layer.has("learn")) return;
  for (const JsonCursor& item : layer.at("learn").items()) {
    const std::string name = item.text();
    if (name == "V") continue;  // a weight, which is trained always
    const ParameterInfo* info = find_parameter(row, name);
    if (info == nullptr || info->training == Training::kNever)
      item.fail("\"" + name + "\" of " + std::string(row.name) + " is not trained");
    else
      population.learned[name] = per_neuron.contains(name) ? Scope::kNeuron : Scope::kLayer;
  }
}

void read_reset_delay(const JsonCursor& layer, const NeuronRow& row, Population& population) {
  if (!layer.has("reset_delay")) return;
  const JsonCursor node = layer.at("reset_delay");
  population.reset_delay = node.flag();
  if (population.resets_at_once() && !row.resets_at_once)
    node.fail("reset_delay: false is not supported for " + std::string(row.name));
}

void read_reset(const JsonCursor& node, const NeuronRow& row, Population& population) {
  const std::string text = node.text();
  for (const Reset reset : row.resets) {
    if (text != reset_name(reset)) continue;
    population.reset = reset;
    return;
  }
  if (node.exists())
    node.fail("the reset \"" + text + "\" of " + std::string(row.name) + " is not supported");
}

// Thresholds are rounded to float, as other hyper-parameters are.
ListSpec read_list(const JsonCursor& node) {
  ListSpec list;
  const JsonCursor rule = node.at("rule");
  const std::string name = rule.text();
  const auto& names = list_rule_names();
  const auto row = std::find(names.begin(), names.end(), name);
  if (row == names.end()) {
    if (rule.exists()) rule.fail("the rule \"" + name + "\" is not supported");
    return list;
  }
  list.rule = static_cast<ListRule>(row - names.begin());
  list.capacity = node.at("max_active").count(1, kMaxSize);
  if (list.rule != ListRule::kDense)
    list.second_threshold = static_cast<float>(node.at("second_threshold").number());
  const JsonCursor order = node.at("order");
  if (order.exists() && order.text() != "ascending_index")
    order.fail("the order \"" + order.text() + "\" is not supported");
  for (const std::string& key : node.keys())
    if (key != "rule" && key != "max_active" && key != "order" && key != "second_threshold")
      node.at(key.c_str()).fail("this key is not supported here");
  return list;
}

Population read_population(const JsonCursor& layer, const JsonCursor& parameters,
                           std::uint32_t index, std::uint32_t size) {
  Population population;
  population.size = size;
  const JsonCursor model = layer.at("model");
  const std::string name = model.text();
  population.model = find_row(model, name, neuron_table(), "model");
  const NeuronRow& row = neuron_table()[population.model];
  if (name != row.name) return population;
  read_case_arguments(layer, row.parameters, kLayerKeys, population.parameters);
  for (auto& [key, value] : population.parameters)
    value = static_cast<double>(static_cast<float>(value));
  read_reset(layer.at("reset"), row, population);
  read_reset_delay(layer, row, population);
  read_learned(layer, row, population);
  if (row.recurrent)
    read_recurrence(layer, parameters, index, population);
  else if (layer.has("recurrent"))
    layer.at("recurrent").fail(std::string(row.name) + " does not hear itself");
  if (layer.has("sparse")) population.list = read_list(layer.at("sparse"));
  population.surrogate =
      read_spec<SurrogateSpec>(layer.at("surrogate"), surrogate_table(), "surrogate");
  return population;
}

std::vector<std::uint32_t> read_sizes(const JsonCursor& root) {
  std::vector<std::uint32_t> sizes;
  const JsonCursor node = root.at("layer_sizes");
  for (const JsonCursor& item : node.items()) sizes.push_back(item.count(1, kMaxSize));
  if (node.exists() && sizes.size() < 2) node.fail("expected an input size and at least one layer");
  return sizes;
}

void check_size(const JsonCursor& node, std::uint32_t wanted) {
  if (node.exists() && node.count() != wanted)
    node.fail("layer_sizes says " + std::to_string(wanted));
}

void add_layer(const JsonCursor& layer, const JsonCursor& parameters, std::uint32_t fan_in,
               std::uint32_t size, Network& network) {
  const auto vertex = boost::num_vertices(network.graph);
  const auto number = static_cast<std::uint32_t>(vertex - 1);
  const std::string index = std::to_string(number);
  check_size(layer.at("in"), fan_in);
  check_size(layer.at("out"), size);
  Population population = read_population(layer, parameters, number, size);
  population.name = "layer" + index;
  Projection projection;
  projection.bias = layer.at("bias").flag();
  if (layer.has("delay")) projection.delay = layer.at("delay").count(0, kMaxSize);
  if (layer.has("conv")) {
    projection.kind = ProjectionKind::kConv2d;
    projection.convolution = read_case_convolution(layer.at("conv"));
    population.shape = projection.convolution.output();
    const std::uint64_t sources = projection.convolution.input.size();
    if (sources != fan_in || population.shape.size() != size)
      layer.at("conv").fail("the convolution leads from " + std::to_string(sources) + " to " +
                            std::to_string(population.shape.size()) + " neurons");
  }
  projection.name = projection_name(projection, number);
  boost::add_vertex(population, network.graph);
  boost::add_edge(vertex - 1, vertex, projection, network.graph);
}

// With num_classes: a population code.
LossSpec read_loss(const JsonCursor& node) {
  LossSpec spec = read_spec<LossSpec>(node, loss_table(), "loss");
  if (!node.has("num_classes")) return spec;
  const JsonCursor classes = node.at("num_classes");
  spec.classes = classes.count(1, kMaxSize);
  if (!loss_table()[spec.row].population_code) classes.fail("this loss has no population code");
  return spec;
}

void check_classes(const JsonCursor& loss, const Network& network) {
  if (network.loss.classes == 0) return;
  const std::uint32_t outputs = network.layer(network.layers() - 1).size;
  if (outputs % network.loss.classes != 0)
    loss.at("num_classes")
        .fail(std::to_string(outputs) + " outputs are not that many equal blocks");
}

// torch gives Adam's two factors as one pair.
void read_betas(const JsonCursor& node, OptimizerSpec& spec) {
  const auto items = node.items();
  if (items.size() != 2 || !spec.arguments.contains("beta1")) {
    node.fail("expected the two factors of Adam");
    return;
  }
  for (const std::size_t i : {0, 1}) {
    const double value = items[i].number();
    if (value >= 0 && value < 1)
      spec.arguments[i == 0 ? "beta1" : "beta2"] = value;
    else
      items[i].fail("out of range");
  }
}

}  // namespace

void read_case_arguments(const JsonCursor& node, std::span<const ParameterInfo> infos,
                         const std::vector<std::string>& others,
                         std::map<std::string, double>& values) {
  for (const ParameterInfo& info : infos) {
    const std::string name(info.name);
    values[name] = info.fallback;
    if (!info.required && !node.has(name.c_str())) continue;
    const JsonCursor argument = node.at(name.c_str());
    values[name] = argument.number();
    if (argument.exists() && !(values[name] >= info.range.low && values[name] <= info.range.high))
      argument.fail("out of range");
  }
  for (const std::string& key : node.keys())
    if (!values.contains(key) && !contains(others, key))
      node.at(key.c_str()).fail("this key is not supported here");
}

OptimizerSpec read_case_optimizer(const JsonCursor& node, const std::string& name) {
  OptimizerSpec spec;
  spec.row = find_row(node, name, optimizer_table(), "optimizer");
  if (name != optimizer_table()[spec.row].name) return spec;
  read_case_arguments(node, optimizer_table()[spec.row].arguments, {"betas", "steps", "optimizer"},
                      spec.arguments);
  if (node.has("betas")) read_betas(node.at("betas"), spec);
  return spec;
}

Network read_case_network(const JsonCursor& root) {
  Network network;
  network.time_steps = root.at("T").count(1, kMaxSize);
  network.batch = root.at("batch").count(1, kMaxSize);
  network.loss = read_loss(root.at("loss"));
  const auto sizes = read_sizes(root);
  const JsonCursor list = root.at("layers");
  const auto layers = list.items();
  if (sizes.size() < 2) return network;  // a problem already
  if (list.exists() && layers.size() + 1 != sizes.size()) {
    list.fail("layer_sizes asks for " + std::to_string(sizes.size() - 1) + " layers, found " +
              std::to_string(layers.size()));
    return network;
  }
  Population input;
  input.name = "input";
  input.is_input = true;
  input.size = sizes.empty() ? 0 : sizes[0];
  boost::add_vertex(input, network.graph);
  for (std::size_t i = 0; i < layers.size(); ++i)
    add_layer(layers[i], root.at("params"), sizes[i], sizes[i + 1], network);
  if (network.layers() > 0) check_classes(root.at("loss"), network);
  return network;
}

}  // namespace bspike::models
