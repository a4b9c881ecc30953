// Owns reading a NIR file: /version, and /node, a graph whose nodes are groups of fields.
#include <algorithm>
#include <cmath>

#include "arch/base/diagnostics.hpp"
#include "models/format_error.hpp"
#include "models/hdf5/hdf5_file.hpp"
#include "models/nir/nir_graph.hpp"
#include "models/nir/nir_node_table.hpp"

namespace bspike::models {
namespace {

constexpr std::uint32_t kDeepestGraph = 16;
constexpr std::size_t kMostNodes = 1 << 16;

using Entries = std::vector<Hdf5Entry>;

const Hdf5Entry* entry_named(const Entries& entries, std::string_view name) {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [name](const Hdf5Entry& entry) { return entry.name == name; });
  return found == entries.end() ? nullptr : &*found;
}

class Reader {
 public:
  explicit Reader(const std::filesystem::path& file) : file_(file) {}

  NirFile read() {
    const Entries root = file_.children("/");
    if (entry_named(root, "node") == nullptr) fail("/", "no group \"node\": this is no NIR file");
    NirFile nir;
    nir.name = file_.name();
    if (entry_named(root, "version") != nullptr) nir.version = text("/version");
    NirNode node = read_node("/node", "", 0);
    if (node.type != "NIRGraph")
      fail("/node", "the type is \"" + node.type + "\", expected \"NIRGraph\"");
    nir.graph = std::move(node.graph.front());
    return nir;
  }

 private:
  [[noreturn]] void fail(const std::string& object, std::string message,
                         std::string hint = {}) const {
    fail_format({file_.name(), 0, 0}, object + ": " + std::move(message), std::move(hint));
  }

  std::string text(const std::string& object) {
    const std::vector<std::string> texts = file_.texts(object);
    if (texts.size() != 1) fail(object, "expected one text, found " + std::to_string(texts.size()));
    return texts.front();
  }

  NirNode read_node(const std::string& object, const std::string& name, std::uint32_t depth) {
    if (++nodes_ > kMostNodes) fail(object, "more than 65536 nodes");
    const Entries entries = file_.children(object);
    if (entry_named(entries, "type") == nullptr) fail(object, "no field \"type\"");
    NirNode node;
    node.name = name;
    node.type = text(object + "/type");
    const NirNodeType* type = find_nir_type(node.type);
    if (type == nullptr) fail(object, unknown_type(node.type));
    if (node.type == "NIRGraph")
      node.graph.push_back(read_graph(object, entries, depth));
    else
      read_fields(object, entries, *type, node);
    return node;
  }

  static std::string unknown_type(const std::string& name) {
    std::vector<std::string> names;
    for (const NirNodeType& type : nir_node_table()) names.emplace_back(type.name);
    const std::string near = arch::base::nearest_word(name, names);
    return "unknown type \"" + name + "\"" + (near.empty() ? "" : "; did you mean " + near + "?");
  }

  void read_fields(const std::string& object, const Entries& entries, const NirNodeType& type,
                   NirNode& node) {
    for (const Hdf5Entry& entry : entries) {
      if (entry.name == "type" || entry.name == "metadata") continue;
      const auto field = std::find_if(type.fields.begin(), type.fields.end(),
                                      [&](const NirField& f) { return f.name == entry.name; });
      if (field == type.fields.end())
        fail(object + "/" + entry.name, "a node of type " + node.type + " has no such field");
      read_field(object + "/" + entry.name, entry, *field, node);
    }
    for (const NirField& field : type.fields)
      if (field.required && entry_named(entries, field.name) == nullptr)
        fail(object, "a node of type " + node.type + " needs the field \"" +
                         std::string(field.name) + "\"");
  }

  void read_field(const std::string& object, const Hdf5Entry& entry, const NirField& field,
                  NirNode& node) {
    if (entry.kind == Hdf5Kind::kTexts && field.kind == NirFieldKind::kNumbersOrText) {
      node.texts[entry.name] = text(object);
      return;
    }
    if (entry.kind != Hdf5Kind::kIntegers && entry.kind != Hdf5Kind::kReals) {
      if (!field.required && entry.kind == Hdf5Kind::kOther) return;  // written as "none"
      fail(object, std::string("expected numbers, found ") + hdf5_kind_name(entry.kind));
    }
    NirTensor& tensor = node.tensors[entry.name];
    tensor.shape = entry.shape;
    tensor.values = file_.numbers(object);
    for (std::size_t i = 0; i < tensor.values.size(); ++i)
      if (!std::isfinite(tensor.values[i]))
        fail(object, "value " + std::to_string(i) + " is not finite");
    if (tensor.values.empty()) fail(object, "no values");
  }

  NirGraph read_graph(const std::string& object, const Entries& entries, std::uint32_t depth) {
    if (depth == kDeepestGraph) fail(object, "graphs lie more than 16 deep in each other");
    for (const Hdf5Entry& entry : entries)
      if (entry.name != "type" && entry.name != "metadata" && entry.name != "nodes" &&
          entry.name != "edges")
        fail(object + "/" + entry.name, "a node of type NIRGraph has no such field");
    for (const char* needed : {"nodes", "edges"})
      if (entry_named(entries, needed) == nullptr)
        fail(object, std::string("a graph needs \"") + needed + "\"");
    NirGraph graph;
    for (const Hdf5Entry& node : file_.children(object + "/nodes")) {
      const std::string path = object + "/nodes/" + node.name;
      if (node.kind != Hdf5Kind::kGroup) fail(path, "expected a node, which is a group");
      graph.nodes.push_back(read_node(path, node.name, depth + 1));
    }
    if (graph.nodes.empty()) fail(object + "/nodes", "a graph without nodes");
    read_edges(object + "/edges", *entry_named(entries, "edges"), graph);
    return graph;
  }

  void read_edges(const std::string& object, const Hdf5Entry& entry, NirGraph& graph) {
    if (entry.shape.size() != 2 || entry.shape[1] != 2)
      fail(object, "expected pairs of names of nodes");
    const std::vector<std::string> names = file_.texts(object);
    for (std::size_t i = 0; i + 1 < names.size(); i += 2) {
      for (const std::string& name : {names[i], names[i + 1]})
        if (graph.find(name) == nullptr)
          fail(object + "[" + std::to_string(i / 2) + "]", "there is no node \"" + name + "\"");
      graph.edges.push_back({names[i], names[i + 1]});
    }
    std::sort(graph.edges.begin(), graph.edges.end());
  }

  Hdf5File file_;
  std::size_t nodes_ = 0;
};

}  // namespace

const NirTensor* NirNode::find(const std::string& field) const {
  const auto found = tensors.find(field);
  return found == tensors.end() ? nullptr : &found->second;
}

const NirNode* NirGraph::find(const std::string& node) const {
  const auto found = std::find_if(nodes.begin(), nodes.end(),
                                  [&](const NirNode& each) { return each.name == node; });
  return found == nodes.end() ? nullptr : &*found;
}

NirFile read_nir(const std::filesystem::path& file) { return Reader(file).read(); }

}  // namespace bspike::models
