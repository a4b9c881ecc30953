// Owns networks as the Neuromorphic Intermediate Representation (NIR, neuroir.org) has them: nodes
// with their numbers, edges by name, graphs within graphs; and reading them from HDF5. Nothing here
// says what a node computes. Contract: every node has the fields of its type (nir_node_table.hpp)
// and no others, every edge joins two nodes, all numbers are finite; or FormatError names node and
// field.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace bspike::models {

struct NirTensor {
  std::vector<std::uint64_t> shape;  // empty: a single number
  std::vector<double> values;        // the last dimension first

  bool operator==(const NirTensor&) const = default;
};

struct NirGraph;

struct NirNode {
  std::string name;
  std::string type;                          // "LIF", "Affine", ...
  std::map<std::string, NirTensor> tensors;  // by the field's name
  std::map<std::string, std::string> texts;  // padding "same", for example
  std::vector<NirGraph> graph;               // one if the type is NIRGraph

  [[nodiscard]] const NirTensor* find(const std::string& field) const;
};

struct NirEdge {
  std::string from;
  std::string to;

  auto operator<=>(const NirEdge&) const = default;
};

struct NirGraph {
  std::vector<NirNode> nodes;  // by name
  std::vector<NirEdge> edges;  // sorted

  [[nodiscard]] const NirNode* find(const std::string& name) const;
};

struct NirFile {
  std::string name;
  std::string version;  // of the library that wrote it; empty if it does not say
  NirGraph graph;
};

[[nodiscard]] NirFile read_nir(const std::filesystem::path& file);

// Graphs within the graph are replaced by their nodes, named "graph/node"; their inputs and outputs
// by edges. What is left has no NIRGraph. Throws FormatError if such a graph has not one input and
// one output; `file` stands in the message.
[[nodiscard]] NirGraph flattened(const NirGraph& graph, const std::string& file);

}  // namespace bspike::models
