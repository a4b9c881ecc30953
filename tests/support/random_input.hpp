// Owns inputs of training steps that are drawn at random, the same each time.
#pragma once

#include <cstdint>

#include "arch/base/random.hpp"
#include "models/reference/reference.hpp"

namespace bspike::tests {

// Each input spikes at one in `one_in` time steps; labels are 0, 1, ... `classes` - 1.
inline models::StepInput random_input(const models::Network& network, std::uint32_t classes,
                                      std::uint32_t one_in = 3) {
  models::StepInput input;
  std::uint64_t draw = 0;
  for (std::uint32_t list = 0; list < network.time_steps * network.batch; ++list) {
    auto& ids = input.ids.emplace_back();
    for (std::uint32_t neuron = 0; neuron < network.input().size; ++neuron) {
      if (arch::base::random_bits(7, 1, draw++) % one_in == 0) ids.push_back(neuron);
    }
  }
  for (std::uint32_t b = 0; b < network.batch; ++b) input.targets.push_back(b % classes);
  return input;
}

}  // namespace bspike::tests
