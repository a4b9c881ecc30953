// Owns the data of a reference case: input, parameters and expected values, each with its shape
// checked.
#include "models/reference/case_file.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "arch/base/file.hpp"
#include "models/learning/learning_tables.hpp"
#include "models/reference/case_network.hpp"

namespace bspike::models {
namespace {

constexpr const char* kCaseFormat = "snn-reference-1";

using Shape = std::vector<std::uint32_t>;

std::string shape_text(const Shape& shape) {
  std::string text = "[";
  for (std::size_t i = 0; i < shape.size(); ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
  return text + "]";
}

std::uint64_t element_count(const Shape& shape) {
  std::uint64_t count = 1;
  for (const std::uint32_t size : shape) count *= size;
  return count;
}

Shape read_shape(const JsonCursor& node) {
  Shape shape;
  for (const JsonCursor& item : node.at("shape").items()) shape.push_back(item.count());
  return shape;
}

std::vector<double> read_tensor(const JsonCursor& node, const Shape& shape) {
  if (!node.exists()) return {};
  if (const Shape found = read_shape(node); found != shape)
    node.at("shape").fail("expected " + shape_text(shape) + ", found " + shape_text(found));
  const JsonCursor data = node.at("data");
  std::vector<double> values;
  for (const JsonCursor& item : data.items()) values.push_back(item.number());
  if (data.exists() && values.size() != element_count(shape))
    data.fail("expected " + std::to_string(element_count(shape)) + " values, found " +
              std::to_string(values.size()));
  return values;
}

std::map<std::string, Shape> parameter_shapes(const Network& network) {
  std::map<std::string, Shape> shapes;
  for (TrainedTensor& tensor : trained_tensors(network)) shapes[tensor.name] = tensor.shape;
  return shapes;
}

TensorMap read_tensors(const JsonCursor& node, const std::map<std::string, Shape>& shapes) {
  TensorMap tensors;
  for (const auto& [name, shape] : shapes)
    tensors[name] = read_tensor(node.at(name.c_str()), shape);
  for (const std::string& key : node.keys())
    if (!shapes.contains(key)) node.at(key.c_str()).fail("the network has no such tensor");
  return tensors;
}

// One list of neurons, ascending and below `neurons`.
std::vector<std::uint32_t> read_ids(const JsonCursor& node, std::uint32_t neurons) {
  std::vector<std::uint32_t> ids;
  for (const JsonCursor& item : node.items()) {
    const std::uint32_t id = item.count();
    if (id >= neurons) item.fail("neuron " + std::to_string(id) + " of " + std::to_string(neurons));
    if (!ids.empty() && id <= ids.back()) item.fail("expected ascending indices");
    ids.push_back(id);
  }
  return ids;
}

// [T][batch] lists, flat.
std::vector<std::vector<std::uint32_t>> read_trains(const JsonCursor& node, const Network& network,
                                                    std::uint32_t neurons) {
  std::vector<std::vector<std::uint32_t>> trains;
  const auto steps = node.items();
  if (node.exists() && steps.size() != network.time_steps)
    node.fail("expected " + std::to_string(network.time_steps) + " time steps, found " +
              std::to_string(steps.size()));
  for (const JsonCursor& step : steps) {
    const auto samples = step.items();
    if (samples.size() != network.batch)
      step.fail("expected " + std::to_string(network.batch) + " samples, found " +
                std::to_string(samples.size()));
    for (const JsonCursor& sample : samples) trains.push_back(read_ids(sample, neurons));
  }
  return trains;
}

std::vector<double> dense_spikes(const std::vector<std::vector<std::uint32_t>>& trains,
                                 std::uint32_t neurons) {
  std::vector<double> spikes(trains.size() * neurons);
  for (std::size_t i = 0; i < trains.size(); ++i)
    for (const std::uint32_t id : trains[i])
      if (id < neurons) spikes[i * neurons + id] = 1;
  return spikes;
}

void read_layer_record(const JsonCursor& node, const Network& network, std::uint32_t index,
                       ExpectedStep& expected) {
  const Population& population = network.layer(index);
  expected.spikes.push_back(
      dense_spikes(read_trains(node.at("spikes"), network, population.size), population.size));
  std::uint32_t traced = network.batch;
  TensorMap& states = expected.states.emplace_back();
  for (const std::string_view state : neuron_table()[population.model].states) {
    const std::string name(state);
    const JsonCursor tensor = node.at(name.c_str());
    if (!tensor.exists()) continue;
    if (const Shape shape = read_shape(tensor); shape.size() == 3 && shape[1] < traced)
      traced = shape[1];
    states[name] = read_tensor(tensor, {network.time_steps, traced, population.size});
  }
  expected.traced_samples.push_back(traced);
}

void read_output(const JsonCursor& node, const Network& network, ExpectedStep& expected) {
  const JsonCursor kind = node.at("kind");
  const std::string name = kind.text();
  const auto& names = output_kind_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end())
    expected.output_kind = static_cast<OutputKind>(found - names.begin());
  else if (kind.exists())
    kind.fail("the output \"" + name + "\" is not supported");
  const std::uint32_t outputs = network.layer(network.layers() - 1).size;
  const bool classes = expected.output_kind == OutputKind::kSpikeCountPerClass;
  expected.output =
      read_tensor(node.at("value"), {network.batch, classes ? network.classes() : outputs});
}

MultiStep read_multi_step(const JsonCursor& node, const Network& network) {
  MultiStep steps;
  const JsonCursor config = node.at("config");
  const std::string name = config.at("optimizer").text();
  steps.optimizer = read_case_optimizer(config, name == "sgd"    ? "SGD"
                                                : name == "adam" ? "Adam"
                                                                 : name);
  steps.steps = config.at("steps").count();
  for (const JsonCursor& item : node.at("losses").items()) steps.losses.push_back(item.number());
  for (const JsonCursor& row : node.at("spike_totals").items()) {
    auto& totals = steps.spike_totals.emplace_back();
    for (const JsonCursor& item : row.items()) totals.push_back(item.count());
    if (totals.size() != network.layers()) row.fail("expected one total a layer");
  }
  if (steps.losses.size() != steps.steps || steps.spike_totals.size() != steps.steps)
    node.fail("expected losses and spike totals of " + std::to_string(steps.steps) + " steps");
  steps.parameters = read_tensors(node.at("params"), parameter_shapes(network));
  return steps;
}

void read_sensitive(const JsonCursor& node, const std::map<std::string, Shape>& shapes,
                    ExpectedStep& expected) {
  for (const std::string& key : node.keys()) {
    const JsonCursor list = node.at(key.c_str());
    const auto shape = shapes.find(key);
    if (shape == shapes.end())
      list.fail("the network has no such tensor");
    else
      expected.adam_sensitive[key] =
          read_ids(list, static_cast<std::uint32_t>(element_count(shape->second)));
  }
}

void read_expected(const JsonCursor& node, const Network& network, ExpectedStep& expected) {
  const auto shapes = parameter_shapes(network);
  const JsonCursor list = node.at("layers");
  const auto layers = list.items();
  if (list.exists() && layers.size() != network.layers())
    list.fail("expected " + std::to_string(network.layers()) + " layers, found " +
              std::to_string(layers.size()));
  else
    for (std::uint32_t l = 0; l < layers.size(); ++l)
      read_layer_record(layers[l], network, l, expected);
  read_output(node.at("output"), network, expected);
  expected.loss = node.at("loss").number();
  if (node.has("loss_f64")) expected.loss_f64 = node.at("loss_f64").number();
  expected.gradients = read_tensors(node.at("grads"), shapes);
  if (node.has("grads_f64")) expected.gradients_f64 = read_tensors(node.at("grads_f64"), shapes);
  expected.after_sgd = read_tensors(node.at("after_sgd"), shapes);
  expected.after_adam = read_tensors(node.at("after_adam"), shapes);
  if (node.has("adam_sensitive")) read_sensitive(node.at("adam_sensitive"), shapes, expected);
  if (node.has("multi_step")) expected.multi_step = read_multi_step(node.at("multi_step"), network);
}

void read_targets(const JsonCursor& node, const Network& network, StepInput& input) {
  const std::uint32_t outputs = network.classes();
  for (const JsonCursor& item : node.items()) {
    input.targets.push_back(item.count());
    if (input.targets.back() >= outputs)
      item.fail("class " + std::to_string(input.targets.back()) + " of " + std::to_string(outputs));
  }
  if (node.exists() && input.targets.size() != network.batch)
    node.fail("expected " + std::to_string(network.batch) + " targets, found " +
              std::to_string(input.targets.size()));
}

ParameterSet read_parameters(const JsonCursor& node, const Network& network) {
  ParameterSet parameters;
  for (const auto& [name, values] : read_tensors(node, parameter_shapes(network)))
    parameters[name].assign(values.begin(), values.end());
  return parameters;
}

void read_data(const JsonCursor& root, ReferenceCase& the_case) {
  const Network& network = the_case.network;
  the_case.input.ids = read_trains(root.at("input_spikes"), network, network.input().size);
  read_targets(root.at("targets"), network, the_case.input);
  the_case.parameters = read_parameters(root.at("params"), network);
  read_expected(root.at("expected"), network, the_case.expected);
}

}  // namespace

Network with_optimizer(const Network& network, const OptimizerSpec& optimizer) {
  Network copy = network;
  copy.optimizer = optimizer;
  return copy;
}

namespace {

// Files of one part each have no network to run a step of.
void check_format(const JsonCursor& format) {
  const std::string name = format.text();
  if (!format.exists() || name == kCaseFormat) return;
  if (name.starts_with(std::string(kCaseFormat) + "-"))
    format.fail("this is a unit file (\"" + name +
                    "\"): it checks one part and holds no step, "
                    "expected \"" +
                    kCaseFormat + "\"",
                "unit files of surrogates, losses and optimizers are known");
  else
    format.fail(std::string("expected \"") + kCaseFormat + "\", found \"" + name + "\"");
}

}  // namespace

ReferenceCase parse_case(std::string_view text, const std::string& name) {
  return read_case(parse_json(text, name), name);
}

ReferenceCase read_case(const nlohmann::json& document, const std::string& name) {
  arch::base::DiagnosticSink sink;
  const JsonCursor root{&document, "", name, sink};
  check_format(root.at("format"));
  sink.throw_if_any<arch::base::ConfigError>();
  ReferenceCase the_case;
  the_case.name = root.at("name").text();
  if (root.has("description")) the_case.description = root.at("description").text();
  the_case.sgd = read_case_optimizer(root.at("optimizers").at("sgd"), "SGD");
  the_case.adam = read_case_optimizer(root.at("optimizers").at("adam"), "Adam");
  the_case.network = read_case_network(root);
  // Shapes follow from the network, so the data can be judged only with a whole one.
  sink.throw_if_any<arch::base::ConfigError>();
  the_case.network.optimizer = the_case.sgd;
  read_data(root, the_case);
  sink.throw_if_any<arch::base::ConfigError>();
  return the_case;
}

ReferenceCase read_case(const std::filesystem::path& file) {
  return parse_case(arch::base::read_text(file), file.string());
}

}  // namespace bspike::models
