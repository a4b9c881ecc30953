// Owns the way from the names of the user's layers to those of an image's tensors. The image counts
// layers: fc0 is what feeds the first one and n0 its neurons. `hidden.weight` and `hidden.mem` are
// fc0.weight and n0.mem if the first layer is named hidden.
#pragma once

#include <string>
#include <string_view>

#include "arch/program/image.hpp"
#include "models/network/network.hpp"

namespace bspike::tools {

// Index of the tensor that has this name or is called so by the user; kNoIndex if there is none.
[[nodiscard]] std::uint32_t tensor_named(const arch::Image& image, const models::Network& network,
                                         std::string_view name);

// What the user may call each tensor: in the words of the network where it belongs to a layer.
[[nodiscard]] std::vector<std::string> tensor_names(const arch::Image& image,
                                                    const models::Network& network);

}  // namespace bspike::tools
