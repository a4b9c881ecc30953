// Owns reading test data: JSON files below tests/data, and their tensors.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace bspike::models::test {

inline std::string data_path(const std::string& name) {
  return std::string(BSPIKE_SOURCE_DIR) + "/tests/data/" + name;
}

inline nlohmann::json read_json(const std::string& name) {
  std::ifstream file(data_path(name));
  return nlohmann::json::parse(file);
}

template <class Real>
std::vector<Real> tensor(const nlohmann::json& node) {
  std::vector<Real> values;
  for (const auto& value : node.at("data"))
    values.push_back(static_cast<Real>(value.get<double>()));
  return values;
}

template <class Real>
double largest_magnitude(const std::vector<Real>& values) {
  double largest = 0;
  for (const Real value : values)
    largest = std::max(largest, static_cast<double>(value < 0 ? -value : value));
  return largest;
}

template <class Row>
std::uint32_t row_named(std::span<const Row> table, const std::string& name) {
  for (std::uint32_t i = 0; i < table.size(); ++i)
    if (table[i].name == name) return i;
  throw std::out_of_range(name);
}

}  // namespace bspike::models::test
