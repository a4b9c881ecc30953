// Owns load_chain: loads of which each needs the result of the one before, on every worker.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/micro/micro_codelets.hpp"

namespace bspike::kernels {

namespace {

void emit(Builder& b, const EmitContext& /*context*/) {
  const Int link = b.argument("start");
  const Int loads = b.argument("loads");
  b.repeat("load", loads, [&] { b.emit_independent(Op::kLd32, {link, link, b.zero(), 0}); });
  const Int place = b.add(b.argument("destination"), b.shift_left(b.worker(), 2));
  b.emit(Op::kSt32, {link, place, b.zero(), 0});
  b.exit();
}

Trips trips(const WorkSize& work, const EmitContext& context, std::uint32_t /*worker*/) {
  const std::uint64_t loads = work.arguments.at("loads");
  return {{"entry", 1}, {"load_chunk", repeat_chunks(loads, context)}, {"load", loads}};
}

}  // namespace

Codelet load_chain_codelet() {
  Codelet codelet;
  codelet.name = "load_chain";
  codelet.arguments = {
      address_argument("start", "first link: a word that holds the next address"),
      integer_argument("loads", "links followed"),
      address_argument("destination", "written: the last address, a word a worker")};
  codelet.emit = emit;
  codelet.trips = trips;
  codelet.inner = {"load", 1, "load", {{Unit::kLoad, 1}}, "one load"};
  codelet.count = [](const WorkSize& work) {
    return WorkCount{0, 4 * work.arguments.at("loads"), 4};
  };
  return codelet;
}

}  // namespace bspike::kernels
