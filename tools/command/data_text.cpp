// Owns formatting summaries.
#include "tools/command/data_text.hpp"

#include <algorithm>
#include <locale>
#include <nlohmann/json.hpp>
#include <sstream>

namespace bspike::tools {

namespace {

using models::DataSummary;
using models::NirGraph;
using nlohmann::ordered_json;

std::string number(double value, int digits = 2) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out.setf(std::ios::fixed);
  out.precision(digits);
  out << value;
  return out.str();
}

std::string line(const std::string& label, const std::string& text) {
  std::string padded = label;
  padded.resize(std::max<std::size_t>(18, label.size() + 1), ' ');
  return padded + text + "\n";
}

double bin_edge(const DataSummary& summary, std::size_t bin) {
  return summary.highest_rate * static_cast<double>(bin) / models::kRateBins;
}

std::string histogram_text(const DataSummary& summary) {
  constexpr double kWidest = 40;
  const std::uint64_t most =
      *std::max_element(summary.samples_of_rate.begin(), summary.samples_of_rate.end());
  std::string text;
  for (std::size_t bin = 0; bin < models::kRateBins; ++bin) {
    const std::uint64_t count = summary.samples_of_rate[bin];
    const double share = most == 0 ? 0 : static_cast<double>(count) / static_cast<double>(most);
    std::string range =
        number(bin_edge(summary, bin)) + " to " + number(bin_edge(summary, bin + 1));
    range.insert(0, range.size() < 20 ? 20 - range.size() : 0, ' ');
    std::string samples = std::to_string(count);
    samples.insert(0, samples.size() < 9 ? 9 - samples.size() : 0, ' ');
    const std::string bar(static_cast<std::size_t>(share * kWidest), '#');
    text += range + samples + (bar.empty() ? "" : "  " + bar) + "\n";
  }
  return text;
}

std::string classes_text(const DataSummary& summary) {
  std::string text;
  for (std::size_t label = 0; label < summary.samples_of_class.size(); ++label)
    if (summary.samples_of_class[label] > 0)
      text += (text.empty() ? "" : ", ") + std::to_string(label) + ": " +
              std::to_string(summary.samples_of_class[label]);
  return text;
}

std::uint64_t classes_seen(const DataSummary& summary) {
  return static_cast<std::uint64_t>(std::count_if(summary.samples_of_class.begin(),
                                                  summary.samples_of_class.end(),
                                                  [](std::uint64_t count) { return count > 0; }));
}

std::string part_text(const InspectedPart& part, bool has_labels) {
  const DataSummary& summary = part.summary;
  std::string text = part.name.empty() ? "" : "\n" + part.name + "\n";
  text += line("samples", std::to_string(summary.samples));
  if (has_labels) {
    text += line("classes", std::to_string(classes_seen(summary)));
    text += line("samples of each", classes_text(summary));
  }
  text += line("inputs", std::to_string(summary.inputs));
  if (summary.recordings) {
    text +=
        line("coordinates", std::to_string(summary.width) + " x " + std::to_string(summary.height));
    text += line("events", std::to_string(summary.events) + ", " +
                               std::to_string(summary.brighter) + " of them brighter");
    text += line("longest", number(summary.longest_us / 1000.0) + " ms");
  }
  text += line(summary.recordings ? "events/ms" : "brightness",
               number(summary.lowest_rate) + " to " + number(summary.highest_rate) + ", mean " +
                   number(summary.mean_rate));
  return text +
         (summary.recordings ? "           events/ms  samples\n"
                             : "          brightness  samples\n") +
         histogram_text(summary);
}

ordered_json part_json(const InspectedPart& part, bool has_labels) {
  const DataSummary& summary = part.summary;
  ordered_json json;
  if (!part.name.empty()) json["split"] = part.name;
  json["samples"] = summary.samples;
  if (has_labels) {
    json["classes"] = classes_seen(summary);
    json["samples_of_class"] = summary.samples_of_class;
  }
  json["inputs"] = summary.inputs;
  if (summary.recordings) {
    json["width"] = summary.width;
    json["height"] = summary.height;
    json["events"] = summary.events;
    json["brighter"] = summary.brighter;
    json["longest_us"] = summary.longest_us;
  }
  json["rate"] = {{"unit", summary.recordings ? "events/ms" : "brightness"},
                  {"lowest", summary.lowest_rate},
                  {"mean", summary.mean_rate},
                  {"highest", summary.highest_rate},
                  {"samples_of_tenth", summary.samples_of_rate}};
  return json;
}

std::string shape_text(const std::vector<std::uint64_t>& shape) {
  std::string text;
  for (const std::uint64_t extent : shape)
    text += (text.empty() ? "" : "x") + std::to_string(extent);
  return text.empty() ? "1" : text;
}

void add_nodes(const NirGraph& graph, const std::string& prefix, std::string& text) {
  for (const models::NirNode& node : graph.nodes) {
    std::string fields;
    for (const auto& [name, tensor] : node.tensors)
      fields += "  " + name + " " + shape_text(tensor.shape);
    for (const auto& [name, value] : node.texts) fields += "  " + name + " " + value;
    text += line(prefix + node.name, node.type + fields);
    for (const NirGraph& inner : node.graph) add_nodes(inner, prefix + node.name + "/", text);
  }
  for (const models::NirEdge& edge : graph.edges)
    text += line(prefix + edge.from, "-> " + prefix + edge.to);
}

ordered_json graph_json(const NirGraph& graph) {
  ordered_json json{{"nodes", ordered_json::array()}, {"edges", ordered_json::array()}};
  for (const models::NirNode& node : graph.nodes) {
    ordered_json one{{"name", node.name}, {"type", node.type}};
    for (const auto& [name, tensor] : node.tensors) one["shapes"][name] = tensor.shape;
    for (const auto& [name, value] : node.texts) one["texts"][name] = value;
    for (const NirGraph& inner : node.graph) one["graph"] = graph_json(inner);
    json["nodes"].push_back(one);
  }
  for (const models::NirEdge& edge : graph.edges) json["edges"].push_back({edge.from, edge.to});
  return json;
}

std::string dumped(const ordered_json& json) {
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string inspected_text(const Inspected& inspected) {
  std::string text = line("file", inspected.file) + line("kind", inspected.kind);
  for (const InspectedPart& part : inspected.parts) text += part_text(part, inspected.has_labels);
  return text + (inspected.cut ? "cut by Ctrl-C: what follows was not read\n" : "");
}

std::string inspected_json(const Inspected& inspected) {
  ordered_json json{{"file", inspected.file}, {"kind", inspected.kind}, {"cut", inspected.cut}};
  json["parts"] = ordered_json::array();
  for (const InspectedPart& part : inspected.parts)
    json["parts"].push_back(part_json(part, inspected.has_labels));
  return dumped(json);
}

std::string nir_text(const models::NirFile& file) {
  std::string text = line("file", file.name) + line("kind", "NIR network");
  text += line("version", file.version.empty() ? "not said" : file.version) + "\n";
  add_nodes(file.graph, "", text);
  return text;
}

std::string nir_json(const models::NirFile& file) {
  ordered_json json{{"file", file.name}, {"kind", "NIR network"}, {"version", file.version}};
  json["graph"] = graph_json(file.graph);
  return dumped(json);
}

}  // namespace bspike::tools
