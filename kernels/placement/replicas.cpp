// Owns the choice and the refusals.
#include "kernels/placement/replicas.hpp"

#include <string>

#include "arch/base/diagnostics.hpp"

namespace bspike::kernels {
namespace {

[[noreturn]] void refuse(const std::string& message, const std::string& hint) {
  arch::base::raise<arch::base::CompileError>({}, "mapping.replicas", message, hint);
}

void check(const models::Network& network, const Mapping& mapping, std::size_t tiles) {
  const std::uint32_t replicas = mapping.replicas;
  if (network.batch % replicas != 0)
    refuse("a batch of " + std::to_string(network.batch) + " cannot be shared equally by " +
               std::to_string(replicas) + " replicas",
           "choose a divisor of the batch");
  if (replicas > tiles)
    refuse(std::to_string(replicas) + " replicas are more than the " + std::to_string(tiles) +
               " tiles that they would stand on",
           "at most one replica a tile");
}

}  // namespace

std::uint32_t replicas_of(const models::Network& network, const Mapping& mapping,
                          std::size_t tiles) {
  if (mapping.replicas != 0) {
    check(network, mapping, tiles);
    return mapping.replicas;
  }
  bool convolutions = false;
  std::uint64_t needed = network.time_steps + 1ull;
  for (std::uint32_t layer = 0; layer < network.layers(); ++layer) {
    convolutions |= network.projection(layer).is_conv();
    needed += (network.weight_rows(layer) + 1) / 2;
  }
  if (!convolutions) return 1;
  for (std::uint32_t replicas = network.batch; replicas > 1; --replicas)
    if (network.batch % replicas == 0 && tiles / replicas >= needed) return replicas;
  return 1;
}

void check_no_replicas(const Mapping& mapping) {
  if (mapping.program == kProgramLayerByLayer || mapping.replicas <= 1) return;
  refuse("replicas of the network are of the program layer_by_layer alone",
         "leave replicas out, or choose the program layer_by_layer");
}

}  // namespace bspike::kernels
