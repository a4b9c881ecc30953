// Owns putting together a layer's numbers, and the clip of trained ones.
#include <algorithm>

#include "models/neurons/neuron_table.hpp"

namespace bspike::models {
namespace {

bool is_share(const Population& population, const std::string& name) {
  const ParameterInfo* info = find_parameter(neuron_table()[population.model], name);
  return info != nullptr && info->training == Training::kShare;
}

}  // namespace

const ParameterInfo* find_parameter(const NeuronRow& row, std::string_view name) {
  const auto found = std::find_if(row.parameters.begin(), row.parameters.end(),
                                  [name](const ParameterInfo& info) { return info.name == name; });
  return found == row.parameters.end() ? nullptr : &*found;
}

template <class Real>
LayerNumbers<Real> layer_numbers(const Population& population,
                                 const std::map<std::string, std::vector<Real>>& trained) {
  LayerNumbers<Real> numbers{&population, population.size, {}};
  for (const auto& [name, value] : population.parameters)
    numbers.values[name] = {static_cast<Real>(value)};
  if (const auto derive = neuron_table()[population.model].derived; derive != nullptr)
    for (const auto& [name, value] : derive(population))
      numbers.values[name] = {static_cast<Real>(value)};
  for (const auto& [name, values] : trained) {
    numbers.values[name] = values;
    if (!is_share(population, name)) continue;
    for (Real& value : numbers.values[name]) value = std::clamp(value, Real{0}, Real{1});
  }
  return numbers;
}

template <class Real>
void clip_gradients(const Population& population,
                    const std::map<std::string, std::vector<Real>>& trained,
                    NumberGradients<Real>& gradients) {
  for (auto& [name, gradient] : gradients) {
    if (!is_share(population, name)) continue;
    const std::vector<Real>& values = trained.at(name);
    for (std::size_t i = 0; i < gradient.size(); ++i)
      if (values[i] < 0 || values[i] > 1) gradient[i] = 0;
  }
}

template LayerNumbers<float> layer_numbers(const Population&,
                                           const std::map<std::string, std::vector<float>>&);
template LayerNumbers<double> layer_numbers(const Population&,
                                            const std::map<std::string, std::vector<double>>&);
template void clip_gradients(const Population&, const std::map<std::string, std::vector<float>>&,
                             NumberGradients<float>&);
template void clip_gradients(const Population&, const std::map<std::string, std::vector<double>>&,
                             NumberGradients<double>&);

}  // namespace bspike::models
