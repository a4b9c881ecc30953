// Owns walking a graph from its input to its output.
#include "models/nir/nir_layers.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "arch/base/diagnostics.hpp"
#include "models/nir/nir_linear.hpp"
#include "models/nir/nir_neurons.hpp"

namespace bspike::models {
namespace {

using Names = std::vector<std::string>;

class Walk {
 public:
  Walk(const NirGraph& graph, const std::string& file, std::optional<double> dt)
      : graph_(graph), file_(file), dt_(dt) {
    for (const NirEdge& edge : graph.edges) {
      after_[edge.from].push_back(edge.to);
      before_[edge.to].push_back(edge.from);
    }
  }

  NirLayers layers() {
    const NirNode& input = only("Input");
    const NirNode& output = only("Output");
    std::vector<std::uint64_t> shape;
    for (const double extent : input.find("shape")->values)
      shape.push_back(checked_extent(extent, input));
    NirLinear linear(shape, true);
    NirLayers result;
    result.inputs = size_of(linear, input);
    const NirNode* node = &next(input);
    for (; node->name != output.name; node = &next(*node)) {
      if (!result.layers.empty() && result.has_readout())
        fail(result.layers.back().name,
             "it hands on its membrane instead of spikes, which only the last node before the "
             "output may");
      if (has_neurons(*node))
        linear = close_layer(*node, linear, result);
      else
        append(*node, linear);
    }
    finish(output, linear, result);
    const auto& first = result.layers.front().convolution;
    if (first) result.input_map = first->input;
    return result;
  }

 private:
  [[noreturn]] void fail(const std::string& node, const std::string& reason) const {
    arch::base::raise<arch::base::ConfigError>({file_, 0, 0}, {},
                                               "node \"" + node + "\": " + reason);
  }

  const NirNode& only(const std::string& type) const {
    const NirNode* found = nullptr;
    for (const NirNode& node : graph_.nodes) {
      if (node.type != type) continue;
      if (found != nullptr) fail(node.name, "a second " + type + "; a network has one");
      found = &node;
    }
    if (found == nullptr)
      arch::base::raise<arch::base::ConfigError>({file_, 0, 0}, {},
                                                 "the graph has no node of type " + type);
    return *found;
  }

  std::uint64_t checked_extent(double extent, const NirNode& node) const {
    if (!(extent >= 1 && extent <= 1 << 20))
      fail(node.name, "a shape's numbers are from 1 to 1048576");
    return static_cast<std::uint64_t>(extent);
  }

  std::uint32_t size_of(const NirLinear& linear, const NirNode& node) const {
    try {
      return static_cast<std::uint32_t>(linear.size());
    } catch (const NirRefusal& refusal) {
      fail(node.name, refusal.reason);
    }
  }

  static std::string list(const Names& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "\"" : ", \"") + name + "\"";
    return text;
  }

  // The one node that hears `node`, and hears nothing else, but for weights through which either
  // hears itself.
  const NirNode& next(const NirNode& node) {
    const Names after = without_own_weights(node, after_[node.name]);
    if (after.empty()) fail(node.name, "it leads nowhere, so not to the output");
    if (after.size() > 1)
      fail(node.name, "it leads to " + list(after) + "; only stacks can be run");
    const NirNode& found = *graph_.find(after.front());
    const Names before = without_own_weights(found, before_[found.name]);
    if (before.size() > 1)
      fail(found.name, "it hears " + list(before) + "; only stacks can be run");
    if (!visited_.insert(found.name).second) fail(found.name, "it is part of a loop");
    return found;
  }

  // The Linear or Affine that joins a node with neurons to itself alone, which is what NIR's
  // exporters make of recurrent layers; nullptr if there is none.
  const NirNode* own_weights(const NirNode& node) {
    if (!has_neurons(node)) return nullptr;
    for (const std::string& name : after_[node.name]) {
      const NirNode& weights = *graph_.find(name);
      const Names alone{node.name};
      if ((weights.type == "Linear" || weights.type == "Affine") && after_[name] == alone &&
          before_[name] == alone)
        return &weights;
    }
    return nullptr;
  }

  Names without_own_weights(const NirNode& node, Names names) {
    const NirNode* weights = own_weights(node);
    if (weights != nullptr) std::erase(names, weights->name);
    return names;
  }

  void append(const NirNode& node, NirLinear& linear) const {
    try {
      linear.append(node, dt_);
    } catch (const NirRefusal& refusal) {
      fail(node.name, refusal.reason);
    }
  }

  NirLinear close_layer(const NirNode& node, const NirLinear& linear, NirLayers& result) {
    try {
      NirNeurons neurons = neurons_of(node, linear.size(), dt_);
      neurons.layer.name = node.name;
      if (const NirNode* weights = own_weights(node)) {
        visited_.insert(weights->name);
        add_recurrence(*weights, neurons);
      }
      linear.finish(neurons, neurons.layer);
      result.layers.push_back(std::move(neurons.layer));
      return {linear.shape(), result.layers.back().convolution.has_value()};
    } catch (const NirRefusal& refusal) {
      fail(node.name, refusal.reason);
    }
  }

  void finish(const NirNode& output, const NirLinear& linear, const NirLayers& result) const {
    if (result.layers.empty()) fail(output.name, "there are no neurons before it");
    if (!linear.is_plain()) fail(output.name, "there are no neurons right before it");
    for (const NirNode& node : graph_.nodes)
      if (node.type != "Input" && !visited_.contains(node.name))
        fail(node.name, "it is not on the way from the input to the output");
  }

  const NirGraph& graph_;
  const std::string& file_;
  std::optional<double> dt_;
  std::map<std::string, Names> after_;
  std::map<std::string, Names> before_;
  std::set<std::string> visited_;
};

}  // namespace

NirLayers layers_of(const NirFile& file, std::optional<double> dt_seconds) {
  const NirGraph graph = flattened(file.graph, file.name);
  return Walk(graph, file.name, dt_seconds).layers();
}

}  // namespace bspike::models
