// Owns taking graphs within a graph apart.
#include <algorithm>

#include "models/format_error.hpp"
#include "models/nir/nir_graph.hpp"

namespace bspike::models {
namespace {

// The one node of such a type.
std::string only_node(const NirNode& node, const char* type, const std::string& file) {
  std::vector<std::string> found;
  for (const NirNode& inner : node.graph.front().nodes)
    if (inner.type == type) found.push_back(inner.name);
  if (found.size() != 1)
    fail_format({file, 0, 0}, "node \"" + node.name + "\": a graph within a graph has one " + type +
                                  ", this one has " + std::to_string(found.size()));
  return found.front();
}

// Every path from -> through -> to becomes from -> to.
void bridge(const std::string& through, std::vector<NirEdge>& edges) {
  std::vector<NirEdge> bridged;
  for (const NirEdge& in : edges) {
    if (in.from != through && in.to != through) bridged.push_back(in);
    if (in.to != through) continue;
    for (const NirEdge& out : edges)
      if (out.from == through) bridged.push_back({in.from, out.to});
  }
  edges = std::move(bridged);
}

void inline_graph(const NirNode& node, const std::string& file, NirGraph& result) {
  const std::string input = node.name + "/" + only_node(node, "Input", file);
  const std::string output = node.name + "/" + only_node(node, "Output", file);
  const NirGraph inner = flattened(node.graph.front(), file);
  for (NirNode each : inner.nodes) {
    each.name = node.name + "/" + each.name;
    if (each.name != input && each.name != output) result.nodes.push_back(std::move(each));
  }
  for (NirEdge& edge : result.edges) {
    if (edge.to == node.name) edge.to = input;
    if (edge.from == node.name) edge.from = output;
  }
  for (const NirEdge& edge : inner.edges)
    result.edges.push_back({node.name + "/" + edge.from, node.name + "/" + edge.to});
  bridge(input, result.edges);
  bridge(output, result.edges);
}

}  // namespace

NirGraph flattened(const NirGraph& graph, const std::string& file) {
  NirGraph result;
  result.edges = graph.edges;
  for (const NirNode& node : graph.nodes)
    if (node.graph.empty()) result.nodes.push_back(node);
  for (const NirNode& node : graph.nodes)
    if (!node.graph.empty()) inline_graph(node, file, result);
  std::sort(result.nodes.begin(), result.nodes.end(),
            [](const NirNode& a, const NirNode& b) { return a.name < b.name; });
  std::sort(result.edges.begin(), result.edges.end());
  return result;
}

}  // namespace bspike::models
