// Owns a small network of convolutions for tests: 2 x 6 x 6 pixels, 4 x 3 x 3 and 3 x 2 x 2
// neurons, then 5 dense ones unless the output is a map.
#pragma once

#include "tests/support/small_network.hpp"

namespace bspike::tests {

inline void set_convolution(models::Network& network, std::uint32_t layer,
                            const models::Convolution& conv) {
  auto& projection = network.graph[*boost::in_edges(layer + 1, network.graph).first];
  projection.kind = models::ProjectionKind::kConv2d;
  projection.name = "conv" + std::to_string(layer);
  projection.convolution = conv;
  network.graph[layer + 1].shape = conv.output();
  network.graph[layer + 1].size = static_cast<std::uint32_t>(conv.output().size());
}

// What `shape` says but for the sizes.
inline models::Network map_network(NetworkShape shape, models::PoolKind pool, bool conv_output) {
  shape.sizes = {72, 36, 12};
  if (!conv_output) shape.sizes.push_back(5);
  shape.time_steps = 4;
  shape.batch = 3;
  models::Network network = make_network(shape);
  set_convolution(network, 0, {{2, 6, 6}, 4, {3, 3}, {1, 1}, {1, 1}, {pool, {2, 2}}});
  set_convolution(network, 1, {{4, 3, 3}, 3, {2, 2}, {1, 1}, {0, 0}, {}});
  network.init.scale = 1;
  network.init.offset = 0.05;
  return network;
}

}  // namespace bspike::tests
