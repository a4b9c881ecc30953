// Owns the text forms of the fabric graph.
#include "arch/exchange/fabric_graph.hpp"

#include <array>

namespace bspike::arch {

std::string node_name(const FabricNode& node) {
  static constexpr std::array kPrefixes{"send", "exit", "entry", "receive"};
  const std::string prefix = kPrefixes.at(static_cast<std::size_t>(node.kind));
  const bool is_port =
      node.kind == FabricNodeKind::kSendPort || node.kind == FabricNodeKind::kReceivePort;
  if (is_port) return prefix + "_" + std::to_string(node.tile);
  return prefix + "_" + std::to_string(node.column) + "_" + std::to_string(node.sub);
}

std::string fabric_dot(const FabricGraph& graph) {
  std::string text = "digraph fabric {\n";
  for (const auto vertex : boost::make_iterator_range(boost::vertices(graph)))
    text += "  " + node_name(graph[vertex]) + ";\n";
  for (const auto edge : boost::make_iterator_range(boost::edges(graph))) {
    text += "  " + node_name(graph[boost::source(edge, graph)]) + " -> " +
            node_name(graph[boost::target(edge, graph)]) +
            " [label=" + std::to_string(graph[edge].latency_cycles) + "];\n";
  }
  return text + "}\n";
}

}  // namespace bspike::arch
