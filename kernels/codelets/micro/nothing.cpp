// Owns nothing: a vertex that ends at once, for the price of a call.
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/micro/micro_codelets.hpp"

namespace bspike::kernels {

Codelet nothing_codelet() {
  Codelet codelet;
  codelet.name = "nothing";
  codelet.emit = [](Builder& b, const EmitContext&) { b.exit(); };
  codelet.trips = [](const WorkSize&, const EmitContext&, std::uint32_t) {
    return Trips{{"entry", 1}};
  };
  codelet.inner = {"entry", 1, "call", {{Unit::kControl, 1}}, "the exit"};
  codelet.count = [](const WorkSize&) { return WorkCount{}; };
  return codelet;
}

}  // namespace bspike::kernels
