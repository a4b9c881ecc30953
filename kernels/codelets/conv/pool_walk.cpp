// Owns the loops of the walk.
#include "kernels/codelets/conv/pool_walk.hpp"

#include "kernels/codelets/arguments.hpp"

namespace bspike::kernels {

namespace {

constexpr int kEntryBytes = 16;

struct Steps {
  Int planes, table, plane_bytes, channel_pair_bytes, sample_bytes;
};

void emit_planes(Builder& b, const PoolPlace& at, const Steps& steps, bool has_history,
                 const std::function<void(const PoolPlace&)>& body) {
  b.emit(Op::kAddi, {at.entry, steps.table, 0});
  b.loop("plane", steps.planes, [&] {
    b.emit_independent(Op::kLd32, {at.to_second, at.entry, b.zero(), 0});
    body(at);
    add_to(b, at.window, steps.plane_bytes);
    add_to(b, at.neuron, steps.channel_pair_bytes);
    if (has_history) add_to(b, at.history, steps.channel_pair_bytes);
    b.emit(Op::kAddi, {at.entry, at.entry, kEntryBytes});
  });
}

}  // namespace

void emit_pool_walk(Builder& b, const PoolWalk& walk, const std::function<void()>& prepare,
                    const std::function<void(const PoolPlace&)>& body) {
  const int workers = static_cast<int>(b.context().workers);
  const Int positions = b.argument("positions");
  const Int places = b.add(b.argument("place_table"), b.shift_left(b.worker(), 1));
  const Int map = b.argument(walk.map);
  const Int own = b.shift_left(b.worker(), 2);
  const Int neurons = b.add(b.argument(walk.neurons), own);
  Int history;
  if (walk.has_history)
    history = b.add(history_slots(b, {"history_base", "stride", "counter"}).slot, own);
  const Int batch = b.argument("batch");
  const Steps steps{b.argument("planes"), b.argument("plane_table"), b.argument("plane_bytes"),
                    b.shift_left(positions, 3), b.argument("sample_bytes")};
  prepare();
  const PoolPlace at{b.integer(), b.integer(), b.integer(), b.integer(),
                     walk.has_history ? b.integer() : Int{}};
  for_strided_items(b, "window", positions, [&] {
    const Int place = b.integer();
    b.emit_independent(Op::kLdz16, {place, places, b.zero(), 0});
    b.emit(Op::kAdd, {at.window, map, b.shift_left(place, 3)});
    const Int sample = b.copy(neurons);
    const Int kept = walk.has_history ? b.copy(history) : Int{};
    b.loop("sample", batch, [&] {
      b.emit(Op::kAddi, {at.neuron, sample, 0});
      if (walk.has_history) b.emit(Op::kAddi, {at.history, kept, 0});
      emit_planes(b, at, steps, walk.has_history, body);
      add_to(b, sample, steps.sample_bytes);
      if (walk.has_history) add_to(b, kept, steps.sample_bytes);
    });
    b.emit(Op::kAddi, {places, places, 2 * workers});
    b.emit(Op::kAddi, {neurons, neurons, 4 * workers});
    if (walk.has_history) b.emit(Op::kAddi, {history, history, 4 * workers});
  });
}

std::vector<ArgumentInfo> pool_arguments(const std::string& map, const std::string& map_doc,
                                         const std::string& neurons,
                                         const std::string& neurons_doc) {
  return {
      address_argument(map, map_doc),
      integer_argument("plane_bytes", "from a plane of the map to the next"),
      integer_argument("planes", "pairs of channels, 1 or more"),
      integer_argument("batch", "samples, 1 or more"),
      address_argument(neurons, neurons_doc),
      integer_argument("sample_bytes", "from a sample of neurons to the next"),
      integer_argument("positions", "neurons of a channel, 1 or more"),
      address_argument("place_table", "u16 position of the map where each neuron's window begins"),
      integer_argument("cells", "of a window, 1 or more"),
      address_argument("window_table", "u16 position of each cell, from the first"),
      address_argument("plane_table",
                       "a plane: bytes to the second channel's neurons (0: none), 0, and a "
                       "factor for each channel")};
}

std::vector<ArgumentInfo> winner_arguments() {
  return {address_argument("history_base",
                           "u32, as the neurons: bytes from a window's first cell "
                           "to its largest"),
          integer_argument("stride", "bytes from slot t to t + 1; 0: one slot"),
          address_argument("counter", "of the time step t")};
}

Trips pool_trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker,
                 std::uint64_t cells) {
  const std::uint64_t windows =
      strided_items(work.arguments.at("positions"), context.workers, worker);
  Trips result{{"entry", 1}, {"exit", 1}, {"window", windows}};
  result["sample"] = windows * work.arguments.at("batch");
  result["plane"] = result["sample"] * work.arguments.at("planes");
  if (windows > 0) add_split_trips(result, "cell", cells, result["plane"], context);
  return result;
}

std::uint64_t pool_windows(const WorkSize& work) {
  return work.arguments.at("positions") * work.arguments.at("batch") * work.arguments.at("planes");
}

}  // namespace bspike::kernels
