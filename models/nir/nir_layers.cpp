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

constexpr std::size_t kMostNodes = 1000;  // between two layers, since the walk back recurses

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
    const NirNode* source = &input;
    while (true) {
      const NirNode& target = target_of(*source);
      const NirLinear heard = heard_by(target, target, {*source, linear});
      if (target.name == output.name) {
        finish(output, heard, result);
        break;
      }
      if (!result.layers.empty() && result.has_readout())
        fail(result.layers.back().name,
             "it hands on its membrane instead of spikes, which only the last node before the "
             "output may");
      linear = close_layer(target, heard, result);
      source = &target;
      values_.clear();
      walked_.clear();
    }
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

  static bool is_end(const NirNode& node) { return has_neurons(node) || node.type == "Output"; }

  // The one node with neurons, or the output, that hears `source` through nodes without.
  const NirNode& target_of(const NirNode& source) {
    std::set<std::string> ends, passed;
    std::vector<const NirNode*> left{&source};
    while (!left.empty()) {
      const NirNode& node = *left.back();
      left.pop_back();
      const Names after = without_own_weights(node, after_[node.name]);
      if (after.empty()) fail(node.name, "it leads nowhere, so not to the output");
      for (const std::string& name : after) {
        const NirNode& next = *graph_.find(name);
        if (std::count(after.begin(), after.end(), name) > 1)
          fail(node.name, "it leads to \"" + name + "\" twice; an edge is there once");
        if (is_end(next))
          ends.insert(name);
        else if (passed.insert(name).second)
          left.push_back(&next);
      }
    }
    const Names found(ends.begin(), ends.end());
    if (found.size() > 1)
      fail(source.name,
           "it leads to " + list(found) + "; only stacks can be run, where each leads to one");
    if (found.empty()) fail(source.name, "it leads into a loop, and not to the output");
    if (!visited_.insert(found.front()).second) fail(found.front(), "it is part of a loop");
    return *graph_.find(found.front());
  }

  struct Source {
    const NirNode& node;
    const NirLinear& linear;
  };

  // What reaches a node on the way from the source to the target: the sum of what comes.
  NirLinear heard_by(const NirNode& node, const NirNode& target, const Source& source) {
    const Names before = without_own_weights(node, before_[node.name]);
    if (before.empty()) fail(node.name, "nothing leads to it");
    NirLinear sum = brought_by(before.front(), target, source);
    for (std::size_t i = 1; i < before.size(); ++i)
      refused_by(node, [&] { sum.add(brought_by(before[i], target, source)); });
    return sum;
  }

  NirLinear brought_by(const std::string& name, const NirNode& target, const Source& source) {
    if (name == source.node.name) return source.linear;
    const NirNode& node = *graph_.find(name);
    if (name == target.name)
      fail(name, "it hears itself through more than one Linear or Affine; one alone can be run");
    if (has_neurons(node) || node.type == "Input")
      fail(target.name, "it hears " + list({source.node.name, name}) +
                            "; only stacks can be run, where each hears one other");
    const auto known = values_.find(name);
    if (known != values_.end()) return known->second;
    if (!walked_.insert(name).second) fail(name, "it is part of a loop");
    if (walked_.size() > kMostNodes)
      fail(target.name,
           "more than " + std::to_string(kMostNodes) + " nodes without neurons lead to it");
    visited_.insert(name);
    NirLinear value = heard_by(node, target, source);
    refused_by(node, [&] { value.append(node, dt_); });
    values_.emplace(name, value);
    return value;
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

  template <class Act>
  void refused_by(const NirNode& node, const Act& act) const {
    try {
      act();
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
  std::set<std::string> visited_, walked_;
  std::map<std::string, NirLinear> values_;  // behind nodes without neurons, from one source
};

}  // namespace

NirLayers layers_of(const NirFile& file, std::optional<double> dt_seconds) {
  const NirGraph graph = flattened(file.graph, file.name);
  return Walk(graph, file.name, dt_seconds).layers();
}

}  // namespace bspike::models
