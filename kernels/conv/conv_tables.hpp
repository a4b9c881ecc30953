// Owns the tables of offsets by which the codelets of a convolution walk its maps: pure geometry,
// no addresses. Contract: offsets are elements of the source map (the map below with its border of
// zeros) or positions of the convolution's maps, and fit 16 bits if check_convolution returned.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernels/compile.hpp"

namespace bspike::kernels::conv {

using Offsets = std::vector<std::uint16_t>;

// The map of the gradient of the sums. Where the gradient goes further down it has a border and, of
// strides, gaps, both zeros, so that the way down is a convolution without steps.
struct GradientMap {
  models::MapShape shape;  // of one channel
  models::Extent step;
  models::Extent border;
};
[[nodiscard]] GradientMap gradient_map(const models::Convolution& conv, bool goes_down);

// Stretches of words that lie together in both of two layouts.
struct Run {
  std::uint32_t from, from_sample, to, to_sample, words;
};

struct Tables {
  Offsets taps;            // elements of the source, from a position's; filled up to fours
  Offsets positions;       // elements of the source; filled up to fours
  Offsets meetings;        // pairs: element of the source, position of the gradient
  Offsets windows, cells;  // of the pooling, in the sums
  Offsets gradient_windows, gradient_cells;  // and in the gradient
  std::vector<std::uint32_t> codes;          // pairs: bytes of a cell in the gradient
  Offsets places;                            // elements of the source, by neuron below
  Offsets back_taps, back_positions;         // positions of the gradient; filled up to fours
};
[[nodiscard]] Tables tables_of(const models::Convolution& conv, bool goes_down);

// A block of spikes or partials: neurons first .. first + neurons - 1 of the map below.
struct Block {
  std::uint32_t first = 0, neurons = 0;
  std::uint32_t offset = 0;  // bytes
  std::uint32_t grain = 2;   // neurons that a sample is padded to
};
// From received blocks into the source, and from the gradient of the map below into blocks.
[[nodiscard]] std::vector<Run> gather_runs(const models::Convolution& conv,
                                           std::span<const Block> blocks);
[[nodiscard]] std::vector<Run> scatter_runs(const models::Convolution& conv,
                                            std::span<const Block> blocks);

// Sizes in bytes.
[[nodiscard]] std::uint64_t source_bytes(const models::Convolution& conv);  // a sample
[[nodiscard]] std::uint64_t sums_plane_bytes(const models::Convolution& conv);
[[nodiscard]] std::uint64_t result_bytes(const models::Convolution& conv);  // a sample, below

// Throws CompileError where the mapping asks for a program that has no convolutions.
void check_program(const models::Network& network, const Mapping& mapping);
// Throws CompileError, naming the layer, for maps that the tables cannot name.
void check_convolution(const models::Convolution& conv, const std::string& layer);

}  // namespace bspike::kernels::conv
