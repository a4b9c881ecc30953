// Owns the two ways to name a layer's tensors.
#include "tools/driver/tensor_names.hpp"

#include <array>

namespace bspike::tools {

namespace {

constexpr std::array<const char*, 3> kLayerPrefixes = {"fc", "conv", "n"};

// A tensor's name with its layer as the image counts it replaced by the user's word for it.
std::string in_words_of(const models::Network& network, const std::string& tensor) {
  for (std::uint32_t layer = 0; layer < network.layers(); ++layer) {
    for (const char* prefix : kLayerPrefixes) {
      const std::string counted = prefix + std::to_string(layer) + ".";
      if (tensor.starts_with(counted))
        return network.layer(layer).name + "." + tensor.substr(counted.size());
    }
  }
  return tensor;
}

}  // namespace

std::uint32_t tensor_named(const arch::Image& image, const models::Network& network,
                           std::string_view name) {
  const std::uint32_t exact = image.tensor_index(std::string(name));
  if (exact != arch::kNoIndex) return exact;
  for (std::uint32_t i = 0; i < image.tensors.size(); ++i) {
    if (in_words_of(network, image.tensors[i].name) == name) return i;
  }
  return arch::kNoIndex;
}

std::vector<std::string> tensor_names(const arch::Image& image, const models::Network& network) {
  std::vector<std::string> names;
  for (const arch::TensorInfo& tensor : image.tensors) {
    names.push_back(in_words_of(network, tensor.name));
  }
  return names;
}

}  // namespace bspike::tools
