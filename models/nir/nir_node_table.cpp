// Owns NIR's node types [NIR: nir/ir/*.py, nir/serialization.py].
#include "models/nir/nir_node_table.hpp"

#include <algorithm>

namespace bspike::models {
namespace {

NirField optional(std::string_view name) { return {.name = name, .required = false}; }

std::vector<NirField> convolution() {
  return {{"weight"},
          {"bias"},
          {"stride"},
          {.name = "padding", .kind = NirFieldKind::kNumbersOrText},
          {"dilation"},
          {"groups"},
          optional("input_shape")};
}

std::vector<NirField> pooling() { return {{"kernel_size"}, {"stride"}, {"padding"}}; }

}  // namespace

std::span<const NirNodeType> nir_node_table() {
  static const std::vector<NirNodeType> kTypes{
      {"Input", {{"shape"}}},
      {"Output", {{"shape"}}},
      {"Affine", {{"weight"}, {"bias"}}},
      {"Linear", {{"weight"}}},
      {"Scale", {{"scale"}}},
      {"Conv1d", convolution()},
      {"Conv2d", convolution()},
      {"SumPool2d", pooling()},
      {"AvgPool2d", pooling()},
      {"Flatten", {{"start_dim"}, {"end_dim"}, optional("input_type")}},
      {"I", {{"r"}}},
      {"IF", {{"r"}, {"v_threshold"}, optional("v_reset")}},
      {"LI", {{"tau"}, {"r"}, {"v_leak"}}},
      {"LIF", {{"tau"}, {"r"}, {"v_leak"}, {"v_threshold"}, optional("v_reset")}},
      {"CubaLI", {{"tau_syn"}, {"tau_mem"}, {"r"}, {"v_leak"}, optional("w_in")}},
      {"CubaLIF",
       {{"tau_syn"},
        {"tau_mem"},
        {"r"},
        {"v_leak"},
        {"v_threshold"},
        optional("v_reset"),
        optional("w_in")}},
      {"Threshold", {{"threshold"}}},
      {"Delay", {{"delay"}}},
      {"NIRGraph", {}}};
  return kTypes;
}

const NirNodeType* find_nir_type(std::string_view name) {
  const auto types = nir_node_table();
  const auto found = std::find_if(types.begin(), types.end(),
                                  [name](const NirNodeType& type) { return type.name == name; });
  return found == types.end() ? nullptr : &*found;
}

}  // namespace bspike::models
