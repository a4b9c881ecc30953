// Owns what kernels that take four places of a map at once share: their addresses, from a table of
// offsets.
#pragma once

#include <array>

#include "kernels/codelets/idioms.hpp"

namespace bspike::kernels {

constexpr int kPlaces = 4;
constexpr int kTableBytes = 8;  // of four offsets of 16 bits

using Places = std::array<Int, kPlaces>;

// base + (offset << shift) of the four offsets at `table`.
[[nodiscard]] Places load_places(Builder& b, Int table, Int base, int shift);
void move_places(Builder& b, const Places& places, Int bytes);
[[nodiscard]] Int load_offset(Builder& b, Int table);

}  // namespace bspike::kernels
