// Owns the keys of maps, convolutions and poolings in a network section, and what a layer's
// geometry must fulfil.
#pragma once

#include <set>
#include <string>

#include "arch/base/fields.hpp"
#include "models/network/network.hpp"

namespace bspike::models {

// Keys that the section writes as a list of two numbers, rows and columns, instead of one for both.
using ListKeys = std::set<std::string, std::less<>>;

// `shape: [channels, rows, columns]` of the input.
void describe_shape(arch::base::FieldVisitor& visit, MapShape& shape);

void describe_convolution(arch::base::FieldVisitor& visit, Convolution& conv,
                          const ListKeys& lists);

// Before the rest of a layer is read: its kind of projection, whether it pools, which keys are
// lists.
void foresee_projection(const arch::base::Node& layer, Projection& projection, ListKeys& lists);
[[nodiscard]] std::string projection_name(const Projection& projection, std::size_t layer);

// Gives the convolution its input and the neurons their map; what doesn't fit goes to the sink, at
// the layer's projection.
void resolve_convolution(const arch::base::Node& layer, arch::base::DiagnosticSink& sink,
                         const Population& below, Projection& projection, Population& population);

// Why the convolution cannot be: a sentence, or nothing. The input is known.
[[nodiscard]] std::string why_impossible(const Convolution& conv);

}  // namespace bspike::models
