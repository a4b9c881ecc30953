// Owns the loads of offsets.
#include "kernels/codelets/conv/four_places.hpp"

namespace bspike::kernels {

Places load_places(Builder& b, Int table, Int base, int shift) {
  Places places;
  for (int i = 0; i < kPlaces; ++i) {
    const Int offset = b.integer();
    b.emit_independent(Op::kLdz16, {offset, table, b.zero(), i});
    places[static_cast<std::size_t>(i)] = b.add(base, b.shift_left(offset, shift));
  }
  return places;
}

void move_places(Builder& b, const Places& places, Int bytes) {
  for (const Int place : places) add_to(b, place, bytes);
}

Int load_offset(Builder& b, Int table) {
  const Int offset = b.integer();
  b.emit_independent(Op::kLdz16, {offset, table, b.zero(), 0});
  return offset;
}

}  // namespace bspike::kernels
