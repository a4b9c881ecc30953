// Owns turning the layers of a NIR file into a section, and their weights into parameters.
#include "models/nir/nir_section.hpp"

#include <array>
#include <charconv>
#include <sstream>

#include "models/file_path.hpp"
#include "models/learning/learning_tables.hpp"
#include "models/network/network_fields.hpp"
#include "models/nir/nir_layers.hpp"

namespace bspike::models {
namespace {

using arch::base::ConfigError;
using arch::base::FieldVisitor;
using arch::base::Node;
using arch::base::NodePtr;

std::string number_text(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

// A YAML string: names of nodes may hold anything.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return result + "\"";
}

void describe_source(FieldVisitor& visit, NirSource& source) {
  visit.text("nir", source.file, "A NIR file, in the place of input and layers.");
  visit.option("dt", source.dt_seconds, arch::base::Unit::kSeconds, {1e-9, 1e3},
               "Time step by which the file's time constants are discretised.");
}

std::string pair_text(const Extent& extent) {
  return "[" + std::to_string(extent.rows) + ", " + std::to_string(extent.columns) + "]";
}

std::string convolution_text(const Convolution& conv) {
  std::string text = "kind: conv2d, channels: " + std::to_string(conv.channels) +
                     ", kernel: " + pair_text(conv.kernel) + ", stride: " + pair_text(conv.stride) +
                     ", padding: " + pair_text(conv.padding) + ", ";
  if (conv.pool.kind == PoolKind::kNone) return text;
  return text + "pool: {kind: " + (conv.pool.kind == PoolKind::kSum ? "sum" : "average") +
         ", size: " + pair_text(conv.pool.size) + "}, ";
}

std::string layer_text(const NirLayer& layer) {
  std::ostringstream out;
  out << "  - name: " << quoted(layer.name) << "\n    size: " << layer.size << "\n    projection: {"
      << (layer.convolution ? convolution_text(*layer.convolution) : "")
      << "bias: " << (layer.bias.empty() ? "false" : "true") << ", delay: " << layer.delay
      << "}\n    neuron:\n      model: " << layer.model
      << "\n      reset: " << reset_name(layer.reset) << "\n";
  if (!layer.reset_delay) out << "      reset_delay: false\n";
  if (!layer.recurrent_weight.empty()) out << "      recurrence: all_to_all\n";
  for (const auto& [name, value] : layer.parameters)
    out << "      " << name << ": " << number_text(value) << "\n";
  if (!layer.differing.empty()) out << "      learn:\n";
  for (const auto& [name, values] : layer.differing) out << "        " << name << ": neuron\n";
  return out.str();
}

std::string section_text(const NirLayers& layers) {
  const MapShape& map = layers.input_map;
  std::string text = "input: {size: " + std::to_string(layers.inputs);
  if (map.is_map())
    text += ", shape: [" + std::to_string(map.channels) + ", " + std::to_string(map.rows) + ", " +
            std::to_string(map.columns) + "]";
  text += "}\nlayers:\n";
  for (const NirLayer& layer : layers.layers) text += layer_text(layer);
  return text;
}

// The keys of the source alone, so that the rest may be read as any section is.
NirSource read_source(const Node& section) {
  Node keys = section;
  std::erase_if(keys.entries,
                [](const Node::Entry& entry) { return entry.key != "nir" && entry.key != "dt"; });
  arch::base::DiagnosticSink sink;
  NirSource source;
  arch::base::read_described(keys, sink,
                             [&](FieldVisitor& visit) { describe_source(visit, source); });
  sink.throw_if_any<ConfigError>();
  source.file = absolute_path(source.file, section.find("nir")->where);
  return source;
}

std::vector<float> rounded(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

void check_layer(const Network& network, std::uint32_t index, const NirLayer& layer,
                 std::size_t fan_in) {
  const bool fits = network.layer(index).size == layer.size && network.fan_in(index) == fan_in &&
                    network.projection(index).bias != layer.bias.empty();
  if (!fits)
    arch::base::raise<ConfigError>(
        {network.nir.file, 0, 0}, "network.layers[" + std::to_string(index) + "]",
        "the file has " + std::to_string(layer.size) + " x " + std::to_string(fan_in) +
            " weights " + (layer.bias.empty() ? "without" : "with") + " bias for it",
        "leave layers out, then they are the file's");
}

void add_numbers(const Network& network, std::uint32_t index, const NirLayer& layer,
                 ParameterSet& parameters) {
  if (!layer.recurrent_weight.empty()) {
    parameters[number_name(index, "recurrent.weight")] = rounded(layer.recurrent_weight);
    parameters[number_name(index, "recurrent.bias")] = rounded(layer.recurrent_bias);
  }
  const auto& learned = network.layer(index).learned;
  for (const auto& [name, values] : layer.differing) {
    const auto found = learned.find(name);
    if (found == learned.end() || found->second != Scope::kNeuron)
      arch::base::raise<ConfigError>(
          {network.nir.file, 0, 0}, "network.layers[" + std::to_string(index) + "].neuron.learn",
          name + " differs from neuron to neuron in the file", "say " + name + ": neuron");
    parameters[number_name(index, name)] = rounded(values);
  }
}

}  // namespace

NodePtr expanded_nir(const Node& section, NirSource& source) {
  source = read_source(section);
  NodePtr rest = arch::base::without_child(section, "nir");
  if (rest->find("dt") != nullptr) rest = arch::base::without_child(*rest, "dt");
  if (rest->find("layers") != nullptr) return rest;
  const NirLayers layers = layers_of(read_nir(source.file), source.dt_seconds);
  return arch::base::overlay(arch::base::load_text(section_text(layers), source.file), rest);
}

void check_readout(const Node& section, const Network& network) {
  const LossRow& loss = loss_table()[network.loss.row];
  if (section.find("layers") != nullptr || loss.record == LossRecord::kMembranes) return;
  const NirLayers layers = layers_of(read_nir(network.nir.file), network.nir.dt_seconds);
  if (!layers.has_readout()) return;
  std::string names;
  for (const LossRow& row : loss_table())
    if (row.record == LossRecord::kMembranes)
      names += (names.empty() ? "" : ", ") + std::string(row.name);
  const Node* at = section.find("loss");
  arch::base::raise<ConfigError>(at->where, at->key_path,
                                 "the file's last node, \"" + layers.layers.back().name +
                                     "\", hands on its membrane, but the loss " +
                                     std::string(loss.name) + " looks at spikes",
                                 "losses of membranes: " + names);
}

ParameterSet nir_parameters(const Network& network) {
  const NirLayers layers = layers_of(read_nir(network.nir.file), network.nir.dt_seconds);
  if (layers.layers.size() != network.layers())
    arch::base::raise<ConfigError>({network.nir.file, 0, 0}, "network.layers",
                                   "the file has " + std::to_string(layers.layers.size()) +
                                       " layers, the network " + std::to_string(network.layers()));
  ParameterSet parameters;
  std::size_t fan_in = layers.inputs;
  for (std::uint32_t l = 0; l < network.layers(); ++l) {
    const NirLayer& layer = layers.layers[l];
    check_layer(network, l, layer, layer.convolution ? layer.convolution->taps() : fan_in);
    const std::string& name = network.projection(l).name;
    parameters[name + ".weight"] = rounded(layer.weight);
    if (!layer.bias.empty()) parameters[name + ".bias"] = rounded(layer.bias);
    add_numbers(network, l, layer, parameters);
    fan_in = layer.size;
  }
  return parameters;
}

std::string dump_nir(const NirSource& source) {
  if (source.file.empty()) return {};
  std::string text = "nir: " + quoted(source.file) + "\n";
  if (source.dt_seconds) text += "dt: " + number_text(*source.dt_seconds) + "s\n";
  return text;
}

}  // namespace bspike::models
