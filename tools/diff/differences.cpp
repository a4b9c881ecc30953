// Owns comparing runs.
#include "tools/diff/differences.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "tools/diff/flat_values.hpp"

namespace bspike::tools {

using nlohmann::json;

namespace {

// Sections that are objects of numbers, and members that stand in sections of their own.
struct ObjectSection {
  const char* name;
  std::vector<std::string> skip;
};
const std::array kObjects = {ObjectSection{"run", {}},
                             ObjectSection{"totals", {}},
                             ObjectSection{"phases", {}},
                             ObjectSection{"tile_mean", {}},
                             ObjectSection{"tiles", {}},
                             ObjectSection{"memory", {"lifetimes"}},
                             ObjectSection{"exchange", {}},
                             ObjectSection{"host", {}},
                             ObjectSection{"instruction_mix", {}}};
constexpr std::array kTables = {"by_phase", "by_layer", "superstep_kinds", "kernels"};

// Units in the order that people read: what costs time first.
int rank_of(const std::string& unit) {
  constexpr std::array kOrder = {"cycles", "seconds", "bytes", "slots", "count", "ratio"};
  return static_cast<int>(std::find(kOrder.begin(), kOrder.end(), unit) - kOrder.begin());
}

bool same(const json& a, const json& b, double tolerance) {
  if (!a.is_number() || !b.is_number()) return a == b;
  const double left = a.get<double>(), right = b.get<double>();
  return a == b || std::abs(left - right) <= tolerance * std::max(std::abs(left), std::abs(right));
}

void sort_largest_first(std::vector<Difference>& differences) {
  std::stable_sort(differences.begin(), differences.end(),
                   [](const Difference& a, const Difference& b) {
                     if (rank_of(a.unit) != rank_of(b.unit))
                       return rank_of(a.unit) < rank_of(b.unit);
                     return std::abs(a.change().value_or(0)) > std::abs(b.change().value_or(0));
                   });
}

std::set<std::string> names_of(const FlatValues& a, const FlatValues& b) {
  std::set<std::string> names;
  for (const auto* flat : {&a, &b})
    for (const auto& [name, value] : *flat) names.insert(name);
  return names;
}

const FlatValue* find(const FlatValues& flat, const std::string& name) {
  const auto found = flat.find(name);
  return found == flat.end() ? nullptr : &found->second;
}

DifferenceSection compare_flat(const std::string& section, const FlatValues& a, const FlatValues& b,
                               double tolerance) {
  DifferenceSection result{section, {}};
  for (const std::string& name : names_of(a, b)) {
    const FlatValue* left = find(a, name);
    const FlatValue* right = find(b, name);
    Difference difference{name, (left != nullptr ? left : right)->unit,
                          left != nullptr ? left->value : json(),
                          right != nullptr ? right->value : json(), ""};
    if (left == nullptr) difference.note = "only in B";
    if (right == nullptr) difference.note = "only in A";
    if (!difference.note.empty() || !same(difference.a, difference.b, tolerance))
      result.differences.push_back(std::move(difference));
  }
  sort_largest_first(result.differences);
  return result;
}

json item_at(const json& list, std::size_t index) {
  return index < list.size() ? list.at(index) : json();
}

// The step where two lists are furthest apart, with how many differ.
Difference widest(const std::string& name, const json& a, const json& b, double tolerance) {
  const std::size_t steps = std::max(a.size(), b.size());
  Difference found{name, "number", {}, {}, ""};
  std::size_t count = 0, first = 0;
  double most = -1;
  for (std::size_t i = 0; i < steps; ++i) {
    const json left = item_at(a, i), right = item_at(b, i);
    if (i < a.size() && i < b.size() && same(left, right, tolerance)) continue;
    if (count++ == 0) first = i;
    const Difference here{name + "[" + std::to_string(i) + "]", "number", left, right, ""};
    const double size = std::abs(here.change().value_or(0));
    if (size <= most) continue;
    most = size;
    found = here;
  }
  if (count > 0)
    found.note = std::to_string(count) + " of " + std::to_string(steps) +
                 " differ, the first is [" + std::to_string(first) + "]";
  return found;
}

DifferenceSection compare_series(const json& a, const json& b, double tolerance) {
  const FlatValues left = series_of(a), right = series_of(b);
  DifferenceSection result{"values", {}};
  for (const std::string& name : names_of(left, right)) {
    const FlatValue* one = find(left, name);
    const FlatValue* other = find(right, name);
    Difference difference = widest(name, one != nullptr ? one->value : json::array(),
                                   other != nullptr ? other->value : json::array(), tolerance);
    if (!difference.note.empty()) result.differences.push_back(std::move(difference));
  }
  sort_largest_first(result.differences);
  return result;
}

std::size_t tiles_of(const RunFiles& run) {
  const auto found = run.tiles.find("tile");
  return found == run.tiles.end() ? 0 : found->second.size();
}

json fault_of(const json& report) {
  const json fault = report.value("fault", json());
  return fault.is_object() ? fault.value("message", json()) : json();
}

}  // namespace

std::optional<double> Difference::change() const {
  if (!a.is_number() || !b.is_number()) return std::nullopt;
  return b.get<double>() - a.get<double>();
}

std::optional<double> Difference::relative() const {
  const std::optional<double> by = change();
  if (!by || a.get<double>() == 0) return std::nullopt;
  return *by / std::abs(a.get<double>());
}

std::vector<DifferenceSection> compare_runs(const RunFiles& a, const RunFiles& b,
                                            double tolerance) {
  std::vector<DifferenceSection> all;
  all.push_back(compare_flat("configuration", flat_configuration(a), flat_configuration(b), 0));
  for (const ObjectSection& section : kObjects)
    all.push_back(compare_flat(
        section.name, flat_object(a.report.at(section.name), section.name, section.skip),
        flat_object(b.report.at(section.name), section.name, section.skip), tolerance));
  for (const char* table : kTables)
    all.push_back(
        compare_flat(table, flat_table(a.report, table), flat_table(b.report, table), tolerance));
  const std::size_t tiles = std::max(tiles_of(a), tiles_of(b));
  all.push_back(compare_flat("tile_groups", flat_tile_groups(a, tiles), flat_tile_groups(b, tiles),
                             tolerance));
  all.push_back(compare_series(a.report, b.report, tolerance));
  all.push_back(compare_flat("fault", {{"fault", {fault_of(a.report), "text"}}},
                             {{"fault", {fault_of(b.report), "text"}}}, 0));
  std::erase_if(all, [](const DifferenceSection& section) { return section.differences.empty(); });
  return all;
}

}  // namespace bspike::tools
