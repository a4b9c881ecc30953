// Owns networks that come from a NIR file: `nir: file.nir` and `dt: 100us` in a network section
// stand for `input` and `layers`, and for the initial weights. Contract: what is read is what a
// section with those keys written out would give; the weights are read when they are asked for.
#pragma once

#include "models/network/network.hpp"

namespace bspike::models {

// The section with input and layers in the place of nir and dt; where it has layers of its own they
// stay. `source` becomes what the file and the time step are. Throws ConfigError or FormatError.
[[nodiscard]] arch::base::NodePtr expanded_nir(const arch::base::Node& section, NirSource& source);

// Throws ConfigError if the file's last node hands on membranes and the network's loss looks at
// spikes; `section` is as above.
void check_readout(const arch::base::Node& section, const Network& network);

// The weights and biases of the file by the names of the network's tensors. Throws ConfigError if
// they do not fit the network.
[[nodiscard]] ParameterSet nir_parameters(const Network& network);

// The lines of a dumped section; none if the network is not from a file.
[[nodiscard]] std::string dump_nir(const NirSource& source);

}  // namespace bspike::models
