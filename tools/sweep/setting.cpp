// Owns settings as text.
#include "tools/sweep/setting.hpp"

#include <algorithm>
#include <array>

#include "tools/driver/config_path.hpp"

namespace bspike::tools {

using arch::base::Node;
using arch::base::NodeKind;

namespace {

// Sections that may be named instead of written out: key and folder of configs/.
constexpr std::array<std::pair<const char*, const char*>, 2> kNamedSections = {
    {{"machine", "machines"}, {"network", "networks"}}};

std::string joined(const std::vector<std::string>& parts, const char* open, const char* close) {
  std::string text = open;
  for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : ", ") + parts[i];
  return text + close;
}

// A scalar that may hold anything, as YAML: the dump quotes where it must.
std::string scalar_text(const Node& node) {
  std::string text = arch::base::dump(node);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

void replace_all(std::string& text, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
}

}  // namespace

std::string flow_text(const Node& node) {
  std::vector<std::string> parts;
  switch (node.kind) {
    case NodeKind::kSequence:
      for (const auto& item : node.items) parts.push_back(flow_text(*item));
      return joined(parts, "[", "]");
    case NodeKind::kMapping:
      for (const Node::Entry& entry : node.entries)
        parts.push_back(entry.key + ": " + flow_text(*entry.value));
      return joined(parts, "{", "}");
    case NodeKind::kNull:
    case NodeKind::kScalar:
      break;
  }
  return scalar_text(node);
}

Setting setting_of(const std::string& key, const Node& value) {
  Setting setting{key, flow_text(value), "", value.where};
  setting.argument = setting.text;
  if (value.kind != NodeKind::kScalar) return setting;
  if (is_variable(setting)) setting.text = setting.argument = value.scalar;
  for (const auto& [section, folder] : kNamedSections) {
    if (key != section) continue;
    setting.argument = find_config(value.scalar, folder, value.where).string();
    setting.text = value.scalar;
  }
  return setting;
}

std::vector<Setting> settings_of(const Node& mapping) {
  std::vector<Setting> settings;
  for (const Node::Entry& entry : mapping.entries) {
    settings.push_back(setting_of(entry.key, *entry.value));
    settings.back().where = entry.key_where;
  }
  return settings;
}

bool is_variable(const Setting& setting) { return setting.key.starts_with('$'); }

void fill_in_variables(std::vector<Setting>& settings) {
  std::vector<Setting> variables;
  for (const Setting& setting : settings)
    if (is_variable(setting)) variables.push_back(setting);
  // A name may begin with another's.
  std::stable_sort(variables.begin(), variables.end(),
                   [](const Setting& a, const Setting& b) { return a.key.size() > b.key.size(); });
  for (const Setting& variable : variables)
    for (Setting& setting : settings) replace_all(setting.argument, variable.key, variable.text);
}

std::vector<std::string> set_arguments(const std::vector<Setting>& settings) {
  std::vector<std::string> arguments;
  for (const Setting& setting : settings)
    if (!is_variable(setting)) arguments.push_back(setting.key + "=" + setting.argument);
  return arguments;
}

}  // namespace bspike::tools
