// Owns the refusals and the renaming.
#include "kernels/half/half_rules.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "arch/base/diagnostics.hpp"
#include "arch/base/half.hpp"
#include "kernels/codelets/codelet.hpp"
#include "kernels/layer_traits.hpp"
#include "models/neurons/neuron_table.hpp"

namespace bspike::kernels {
namespace {

constexpr const char* kHalf = "_f16";

void refuse(arch::base::DiagnosticSink& sink, const std::string& key, const std::string& message,
            const std::string& hint) {
  arch::base::Diagnostic diagnostic;
  diagnostic.key_path = key;
  diagnostic.message = message;
  diagnostic.hint = hint;
  sink.add(std::move(diagnostic));
}

void check_layer(const models::Network& network, std::uint32_t layer, const NumberTypes& types,
                 arch::base::DiagnosticSink& sink) {
  const models::Projection& projection = network.projection(layer);
  const std::string key = "network." + network.layer(layer).name;
  if (types.half_sums() && projection.is_conv())
    refuse(sink, key, "a convolution adds its currents in f32",
           "set mapping.types.accumulation to f32");
  if (projection.delay > 0)
    refuse(sink, key, "types in f16 are for projections without delay",
           "leave mapping.types out, or train this network in f32");
}

bool exists(const std::string& codelet) {
  const auto table = codelet_table();
  return std::ranges::any_of(table, [&](const Codelet& row) { return row.name == codelet; });
}

// Models with a forward codelet for states in f16.
std::string models_with_half_states() {
  std::string names;
  for (const models::NeuronRow& row : models::neuron_table()) {
    std::string lower(row.name);
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
    if (!exists(lower + "_forward_subtract_f16") && !exists(lower + "_forward_none_f16")) continue;
    names += (names.empty() ? "" : ", ") + std::string(row.name);
  }
  return names;
}

std::string half_name(const std::string& codelet, const models::Population& layer) {
  if (exists(codelet + kHalf)) return codelet + kHalf;
  arch::base::raise<arch::base::CompileError>(
      {}, "network." + layer.name,
      std::string(models::neuron_table()[layer.model].name) + " has no states in f16",
      "models that have: " + models_with_half_states());
}

// What a membrane in f16 is compared with is rounded as it is.
void round_threshold(NamedNumbers& numbers) {
  double& threshold = numbers.at("threshold");
  threshold = arch::base::float_from_half(arch::base::half_from_double(threshold));
}

}  // namespace

void check_types(const models::Network& network, const Mapping& mapping) {
  const NumberTypes& types = mapping.types;
  if (!types.any_half()) return;
  arch::base::DiagnosticSink sink;
  if (mapping.program != kProgramLayerByLayer) {
    refuse(sink, "mapping.types", "only the program layer_by_layer takes types a kind at a time",
           "leave them out; matrix_unit has matrix_type");
  }
  if (types.half_sums() && !types.half_weights()) {
    refuse(sink, "mapping.types.accumulation", "sums in f16 need weights in f16",
           "set mapping.types.weights to f16, or accumulation to f32");
  }
  if (!std::has_single_bit(mapping.gradient_scale)) {
    refuse(sink, "mapping.gradient_scale",
           std::to_string(mapping.gradient_scale) + " is no power of two, so scaling would round",
           "4096 is the default");
  }
  for (std::uint32_t l = 0; l < network.layers(); ++l) check_layer(network, l, types, sink);
  sink.throw_if_any<arch::base::CompileError>();
}

NetworkCodelets typed_codelets(NetworkCodelets codelets, const models::Network& network,
                               const Mapping& mapping, Purpose purpose) {
  const NumberTypes& types = mapping.types;
  const bool training = purpose == Purpose::kTraining;
  for (std::uint32_t l = 0; types.half_states() && l < network.layers(); ++l) {
    LayerCodelets& layer = codelets.layers[l];
    layer.forward = half_name(layer.forward, network.layer(l));
    layer.forward_neurons = find_codelet(layer.forward).inner.elements;
    if (training) layer.backward = half_name(layer.backward, network.layer(l));
    round_threshold(layer.numbers);
    if (!layer.list.empty()) round_threshold(layer.list_numbers);
  }
  if (!training || !types.half_projections()) return codelets;
  codelets.optimizer += types.half_weights() && types.half_gradients() ? "_f16"
                        : types.half_weights()                         ? "_f16_weights"
                                                                       : "_f16_gradients";
  codelets.optimizer_numbers.emplace("unscale", 1.0 / mapping.gradient_scale);
  return codelets;
}

std::uint32_t neuron_grain(const Mapping& mapping, std::uint32_t batch) {
  if (mapping.types.half_projections()) return 4;
  return mapping.types.half_states() && batch % 2 != 0 ? 4 : 2;
}

}  // namespace bspike::kernels
